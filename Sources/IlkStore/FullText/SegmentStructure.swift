/// Which segments a full-text index is made of: the structure record of SQLite's FTS5, as its `%_data` table holds it.
///
/// The format is that of every file with an FTS5 table since 2015; the second kind of record, which tables with
/// `contentless_delete` have, is not read.
struct SegmentStructure: Equatable {
    /// Where the record stands in `%_data`.
    static let row: Int64 = 10
    /// The highest number that FTS5 gives a segment, and how many it takes at most.
    static let mostSegments = 2_000

    struct Segment: Equatable {
        var number: Int
        var firstLeaf: Int
        var lastLeaf: Int
    }

    struct Level: Equatable {
        /// How many of its segments are being merged into the next level.
        var merging = 0
        /// From the oldest to the newest.
        var segments: [Segment] = []
    }

    /// Changes with the table's settings.
    var cookie: [UInt8]
    /// How many leaves were written since there is an index: from it FTS5 sees how much is to be merged.
    var written: UInt64
    var levels: [Level]

    /// Reads a record.
    ///
    /// - Returns: Nil when it is of another kind, or says what cannot be.
    init?(_ bytes: [UInt8]) {
        guard bytes.count > 4, bytes[4] != 0xFF else { return nil }
        cookie = Array(bytes[..<4])
        var reader = VariableLengthReader(bytes, from: 4)
        guard let count = reader.small(), let total = reader.small(), let written = reader.next(),
            count <= Self.mostSegments, total <= Self.mostSegments
        else { return nil }
        self.written = written
        levels = []
        for _ in 0..<count {
            guard let level = Self.level(&reader) else { return nil }
            levels.append(level)
        }
        guard reader.isAtEnd, levels.reduce(0, { $0 + $1.segments.count }) == total else { return nil }
    }

    private static func level(_ reader: inout VariableLengthReader) -> Level? {
        guard let merging = reader.small(), let count = reader.small(), merging <= count,
            count <= mostSegments
        else { return nil }
        var level = Level(merging: merging)
        for _ in 0..<count {
            guard let number = reader.small(), let first = reader.small(), let last = reader.small(),
                number > 0, first <= last
            else { return nil }
            level.segments.append(Segment(number: number, firstLeaf: first, lastLeaf: last))
        }
        return level
    }

    /// As the record has it.
    var bytes: [UInt8] {
        var bytes = cookie
        func append(_ number: Int) { VariableLength.append(UInt64(number), to: &bytes) }
        append(levels.count)
        append(levels.reduce(0) { $0 + $1.segments.count })
        VariableLength.append(written, to: &bytes)
        for level in levels {
            append(level.merging)
            append(level.segments.count)
            for segment in level.segments {
                append(segment.number)
                append(segment.firstLeaf)
                append(segment.lastLeaf)
            }
        }
        return bytes
    }

    /// The lowest number that no segment has; nil when there is no room for one more.
    var freeNumber: Int? {
        let taken = Set(levels.flatMap { $0.segments.map(\.number) })
        return taken.count < Self.mostSegments ? (1...Self.mostSegments).first { !taken.contains($0) } : nil
    }

    /// Puts a segment behind the newest.
    mutating func append(_ segment: Segment) {
        if levels.isEmpty { levels.append(Level()) }
        levels[0].segments.append(segment)
        written += UInt64(segment.lastLeaf - segment.firstLeaf + 1)
    }
}
