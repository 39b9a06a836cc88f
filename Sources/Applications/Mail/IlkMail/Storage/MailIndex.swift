import GRDB
import IlkStore

/// Puts messages into the search indexes and takes them out, sorted by row: an index that has to go back begins anew.
///
/// Belongs to a connection: make, use and release it inside that connection's access.
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

    /// Writes what waits. Before the transaction ends.
    func finish() throws {
        guard !changes.isEmpty else { return }
        // What changed twice does so in the order in which it came.
        let order = changes.indices.sorted { (changes[$0].entry.row, $0) < (changes[$1].entry.row, $1) }
        // One index after the other: each finds its own working memory in the cache.
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
