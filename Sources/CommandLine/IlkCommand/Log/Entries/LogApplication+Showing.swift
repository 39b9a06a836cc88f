public import ArgumentParser
import Ilk
import IlkConsole
public import IlkLog
import IlkStore
import IlkVocabulary

extension LogApplication: ListApplication {
    typealias ListChoice = LogFilterOptions

    static let listText = text(
        "ls",
        abstract: "List entries, newest first.",
        discussion: """
            --cursor also accepts the id of an entry. The list then starts with the next older entry.
            """,
        examples: [
            "List the newest entries": "ls",
            "List abstentions": "ls --abstained",
            "List the newest entries as NDJSON": "ls --format ndjson --limit 5",
        ])

    static func list(
        _ filter: LogFilter, _ page: PageRequest, in open: OpenStore<Self>
    ) async throws -> ListedPage<ClassificationLogEntry> {
        var cursor: PageCursor?
        if let place = page.place {
            cursor =
                place.contains(".")
                ? try page.cursor()
                : try await open.store.entry(reference(place, at: SearchPage.placeOption)).cursor
        }
        let found = try await open.store.entries(
            newest: page.fetchLimit, before: cursor, matching: filter)
        return ListedPage(found, limit: page.limit) { $0.cursor.token }
    }

    static func show(
        _ items: [ClassificationLogEntry], wanted words: FullTextQuery?, as format: OutputFormat,
        in open: OpenStore<Self>
    ) async throws {
        let console = open.console
        try console.write(records: items.map(\.fields), as: format) {
            LogTable(style: console.style, columns: console.columns, wanted: words?.wanted ?? []).text(items)
        }
    }
}

extension LogApplication: SearchApplication {
    typealias SearchChoice = FilteredSearchChoice<LogFilterOptions>

    static let searchText = text(
        "search",
        abstract: "Search the texts of the log, newest first.",
        discussion: """
            Finds texts that contain all words, in any order; case and accents are ignored. "two words" \
            finds a phrase, rom* finds words that begin with rom, and -word excludes a word. Put -- before \
            a query that begins with -. In writing systems without spaces, any sequence of characters is \
            found. Exits with 1 if there is no \
            match.
            """,
        examples: [
            "Search for words": "search 'see then'",
            "Search for a phrase and a prefix": #"search '"see you" th*'"#,
        ])

    static func search(
        _ selection: (query: FullTextQuery, filter: LogFilter), _ page: PageRequest,
        in open: OpenStore<Self>
    ) async throws -> (page: ListedPage<ClassificationLogEntry>, wanted: FullTextQuery?) {
        let before = try page.place.map { try reference($0, at: SearchPage.placeOption) }
        let found = try await open.store.search(
            selection.query, newest: page.fetchLimit, before: before, matching: selection.filter)
        return (ListedPage(found, limit: page.limit) { $0.shortID }, selection.query)
    }
}

extension LogApplication: ShowApplication {
    static let showText = text(
        "show",
        abstract: "Show an entry: text, verdict, scores, all corrections.",
        usage: "ilk log show <entry> [--format <format>] [--log-file <file>]",
        discussion: """
            Specify an entry by position (-1 is the newest, -2 the one before), by id, or by the last 8 \
            characters of the id.
            """,
        examples: [
            "Show the newest entry": "show -1"
        ])

    static func show(
        _ reference: String, _ selection: Void, as format: OutputFormat, in open: OpenStore<Self>
    ) async throws {
        try await open.showEntry(reference, as: format)
    }
}

extension LogFacet.Dimension: ExpressibleByArgument {}

extension LogApplication: StatsApplication {
    struct StatsChoice: SelectionOptions {
        @Option(help: "Count entries by this field. Repeatable.")
        var by: [LogFacet.Dimension] = []

        func selection(in open: OpenStore<LogApplication>) -> [LogFacet.Dimension] {
            LogFacet.Dimension.allCases.filter(by.contains)
        }
    }

    /// The help of `ilk log stats`.
    static let statsText = text(
        "stats",
        abstract: "Count log entries, and texts that were not stored.",
        discussion: """
            Each text that a program passes to the log is counted in one of these groups: stored; pending in \
            a running program; skipped or dropped, with the reason; in quarantine, because the database \
            rejects it; or lost in a crash.
            """,
        examples: [
            "Show the outcomes of all texts": "stats",
            "Count by category and day": "stats --by category --by day",
            "Print JSON for a program": "stats --format json",
        ])

    static func showStats(
        _ parts: [LogFacet.Dimension], as format: OutputFormat, in open: OpenStore<Self>
    ) async throws {
        guard !parts.isEmpty else { return try await open.showLedger(as: format) }
        var facets = try await open.store.facets(by: Set(parts))
        if parts.contains(.category) {
            let taxonomy = open.store.taxonomy
            let labels = try LabelSetCatalog(folders: open.console.folders).set(with: taxonomy)
            facets = labels?.currentFacets(of: facets, in: taxonomy) ?? facets
        }
        let rows = facets.map { facet in
            FacetRow(
                facet.fields,
                cells: [
                    // A prefix of the digest is enough to distinguish models.
                    "model": facet.model.map { String($0.prefix(12)) } ?? "-",
                    "abstention": facet.abstention?.rawValue ?? "predicted",
                ], records: facet.entries, bytes: facet.bytes ?? 0)
        }
        try open.console.write(
            counts: rows, by: parts.map(\.rawValue), of: words.records, sizes: "text", as: format)
    }
}
