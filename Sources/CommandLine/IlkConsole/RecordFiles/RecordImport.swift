import IlkStore

/// Inserts records of any store from a file: a batch at a time, and where one of a batch cannot be inserted, one by one.
package struct RecordImport<Record> {
    /// How they are written.
    package var format: RecordFileFormat
    /// What happens about a record that cannot be taken.
    package var policy: FaultPolicy
    /// Where is told what happened.
    package var console: Console
    /// Reads a JSON object.
    package var json: (ArraySlice<UInt8>) throws -> Record
    /// Reads a row of fields under the names of the first row.
    package var fields: ([String?]) throws -> ([String?]) throws -> Record
    /// Inserts records, all or none, and returns the number of new ones.
    package var insert: ([Record]) async throws -> Int

    /// How many records are taken in one transaction.
    private let batchSize = 500

    /// Creates a value from its parts.
    package init(
        format: RecordFileFormat, policy: FaultPolicy, console: Console,
        json: @escaping (ArraySlice<UInt8>) throws -> Record,
        fields: @escaping ([String?]) throws -> ([String?]) throws -> Record,
        insert: @escaping ([Record]) async throws -> Int
    ) {
        self.format = format
        self.policy = policy
        self.console = console
        self.json = json
        self.fields = fields
        self.insert = insert
    }

    /// Takes all that is read, record by record: a file may be larger than memory.
    ///
    /// - Parameter read: Reads the next block into the array and says how many bytes it has; 0 at the end.
    /// - Throws: `badInput` for a record that cannot be taken; what stands before it is in the store then.
    package func run(name: String, read: (inout [UInt8]) throws -> Int) async throws -> RecordImportOutcome {
        var outcome = RecordImportOutcome()
        var waiting: [(line: Int, record: Record)] = []
        var cutter = RecordCutter(format)
        var reader = RecordReader(format: format, name: name, json: json, fields: fields)
        var block = [UInt8](repeating: 0, count: 1 << 17)
        var count = 0
        repeat {
            count = try read(&block)
            try console.checkStop()
            count == 0 ? cutter.finish() : cutter.append(block[..<count])
            try reader.begin(block[..<count])
            while let record = cutter.next() {
                do {
                    guard let taken = try reader.record(record.bytes) else { continue }
                    waiting.append((record.number, taken))
                } catch let problem as RecordProblem {
                    try await takeBatch(&waiting, name, &outcome)
                    try leaveOut(problem.says, name, record.number, &outcome)
                }
                if waiting.count == batchSize { try await takeBatch(&waiting, name, &outcome) }
                try console.checkStop()
            }
            if cutter.isTooLong {
                throw CommandFailure(
                    .badInput, "a record has more than \(DecimalText.size(RecordCutter.longest))", at: name)
            }
        } while count > 0
        try await takeBatch(&waiting, name, &outcome)
        return outcome
    }

    private func takeBatch(
        _ waiting: inout [(line: Int, record: Record)], _ name: String,
        _ outcome: inout RecordImportOutcome
    ) async throws {
        let batch = waiting
        waiting = []
        guard !batch.isEmpty else { return }
        do {
            let added = try await insert(batch.map(\.record))
            outcome.added += added
            outcome.present += batch.count - added
        } catch  where error is any InvalidRecord {
            // One of them cannot be taken: which?
            for (line, record) in batch {
                do {
                    let added = try await insert([record])
                    outcome.added += added
                    outcome.present += 1 - added
                } catch let error as any InvalidRecord {
                    try leaveOut("\(error)", name, line, &outcome)
                }
            }
        }
    }

    private func leaveOut(
        _ says: String, _ name: String, _ line: Int, _ outcome: inout RecordImportOutcome
    ) throws {
        let place = "\(name), \(format == .json ? "record" : "line") \(line)"
        guard policy == .skip else {
            throw CommandFailure(
                .badInput, says, at: place,
                hint: "what stands before it is in the store; "
                    + "leave such records out with: --on-error skip")
        }
        outcome.leftOut += 1
        console.note("left out \(place): \(says)")
    }
}

/// What came of records that were taken in.
package struct RecordImportOutcome: Encodable {
    /// How many are new.
    package var added = 0
    /// How many were there already.
    package var present = 0
    /// How many were left out.
    package var leftOut = 0

    /// Creates a value from its parts.
    package init(added: Int = 0, present: Int = 0, leftOut: Int = 0) {
        self.added = added
        self.present = present
        self.leftOut = leftOut
    }
}
