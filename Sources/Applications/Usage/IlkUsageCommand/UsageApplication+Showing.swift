import ArgumentParser
import IlkConsole
import IlkStore
import IlkUsage

extension UsageApplication: ListApplication {
    /// The options that select the events to list.
    struct ListChoice: ListChoiceOptions {
        @Argument(help: "Words that a phrase must contain.")
        var words: [String] = []

        @OptionGroup var filter: UsageFilterOptions

        var isEmpty: Bool { words.isEmpty && filter.isEmpty }
    }

    static let listText = text(
        "ls",
        abstract: "List taps and phrases, newest first, or search phrases.",
        examples: [
            "Record a phrase": "speak",
            "All events": "ls",
            "Phrases with a word": "ls cookie --kind phrase --format json",
        ])
    static let emptyText: String? = "No events yet. Record a tap: ilk usage tap want"

    static func listing(
        _ choice: ListChoice, _ place: UsageFileOptions, _ console: Console
    ) async throws -> OpenStore<Self> {
        choice.words.isEmpty
            ? try .openForReading(place, console) : try await .openForSearching(place, console)
    }

    static func list(
        _ choice: ListChoice, _ page: CursorOptions<Self>, in open: OpenStore<Self>
    ) async throws -> ListedPage<UsageEvent> {
        var filter = try await choice.filter.filter(open)
        if !choice.words.isEmpty { filter.words = try FullTextQuery(choice.words.joined(separator: " ")) }
        let found = try await open.store.events(
            matching: filter, limit: page.limit, before: try page.place.map { try PageCursor(token: $0) })
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
