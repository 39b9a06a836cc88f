import IlkConsole
import IlkRules
import Foundation
import IlkUsage
import IlkStore
import IlkVocabulary

/// Shows events: as lines, or for programs.
struct UsageListing {
    /// The usage as its commands have it.
    let book: UsageBook
    /// How they are shown.
    let format: OutputFormat

    /// Shows them.
    func show(_ events: [UsageEvent]) async throws {
        switch format {
        case .text: book.console.output.append(try await table(events))
        case .json, .ndjson:
            var json = UsageRecordJSON()
            var writer = RecordWriter(format == .json ? .json : .ndjson, names: [], to: book.console.output)
            for event in events { try writer.write(json: { json.bytes(.event(event)) }, fields: { [] }) }
            _ = try writer.end()
        }
    }

    private func table(_ events: [UsageEvent]) async throws -> String {
        let devices = try await book.store.devices()
        let people = try await book.store.caregivers()
        var table = Table([
            .init("id", tone: .faint), .init("time", dispensability: 2), .init(""),
            .init("what", minWidth: 10, tone: .strong),
            .init("device", dispensability: 3), .init("with", dispensability: 1),
        ])
        for event in events {
            table.add([
                event.shortID, book.timeline.text(event.timestamp, now: book.now),
                event.tap == nil ? "said" : "tap",
                VisibleText.beginning(of: Self.words(of: event), columns: max(10, book.console.columns - 50)),
                devices.first { $0.id == event.deviceID }?.name ?? "",
                people.first { $0.id == event.caregiverProfileID }?.name ?? "",
            ])
        }
        return table.rendered(book.console.style, within: book.console.columns)
    }

    /// What was tapped or said.
    static func words(of event: UsageEvent) -> String {
        switch event.action {
        case .phrase(let phrase): phrase.phrase
        case .tap(let tap): tap.label == tap.symbolID ? tap.label : "\(tap.label) (\(tap.symbolID))"
        }
    }
}
