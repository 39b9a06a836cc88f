import IlkStore

/// Imports records from a file into a store, in batches. If a batch is rejected, its records are inserted one
/// by one.
package struct RecordImport<Record> {
    /// The format of the file.
    package var format: RecordFileFormat
    /// The handling of invalid records.
    package var policy: InputErrorPolicy
    /// The console for messages.
    package var console: Console
    /// Parses a JSON object.
    package var json: (ArraySlice<UInt8>) throws -> Record
    /// Returns a parser of rows for the names of the header row.
    package var fields: ([String?]) throws -> ([String?]) throws -> Record
    /// Inserts all records or none, and returns the number of new records.
    package var insert: ([Record]) async throws -> Int

    /// The number of records per transaction.
    private let batchSize = 500

    package init(
        format: RecordFileFormat, policy: InputErrorPolicy, console: Console,
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

    /// Imports all records. The file may be larger than memory.
    ///
    /// - Parameters:
    ///   - name: The name of the file in messages.
    ///   - read: Reads the next block into the array and returns its number of bytes, 0 at the end.
    /// - Throws: `badInput` for an invalid record, if the policy is to stop. The records before it stay in
    ///   the store.
    package func run(name: String, read: (inout [UInt8]) throws -> Int) async throws -> RecordImportOutcome {
        var outcome = RecordImportOutcome()
        var waiting: [(line: Int, record: Record)] = []
        var cutter = RecordSplitter(format)
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
                } catch let problem as RecordError {
                    if policy != .skip, format == .ndjson, record.number == 1,
                        let hint = RecordFileFormat.tableHint(record.bytes, "use --format csv")
                    {
                        throw CommandError(.badInput, problem.message, at: "\(name):1", hint: hint)
                    }
                    try await insertBatch(&waiting, name, &outcome)
                    try skip(problem.message, name, record.number, &outcome)
                }
                if waiting.count == batchSize { try await insertBatch(&waiting, name, &outcome) }
                try console.checkStop()
            }
            if cutter.isTooLong {
                throw CommandError(
                    .badInput, "a record is longer than \(DecimalText.size(RecordSplitter.longest))", at: name
                )
            }
        } while count > 0
        try await insertBatch(&waiting, name, &outcome)
        return outcome
    }

    private func insertBatch(
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
            // Insert one by one to find the invalid record.
            for (line, record) in batch {
                do {
                    let added = try await insert([record])
                    outcome.added += added
                    outcome.present += 1 - added
                } catch let error as any InvalidRecord {
                    try skip("\(error)", name, line, &outcome)
                }
            }
        }
    }

    private func skip(
        _ says: String, _ name: String, _ line: Int, _ outcome: inout RecordImportOutcome
    ) throws {
        let place =
            format == .json ? FileLocation.text(name, record: line) : FileLocation.text(name, line: line)
        guard policy == .skip else {
            throw CommandError(
                .badInput, says, at: place,
                hint: "the records before it are stored; skip invalid records with: --on-error skip")
        }
        outcome.skipped += 1
        console.note("skipped \(place): \(says)")
    }
}

/// The counts of an import.
package struct RecordImportOutcome: Encodable {
    /// The number of new records.
    package var added = 0
    /// The number of records that were already present.
    package var present = 0
    /// The number of skipped records.
    package var skipped = 0

    package init(added: Int = 0, present: Int = 0, skipped: Int = 0) {
        self.added = added
        self.present = present
        self.skipped = skipped
    }
}
