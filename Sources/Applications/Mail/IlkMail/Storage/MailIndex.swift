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

        /// Runs a statement of the index of words.
        func runWords(_ statement: RawStatement) throws {
            statement.bind(row, at: 1)
            for (place, text) in [form.subject, form.sender, form.recipients, form.body].enumerated() {
                text.withUnsafeBytes { statement.bind(text: $0, at: Int32(place) + 2) }
            }
            try statement.run()
        }

        /// Runs a statement of the index of trigrams.
        func runTrigrams(_ statement: RawStatement) throws {
            statement.bind(row, at: 1)
            form.folded.withUnsafeBytes { statement.bind(text: $0, at: 2) }
            try statement.run()
        }
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
        try write(order, to: MailSchema.words) { try $0.runWords($1) }
        try write(order, to: MailSchema.trigrams) { try $0.runTrigrams($1) }
        changes.removeAll(keepingCapacity: true)
    }

    private func write(
        _ order: [Int], to index: FullTextIndex, run: (Entry, RawStatement) throws -> Void
    ) throws {
        let insert = try RawStatement(index.insertion, on: database)
        let delete = try RawStatement(index.deletion, on: database)
        for place in order { try run(changes[place].entry, changes[place].removes ? delete : insert) }
    }
}
