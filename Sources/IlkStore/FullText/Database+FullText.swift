public import GRDB

extension Database {
    /// Puts a part of a full-text index into a table: as FTS5 itself writes a segment when a transaction ends, and merged with
    /// others as that would be.
    ///
    /// Whether FTS5 sees it is looked at. When it does not, or its records are not as they should be, nothing is changed.
    ///
    /// - Parameter index: The one that the piece's builder was made for.
    /// - Throws: ``FullTextProblem``, `DatabaseError`.
    public func take(_ piece: FullTextPiece, into index: FullTextIndex) throws {
        let table = index.name
        try inSavepoint {
            try forgetStructure(of: table)
            let record = try RawStatement("SELECT block FROM \(table)_data WHERE id = ?", on: self)
            guard var structure = SegmentStructure(try record.blob(SegmentStructure.row) ?? []),
                let number = structure.freeNumber,
                let before = FullTextPiece.totals(try record.blob(FullTextPiece.totalsRow) ?? []),
                piece.totals.count == index.columns.count + 1,
                before.isEmpty || before.count == piece.totals.count
            else { throw FullTextProblem.unknownFormat }
            try write(piece, into: table, as: Int64(number))
            let written = structure.written
            structure.append(
                SegmentStructure.Segment(
                    number: number, firstLeaf: piece.firstLeaf, lastLeaf: piece.lastLeaf))
            let totals = piece.totals.enumerated().map {
                before.isEmpty ? $0.element : before[$0.offset] + $0.element
            }
            let update = try RawStatement("REPLACE INTO \(table)_data (id, block) VALUES (?, ?)", on: self)
            for (row, bytes) in [
                (SegmentStructure.row, structure.bytes),
                (FullTextPiece.totalsRow, FullTextPiece.record(ofTotals: totals)),
            ] {
                update.bind(row, at: 1)
                update.bind(bytes: bytes, at: 2)
                try update.run()
            }
            guard try sees(piece, in: table) else { throw FullTextProblem.unseen }
            try merge(index, structure, since: written)
            return .commit
        }
    }

    private func write(_ piece: FullTextPiece, into table: String, as number: Int64) throws {
        let page = try RawStatement("INSERT INTO \(table)_data (id, block) VALUES (?, ?)", on: self)
        let term = try RawStatement("INSERT INTO \(table)_idx (segid, term, pgno) VALUES (?, ?, ?)", on: self)
        try piece.memory.withUnsafeBytes { memory in
            for row in piece.pages {
                page.bind(number << FullTextPiece.segmentBits + row.place, at: 1)
                page.bind(blob: UnsafeRawBufferPointer(rebasing: memory[row.bytes]), at: 2)
                try page.run()
            }
            for row in piece.terms {
                term.bind(number, at: 1)
                term.bind(blob: UnsafeRawBufferPointer(rebasing: memory[row.bytes]), at: 2)
                term.bind(row.leaf, at: 3)
                try term.run()
            }
        }
    }

    /// FTS5 remembers the structure that it last read or wrote, and looks for a newer one only where another connection wrote.
    /// What is rolled back it forgets.
    private func forgetStructure(of table: String) throws {
        try execute(
            sql: """
                SAVEPOINT structure;
                INSERT INTO \(table) (\(table), rank) VALUES ('merge', 0);
                ROLLBACK TO structure;
                RELEASE structure;
                """)
    }

    /// Whether FTS5 finds the first term of a piece in its first row.
    private func sees(_ piece: FullTextPiece, in table: String) throws -> Bool {
        guard let (term, row) = piece.firstTerm else { return false }
        guard !term.utf8.contains(0) else { return true }  // A query cannot have it.
        let quoted = term.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        do {
            return try Bool.fetchOne(
                self, sql: "SELECT EXISTS(SELECT 1 FROM \(table) WHERE \(table) MATCH ? AND rowid = ?)",
                arguments: ["\"\(quoted)\"", row]) ?? false
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return false
        }
    }

    /// As much as FTS5 merges when it writes a segment itself: for each 64 leaves 64 on each level.
    private func merge(_ index: FullTextIndex, _ structure: SegmentStructure, since written: UInt64) throws {
        let unit: UInt64 = 64
        let units = structure.written / unit - written / unit
        guard units > 0 else { return }
        let table = index.name
        let least = try Int.fetchOne(self, sql: "SELECT v FROM \(table)_config WHERE k = 'usermerge'")
        if least != index.mergedBy {
            try execute(
                sql: "INSERT INTO \(table) (\(table), rank) VALUES ('usermerge', ?)",
                arguments: [index.mergedBy])
        }
        try execute(
            sql: "INSERT INTO \(table) (\(table), rank) VALUES ('merge', ?)",
            arguments: [Int(units * unit) * structure.levels.count])
    }
}
