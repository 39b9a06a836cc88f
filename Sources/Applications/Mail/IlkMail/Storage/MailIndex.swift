import GRDB
import IlkStore

/// Collects changes of the search indexes, and writes the changes sorted by row. The order matters because
/// FTS5 starts a new segment whenever a row id is lower than the previous one.
///
/// An instance must be created, used and released within one access to a database connection.
final class MailIndex {
    /// The indexed texts of a message.
    private struct Entry {
        var row: Int64
        var form: MailSearchForm
    }

    private let database: Database
    private var changes: [(entry: Entry, removes: Bool)] = []

    init(_ database: Database) { self.database = database }

    func add(_ form: MailSearchForm, at row: Int64) { changes.append((Entry(row: row, form: form), false)) }

    func remove(_ form: MailSearchForm, at row: Int64) { changes.append((Entry(row: row, form: form), true)) }

    /// Writes the pending changes. This method must be called before the transaction ends.
    func finish() throws {
        guard !changes.isEmpty else { return }
        // Changes of the same row must keep their order.
        let order = changes.indices.sorted { (changes[$0].entry.row, $0) < (changes[$1].entry.row, $1) }
        // Write one index after the other, because the working set of one index fits into the CPU cache.
        try write(order, to: MailSchema.words) { [$0.subject, $0.sender, $0.recipients, $0.body] }
        try write(order, to: MailSchema.trigrams) { [$0.folded[...]] }
        changes.removeAll(keepingCapacity: true)
    }

    private func write(
        _ order: [Int], to index: FullTextIndex, texts: (MailSearchForm) -> [ArraySlice<UInt8>]
    ) throws {
        let insert = try RawStatement(index.insertion, on: database)
        let delete = try RawStatement(index.deletion, on: database)
        for place in order {
            let (entry, removes) = changes[place]
            try (removes ? delete : insert).run(entry.row, texts: texts(entry.form))
        }
    }
}
