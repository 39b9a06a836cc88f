import GRDB
import Synchronization

/// Makes parts of a full-text index on a thread of its own, beside the writer of the file that they are for: splitting texts
/// into words and sorting them takes longer than to write what comes of it, and a file has one writer.
///
/// Words are split, counted and sorted by SQLite's FTS5, in a table in memory that is declared as the one in the file.
/// ``GRDB/Database/take(_:into:)`` puts what it made there.
public final class FullTextBuilder: Sendable {
    private let queue: DatabaseQueue
    private let insert: String

    /// More than what is ever given at once makes: then it is one segment.
    private static let mostPending = 1 << 30

    /// Makes the table.
    ///
    /// - Throws: `DatabaseError` when SQLite does not take it.
    public init(_ index: FullTextIndex) throws {
        var configuration = Configuration()
        configuration.label = "full-text index"
        queue = try DatabaseQueue(configuration: configuration)
        insert = index.insertion(into: "piece")
        try queue.writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    PRAGMA journal_mode = OFF;
                    \(index.declaration(as: "piece"));
                    INSERT INTO piece (piece, rank) VALUES ('hashsize', \(Self.mostPending));
                    INSERT INTO piece (piece, rank) VALUES ('automerge', 0);
                    """)
        }
    }

    /// A piece that is being made.
    public final class Work: Sendable {
        private let queue: DatabaseQueue
        private let result = Mutex<Result<FullTextPiece, any Error>?>(nil)

        fileprivate init(_ queue: DatabaseQueue) { self.queue = queue }

        fileprivate func end(_ result: Result<FullTextPiece, any Error>) {
            self.result.withLock { $0 = result }
        }

        /// Waits for the piece.
        ///
        /// - Throws: `DatabaseError`, ``FullTextProblem``.
        public func piece() throws -> FullTextPiece {
            // The queue takes one thing behind the other.
            queue.writeWithoutTransaction { _ in }
            guard let result = result.withLock({ $0 }) else { throw FullTextProblem.unknownFormat }
            return try result.get()
        }
    }

    /// Begins with a piece, and comes back at once.
    ///
    /// - Parameter fill: Is given a statement that adds a row: its number at 1, from 2 the columns. In the order of rows.
    public func begin(_ fill: @escaping @Sendable (RawStatement) throws -> Void) -> Work {
        let work = Work(queue)
        queue.asyncWriteWithoutTransaction { [insert] database in
            work.end(Result { try Self.piece(in: database, insert: insert, fill) })
        }
        return work
    }

    private static func piece(
        in database: Database, insert: String, _ fill: (RawStatement) throws -> Void
    ) throws -> FullTextPiece {
        try database.execute(sql: "INSERT INTO piece (piece) VALUES ('delete-all')")
        try database.execute(sql: "BEGIN")
        do {
            try fill(try RawStatement(insert, on: database))
        } catch {
            try database.execute(sql: "COMMIT")  // The table is emptied before the next.
            throw error
        }
        try database.execute(sql: "COMMIT")
        return try read(database)
    }

    private static func read(_ database: Database) throws -> FullTextPiece {
        let record = try RawStatement("SELECT block FROM piece_data WHERE id = ?", on: database)
        guard let structure = SegmentStructure(try record.blob(SegmentStructure.row) ?? []),
            structure.levels.reduce(0, { $0 + $1.segments.count }) == 1,
            let segment = structure.levels.first?.segments.first,
            let totals = FullTextPiece.totals(try record.blob(FullTextPiece.totalsRow) ?? [])
        else { throw FullTextProblem.unknownFormat }
        var piece = FullTextPiece()
        (piece.firstLeaf, piece.lastLeaf, piece.totals) = (segment.firstLeaf, segment.lastLeaf, totals)
        let start = Int64(segment.number) << FullTextPiece.segmentBits
        let pages = try RawStatement(
            "SELECT id, block FROM piece_data WHERE id > \(SegmentStructure.row) ORDER BY id", on: database)
        while try pages.step() {
            let bytes = pages.withBlob(1) { piece.keep($0) }
            piece.pages.append(FullTextPiece.Page(place: pages.integer(0) - start, bytes: bytes))
        }
        pages.reset()
        let terms = try RawStatement(
            "SELECT term, pgno FROM piece_idx WHERE segid = \(segment.number) ORDER BY term", on: database)
        while try terms.step() {
            let bytes = terms.withBlob(0) { piece.keep($0) }
            piece.terms.append(FullTextPiece.Term(bytes: bytes, leaf: terms.integer(1)))
        }
        terms.reset()
        return piece
    }
}

extension RawStatement {
    /// The bytes that a statement of one parameter finds; nil where it finds none.
    func blob(_ row: Int64) throws -> [UInt8]? {
        bind(row, at: 1)
        defer { reset() }
        return try step() ? withBlob(0) { Array($0) } : nil
    }
}
