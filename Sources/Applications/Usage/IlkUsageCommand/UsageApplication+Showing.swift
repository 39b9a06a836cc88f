import ArgumentParser
import IlkConsole
import IlkStore
import IlkUsage
import IlkVocabulary

extension UsageApplication: ListApplication {
    /// The options that select the events to list.
    struct ListChoice: OptionalSelection {
        @Argument(help: "Words that a phrase must contain.")
        var words: [String] = []

        @OptionGroup var filter: UsageFilterOptions

        var isEmpty: Bool { words.isEmpty && filter.isEmpty }

        func open(_ settings: StoreSettings, _ console: Console) async throws -> OpenUsageStore {
            words.isEmpty
                ? try .openForReading(settings, console) : try await .openForSearching(settings, console)
        }

        func selection(in open: OpenUsageStore) async throws -> UsageFilter {
            var filter = try await filter.selection(in: open)
            guard !words.isEmpty else { return filter }
            let text = words.joined(separator: " ")
            filter.words = try FullTextQuery(text)
            open.console.noteWarnings(about: text)
            return filter
        }
    }

    static let listText = text(
        "ls",
        abstract: "List taps and phrases, newest first, or search phrases.",
        examples: [
            "Record a phrase": "speak",
            "List all events": "ls",
            "List phrases with a word": "ls cookie --type phrase --format json",
        ])
    static let emptyText: String? = "No events yet. Record a tap: ilk usage tap want"

    static func list(
        _ filter: UsageFilter, _ page: PageRequest, in open: OpenStore<Self>
    ) async throws -> ListedPage<UsageEvent> {
        let found = try await open.store.events(
            matching: filter, limit: page.fetchLimit, before: page.cursor())
        return ListedPage(found, limit: page.limit) { $0.cursor.token }
    }

    static func show(
        _ items: [UsageEvent], wanted words: FullTextQuery?, as format: OutputFormat, in open: OpenStore<Self>
    ) async throws {
        try await open.show(items, as: format)
    }
}

extension OpenUsageStore {
    /// Shows events as a table or as JSON.
    func show(_ events: [UsageEvent], as format: OutputFormat) async throws {
        switch format {
        case .text: console.output.append(try await table(events))
        case .json, .ndjson:
            var json = UsageRecordJSON()
            var writer = RecordWriter(format == .json ? .json : .ndjson, names: [], to: console.output)
            for event in events { try writer.write(json: { json.bytes(.event(event)) }, fields: { [] }) }
            _ = try writer.end()
        }
    }

    private func table(_ events: [UsageEvent]) async throws -> String {
        let devices = try await store.devices()
        let people = try await store.caregivers()
        var table = Table([
            .init("id", tone: .faint), .init("time", dispensability: 2), .init(""),
            .init("text", minWidth: 10, tone: .strong),
            .init("device", dispensability: 3), .init("caregiver", dispensability: 1),
        ])
        for event in events {
            table.add([
                event.shortID, timeline.text(event.timestamp, now: now),
                event.tap == nil ? "phrase" : "tap",
                VisibleText.beginning(of: Self.words(of: event), columns: max(10, console.columns - 50)),
                devices.first { $0.id == event.deviceID }?.name ?? "",
                people.first { $0.id == event.caregiverProfileID }?.name ?? "",
            ])
        }
        return table.rendered(console.style, within: console.columns)
    }

    /// The label and symbol of a tap, or the text of a phrase.
    static func words(of event: UsageEvent) -> String {
        switch event.action {
        case .phrase(let phrase): phrase.phrase
        case .tap(let tap): tap.label == tap.symbolID ? tap.label : "\(tap.label) (\(tap.symbolID))"
        }
    }
}
