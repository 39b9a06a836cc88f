import IlkConsole
import Foundation
import IlkLog
import IlkStore
import IlkVocabulary

/// Shows how much a log holds and its ledger.
struct LogAccounts {
    /// How it is shown.
    var format: OutputFormat
    /// Where.
    var console: Console

    /// What programs read.
    struct Record: Encodable {
        var path: String
        var entries: Int
        var oldest: String?
        var newest: String?
        /// Bytes of the file and of its write-ahead log.
        var bytes: Int
        var schema: Int
        var ledger: [String: Int]
        var isBalanced: Bool
        /// Slots of the ledger file that are damaged now, and those that were rebuilt from the database so far.
        var damagedSlots: Int
        var rebuiltSlots: Int
    }

    /// Reads and shows them.
    func run(_ store: ClassificationLogStore) async throws {
        let ledger = try await store.ledger()
        let record = try await Self.record(store, ledger)
        switch format {
        case .text: console.output.append(Self.text(record, ledger))
        case .json, .ndjson: try console.write(json: record, isPretty: format == .json)
        }
        try console.output.flush()
    }

    private static func record(
        _ store: ClassificationLogStore, _ ledger: JournalLedger
    ) async throws -> Record {
        let extent = try await store.extent()
        return Record(
            path: store.location.path, entries: extent.entries, oldest: extent.oldest.map(TimeText.text),
            newest: extent.newest.map(TimeText.text), bytes: StoreFileSize.bytes(of: store.location.path),
            schema: try await store.schemaVersion().file,
            ledger: Dictionary(uniqueKeysWithValues: ledger.outcomes.map { ($0.name, $0.entries) }),
            isBalanced: ledger.isBalanced, damagedSlots: ledger.damagedSlots,
            rebuiltSlots: ledger.rebuiltSlots)
    }

    private static func text(_ record: Record, _ ledger: JournalLedger) -> String {
        var rows = [("entries", "\(record.entries)")]
        if let oldest = record.oldest, let newest = record.newest {
            rows += [("oldest", oldest), ("newest", newest)]
        }
        rows.append(("bytes", "\(record.bytes)"))
        // What never happened is not worth a line; the three that stand for every text are.
        rows += ledger.outcomes
            .filter { $0.entries > 0 || ["accepted", "stored", "pending"].contains($0.name) }
            .map { ($0.name, "\($0.entries)") }
        rows += [("damaged slots", ledger.damagedSlots), ("rebuilt slots", ledger.rebuiltSlots)]
            .filter { $0.1 > 0 }.map { ($0.0, "\($0.1)") }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { $0.0.padding(toLength: width + 2, withPad: " ", startingAt: 0) + $0.1 + "\n" }
            .joined()
    }
}
