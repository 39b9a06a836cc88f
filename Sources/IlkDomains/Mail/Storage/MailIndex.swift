import GRDB
import IlkStore

/// Puts messages into the search indexes and takes them out, sorted by row: an index that has to go back begins anew.
///
/// Belongs to a connection: make, use and release it inside that connection's access.
final class MailIndex {
    private enum Change {
        case add
        case remove
    }

    private let database: Database
    private var changes: [(row: Int64, change: Change, form: MailSearchForm)] = []

    init(_ database: Database) {
        self.database = database
    }

    func add(_ form: MailSearchForm, at row: Int64) { changes.append((row, .add, form)) }

    func remove(_ form: MailSearchForm, at row: Int64) { changes.append((row, .remove, form)) }

    /// Writes what waits. Before the transaction ends.
    func finish() throws {
        guard !changes.isEmpty else { return }
        let isGone = changes.contains { $0.change == .remove }
        // What changed twice does so in the order in which it came.
        let order = changes.indices.sorted { (changes[$0].row, $0) < (changes[$1].row, $1) }
        let words = try Statements(
            database, table: "emailWords", columns: ["subject", "sender", "recipients", "body"],
            removes: isGone)
        let trigrams = try Statements(database, table: "emailTrigrams", columns: ["text"], removes: isGone)
        // One index after the other: each finds its own working memory in the cache.
        for index in order {
            let (row, change, form) = changes[index]
            try words.run(row, removes: change == .remove) { statement in
                for (place, text) in [form.subject, form.sender, form.recipients, form.body].enumerated() {
                    text.withUnsafeBytes { statement.bind(text: $0, at: Int32(place) + 2) }
                }
            }
        }
        for index in order {
            let (row, change, form) = changes[index]
            try trigrams.run(row, removes: change == .remove) { statement in
                form.folded.withUnsafeBytes { statement.bind(text: $0, at: 2) }
            }
        }
        changes.removeAll(keepingCapacity: true)
    }

    private struct Statements {
        let insert: RawStatement
        let delete: RawStatement?

        init(_ database: Database, table: String, columns: [String], removes: Bool) throws {
            let names = columns.joined(separator: ", ")
            let marks = columns.map { _ in "?" }.joined(separator: ", ")
            insert = try RawStatement(
                "INSERT INTO \(table) (rowid, \(names)) VALUES (?, \(marks))", on: database)
            delete =
                removes
                ? try RawStatement(
                    "INSERT INTO \(table) (\(table), rowid, \(names)) VALUES ('delete', ?, \(marks))",
                    on: database)
                : nil
        }

        func run(_ row: Int64, removes: Bool, binding: (RawStatement) -> Void) throws {
            guard let statement = removes ? delete : insert else { return }
            statement.bind(row, at: 1)
            binding(statement)
            try statement.run()
        }
    }
}
