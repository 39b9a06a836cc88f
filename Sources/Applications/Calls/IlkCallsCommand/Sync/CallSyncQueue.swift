import IlkConsole
import IlkRules
import IlkVocabulary
import FoundationEssentials
import IlkStore
import IlkCalls

/// What waits for the server, as people and programs read it.
struct CallSyncQueue {
    /// The calls as their commands have them.
    let book: CallBook
    /// How it is shown.
    let format: OutputFormat

    private struct Row: Encodable {
        var schema = "ilk.call.queue/1"
        var key: String
        var contact: String
        var change: String
        var syncStatus: String
        var syncError: String?
        var attempts: Int
        var notBefore: String?
        var isOutcomeUnknown: Bool
    }

    /// Shows it.
    func show(limit: Int) async throws {
        let names = try await book.storage.contactNames()
        let queue = try await book.storage.syncQueue(limit: limit)
        let rows = queue.map { call, entry in
            Row(
                key: call.key.description, contact: names[call.contactId] ?? "",
                change: call.isMarkedDeleted ? "delete" : call.id == 0 ? "create" : "update",
                syncStatus: call.syncStatus.rawValue, syncError: call.syncError, attempts: entry.attempts,
                notBefore: entry.notBefore.timeIntervalSince1970 > 0
                    ? CallTime.text(entry.notBefore) : nil,
                isOutcomeUnknown: entry.isOutcomeUnknown)
        }
        switch format {
        case .json: try book.console.write(json: rows)
        case .ndjson: for row in rows { try book.console.write(json: row, isPretty: false) }
        case .text:
            guard !rows.isEmpty else { return book.console.note("nothing waits for the server") }
            var table = Table([
                .init("id", tone: .faint), .init("contact", minWidth: 6, tone: .strong), .init("change"),
                .init("status"), .init("attempts", .right, dispensability: 1),
                .init("what the server said", minWidth: 8),
            ])
            for (row, item) in zip(rows, queue) {
                table.add([
                    item.call.shortID, row.contact, row.change,
                    "\(item.call.syncStatus.badge) \(row.syncStatus)",
                    "\(row.attempts)", row.syncError ?? (row.isOutcomeUnknown ? "no answer" : ""),
                ])
            }
            book.console.output.append(table.rendered(book.console.style, within: book.console.columns))
        }
    }

    /// The calls that the server refused and has never had.
    func refused() async throws -> [RecordReference] {
        try await book.storage.fetchCallLogs(matching: CallFilter(status: .failed), limit: .max)
            .filter { $0.id == 0 }.map { .id($0.key) }
    }
}
