import GRDB
import StoreTestSupport
import TestSupport
import Testing

@testable import IlkStore

/// Pieces of a full-text index that were made beside its writer are what the writer would have made.
@Suite struct FullTextPieceTests {
    private static let words = FullTextIndex(
        "words", columns: ["subject", "body"],
        options: "content='', columnsize=0, tokenize='unicode61 remove_diacritics 2'")
    private static let trigrams = FullTextIndex(
        "trigrams", columns: ["text"],
        options: "content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1'")

    private struct Text: Sendable {
        var row: Int64
        var columns: [String]
    }

    /// Rows with words that come often and words that come once.
    private static func texts(_ rows: [Int64], columns: Int, _ dice: inout SeededGenerator) -> [Text] {
        rows.map { row in
            Text(
                row: row,
                columns: (0..<columns).map { _ in
                    (0..<Int.random(in: 3...60, using: &dice)).map { _ in
                        let number = Int.random(in: 0..<Int.random(in: 1...5_000, using: &dice), using: &dice)
                        return ["w\(number)", "é\(number % 7)", "\"q\(number % 3)\"", "東京\(number % 5)"][
                            number % 4]
                    }.joined(separator: " ")
                })
        }
    }

    private static func run(_ statement: RawStatement, _ text: Text) throws {
        statement.bind(text.row, at: 1)
        for (place, column) in text.columns.enumerated() { statement.bind(column, at: Int32(place) + 2) }
        try statement.run()
    }

    private static func begin(_ builder: FullTextBuilder, _ texts: [Text]) -> FullTextBuilder.Work {
        builder.begin { statement in for text in texts { try run(statement, text) } }
    }

