import GRDB
import IlkStore

/// Puts messages into the search indexes and takes them out, sorted by row: an index that has to go back begins anew.
///
/// Belongs to a connection: make, use and release it inside that connection's access.
final class MailIndex {
    /// What the indexes have of a message.
    struct Entry: Sendable {
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

    /// From how much text on pieces are made beside the writer: to hand over less takes longer than to write it.
    static let leastBeside = 64 << 10

    private let database: Database
    private let builders: MailIndexBuilders?
    private var changes: [(entry: Entry, removes: Bool)] = []
    /// What is being made of messages that were added.
    private(set) var pieces: [MailIndexBuilders.Pieces] = []

    /// - Parameter builders: Make the indexes of many new messages beside the writer.
    init(_ database: Database, builders: MailIndexBuilders? = nil) {
        (self.database, self.builders) = (database, builders)
    }

    func add(_ form: MailSearchForm, at row: Int64) { changes.append((Entry(row: row, form: form), false)) }

    func remove(_ form: MailSearchForm, at row: Int64) { changes.append((Entry(row: row, form: form), true)) }

    /// Has pieces made of what waits, if it is much and all of it new: call it before other work is done.
    func begin() throws {
        guard let builders, !changes.contains(where: \.removes),
            changes.reduce(0, { $0 + $1.entry.form.bytes }) >= Self.leastBeside
        else { return }
        changes.sort { $0.entry.row < $1.entry.row }
        pieces.append(try builders.begin(changes.map(\.entry)))
        changes.removeAll(keepingCapacity: true)
    }

    /// Writes what waits. Before the transaction ends.
    func finish() throws {
        try begin()
        for piece in pieces {
            try take(piece.words, into: MailSchema.words, piece.entries) { try $0.runWords($1) }
            try take(piece.trigrams, into: MailSchema.trigrams, piece.entries) { try $0.runTrigrams($1) }
        }
        pieces.removeAll(keepingCapacity: true)
        try writeChanges()
    }

    /// Takes a piece in. What FTS5 would not see there is given to it message by message.
    private func take(
        _ work: FullTextBuilder.Work, into index: FullTextIndex, _ entries: [Entry],
        run: (Entry, RawStatement) throws -> Void
    ) throws {
        do {
            try database.take(try work.piece(), into: index)
        } catch is FullTextProblem {
            let insert = try RawStatement(index.insertion, on: database)
            for entry in entries { try run(entry, insert) }
        }
    }

    private func writeChanges() throws {
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