    private static func database(_ index: FullTextIndex) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { try $0.execute(sql: index.declaration()) }
        return queue
    }

    /// Each word, where it stands, and how many rows and words there are.
    private static func contents(_ database: Database, _ index: FullTextIndex) throws -> [String] {
        try database.execute(sql: "INSERT INTO \(index.name) (\(index.name)) VALUES ('integrity-check')")
        let totals = try FullTextPiece.totals(record(1, database, index))
        return try SearchWords.places(index.name, in: database) + ["\(totals ?? [])"]
    }

    private static func levels(_ database: Database, _ index: FullTextIndex) throws -> [SegmentStructure
        .Level]
    {
        try #require(SegmentStructure(record(10, database, index))).levels
    }

    private static func record(_ row: Int64, _ database: Database, _ index: FullTextIndex) throws -> [UInt8] {
        try RawStatement("SELECT block FROM \(index.name)_data WHERE id = ?", on: database).blob(row) ?? []
    }

    @Test(arguments: [words, trigrams], 1...12)
    func `what was made beside is what the writer makes`(_ index: FullTextIndex, _ seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let (beside, alone) = (try Self.database(index), try Self.database(index))
        let builder = try FullTextBuilder(index)
        var kept: [Text] = []
        for _ in 0..<12 {
            let rows = (0..<Int.random(in: 1...40, using: &dice)).map { _ in
                Int64.random(in: 0..<1 << 40, using: &dice)
            }
            let new = Self.texts(
                Set(rows).subtracting(kept.map(\.row)).sorted(), columns: index.columns.count, &dice)
            let gone = kept.shuffled(using: &dice).prefix(Int.random(in: 0...5, using: &dice))
            let (isMoved, isUndone) = (Bool.random(using: &dice), Int.random(in: 0..<6, using: &dice) == 0)
            try Self.change(alone, index, adding: new, removing: isUndone ? [] : Array(gone))
            let work = Self.begin(builder, new)
            if isUndone {
                // What was taken in and rolled back is not there, whatever FTS5 remembers.
                try beside.inTransaction { database in
                    try database.take(try work.piece(), into: index)
                    return .rollback
                }
                try Self.change(beside, index, adding: new, removing: [])
            } else if isMoved {
                try beside.write { database in
                    try Self.remove(Array(gone), database, index)
                    try database.take(try work.piece(), into: index)
                }
            } else {
                try Self.change(beside, index, adding: new, removing: Array(gone))
            }
            kept += new
            if !isUndone { kept.removeAll { text in gone.contains { $0.row == text.row } } }
        }
        let expected = try alone.write { try Self.contents($0, index) }
        #expect(try beside.write { try Self.contents($0, index) } == expected)
        // Merged into one, too.
        try beside.write {
            try $0.execute(sql: "INSERT INTO \(index.name) (\(index.name)) VALUES ('optimize')")
        }
        #expect(try beside.write { try Self.contents($0, index) } == expected)
        #expect(expected.count > 500)
    }

    private static func remove(_ texts: [Text], _ database: Database, _ index: FullTextIndex) throws {
        let delete = try RawStatement(index.deletion, on: database)
        for text in texts.sorted(by: { $0.row < $1.row }) { try run(delete, text) }
    }

    private static func change(
        _ queue: DatabaseQueue, _ index: FullTextIndex, adding new: [Text], removing gone: [Text]
    ) throws {
        try queue.write { database in
            try remove(gone, database, index)
            let insert = try RawStatement(index.insertion, on: database)
            for text in new { try run(insert, text) }
        }
    }

    @Test func `many pieces are merged as they come`() throws {
        let index = Self.words
        var dice = SeededGenerator(seed: 7)
        let (beside, alone) = (try Self.database(index), try Self.database(index))
        let builder = try FullTextBuilder(index)
        for part in 0..<100 {
            let texts = Self.texts((0..<30).map { Int64(part * 30 + $0) }, columns: 2, &dice)
            try Self.change(alone, index, adding: texts, removing: [])
            let work = Self.begin(builder, texts)
            try beside.write { try $0.take(try work.piece(), into: index) }
        }
        let levels = try beside.write { try Self.levels($0, index) }
        #expect(levels.reduce(0) { $0 + $1.segments.count } < 30)
        #expect(levels.count > 1)
        #expect(
            try beside.write { try Self.contents($0, index) } == alone.write { try Self.contents($0, index) })
    }

    @Test func `another connection finds what was taken in, and so does this one`() throws {
        let scratch = try Scratch()
        let pool = try DatabasePool(path: scratch.path("words.sqlite"))
        let index = Self.words
        try pool.write { try $0.execute(sql: index.declaration()) }
        let builder = try FullTextBuilder(index)
        func count(_ database: Database) throws -> Int? {
            try Int.fetchOne(database, sql: "SELECT count(*) FROM words WHERE words MATCH 'apple'")
        }
        for part in 1...5 {
            let work = Self.begin(builder, [Text(row: Int64(part), columns: ["An apple", "and a pear"])])
            #expect(
                try pool.write { database in
                    try database.take(try work.piece(), into: index)
                    return try count(database)
                } == part)
            #expect(try pool.read(count) == part)
        }
    }

    @Test func `a piece that FTS5 would not see, or of another index, changes nothing`() throws {
        let index = Self.words
        let queue = try Self.database(index)
        try Self.change(queue, index, adding: [Text(row: 1, columns: ["one", "two"])], removing: [])
        func rows() throws -> [Row] {
            try queue.read { database in
                try Row.fetchAll(database, sql: "SELECT * FROM words_data ORDER BY id")
                    + Row.fetchAll(database, sql: "SELECT * FROM words_idx ORDER BY segid, term")
            }
        }
        let before = try rows()
        let good = try Self.begin(
            FullTextBuilder(index), [Text(row: 2, columns: ["three", "four"])]
        ).piece()
        var lost = good
        lost.terms = lost.terms.map { FullTextPiece.Term(bytes: $0.bytes, leaf: 40) }
        var leafless = good
        leafless.pages = []
        let other = try Self.begin(
            FullTextBuilder(Self.trigrams), [Text(row: 2, columns: ["three"])]
        ).piece()
        for (piece, problem) in [
            (lost, FullTextProblem.unseen), (leafless, .unseen), (other, .unknownFormat),
        ] {
            #expect(throws: problem) { try queue.write { try $0.take(piece, into: index) } }
            #expect(try rows() == before)
        }
        try queue.write { try $0.take(good, into: index) }
        #expect(try rows() != before)
    }

    @Test func `what goes wrong while a piece is made is said, and the next is as good as any`() throws {
        struct Failure: Error {}
        let index = Self.words
        let builder = try FullTextBuilder(index)
        let work = builder.begin { statement in
            try Self.run(statement, Text(row: 1, columns: ["one", "two"]))
            throw Failure()
        }
        #expect(throws: Failure.self) { try work.piece() }
        #expect(throws: FullTextProblem.unknownFormat) { try Self.begin(builder, []).piece() }
        let piece = try Self.begin(builder, [Text(row: 2, columns: ["three", "four"])]).piece()
        #expect(piece.totals == [1, 1, 1])
        #expect(piece.firstTerm.map { [$0.term, "\($0.row)"] } == ["four", "2"])
    }

    @Test func `records of another kind, cut off or of chance are refused`() throws {
        let structure = try #require(
            SegmentStructure([0, 0, 0, 7, 2, 3, 0x81, 0x00, 1, 2, 5, 1, 9, 6, 1, 0x82, 0x03, 0, 1, 4, 1, 1]))
        #expect(structure.written == 128)
        #expect(structure.levels.map(\.segments.count) == [2, 1])
        #expect(structure.levels[0].segments[1].lastLeaf == 259)
        #expect(structure.freeNumber == 1)
        #expect(SegmentStructure(structure.bytes) == structure)
        for end in 0..<structure.bytes.count {
            #expect(SegmentStructure(Array(structure.bytes[..<end])) == nil)
        }
        #expect(SegmentStructure(structure.bytes + [0]) == nil)
        #expect(SegmentStructure([0, 0, 0, 0, 0xFF, 0, 0, 1, 0, 0, 0]) == nil)
        var dice = SeededGenerator(seed: 3)
        for _ in 0..<10_000 {
            var bytes = structure.bytes
            bytes[Int.random(in: 4..<bytes.count, using: &dice)] = .random(in: 0...255, using: &dice)
            if let read = SegmentStructure(bytes) { #expect(read.bytes.count <= bytes.count) }
        }
    }

    @Test func `numbers of variable length are those of SQLite`() throws {
        var dice = SeededGenerator(seed: 5)
        let powers = (0..<64).map { UInt64(1) << UInt64($0) }
        let others = (0..<1_000).map { _ in UInt64.random(in: 0 ... .max, using: &dice) }
        for number in powers + powers.map({ $0 - 1 }) + others + [.max] {
            var bytes: [UInt8] = []
            VariableLength.append(number, to: &bytes)
            let significant = UInt64.bitWidth - number.leadingZeroBitCount
            #expect(bytes.count == (significant > 56 ? 9 : max(1, (significant + 6) / 7)))
            var reader = VariableLengthReader(bytes)
            #expect(reader.next() == number)
            #expect(reader.isAtEnd && reader.next() == nil)
        }
    }
}
