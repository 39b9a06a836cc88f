import IlkFiles
import IlkStore
import IlkVocabulary

/// Imports records from a file into a store, in batches. If a batch is rejected, its records are inserted one
/// by one, to find the invalid records.
package struct RecordImport<Record: Sendable> {
    /// The format of the file.
    package var format: RecordFileFormat
    /// The handling of invalid records.
    package var policy: InputErrorPolicy
    /// The maximum number of threads that parse records. The stored records and their order do not depend on
    /// this number. With more than one thread, the parsers are called concurrently.
    package var threads: Int
    package var console: Console
    /// Parses a JSON object.
    package var json: (ArraySlice<UInt8>) throws -> Record
    /// Takes the column names of the header row, and returns a function that parses a row.
    package var fields: ([String?]) throws -> ([String?]) throws -> Record
    /// Inserts all records or none, and returns the number of new records.
    package var insert: ([Record]) async throws -> Int

    package init(
        format: RecordFileFormat, policy: InputErrorPolicy, threads: Int = 1, console: Console,
        json: @escaping (ArraySlice<UInt8>) throws -> Record,
        fields: @escaping ([String?]) throws -> ([String?]) throws -> Record,
        insert: @escaping ([Record]) async throws -> Int
    ) {
        self.format = format
        self.policy = policy
        self.threads = threads
        self.console = console
        self.json = json
        self.fields = fields
        self.insert = insert
    }

    private typealias Parsed = [(line: Int, record: Result<Record?, any Error>)]

    /// Imports all records. The file may be larger than memory.
    ///
    /// - Parameters:
    ///   - name: The name by which messages refer to the file.
    ///   - read: Reads the next block into the array and returns its number of bytes, 0 at the end.
    /// - Throws: `badInput` for an invalid record, if the policy is to stop, and for an invalid JSON array.
    ///   The records before the error stay in the store.
    package func run(name: String, read: (inout [UInt8]) throws -> Int) async throws -> RecordImportOutcome {
        var outcome = RecordImportOutcome()
        var cutter = RecordSplitter(format)
        var reader = RecordReader(format: format, name: name, json: json, fields: fields)
        // Threads start after the first record, so that their readers know the header row.
        let batches = OrderedBatches<RawRecords, Parsed>(threads: threads) {
            var reader = reader
            return { raw in
                raw.map { line, bytes in (line: line, record: Result { try reader.record(bytes) }) }
            }
        }
        defer { batches.close() }
        var blocks = MarkSkippingBlocks()
        var raw = RawRecords()
        var (hasBegun, isAtEnd) = (false, false)
        repeat {
            let bytes = try blocks.next(from: read)
            try console.checkStop()
            isAtEnd = bytes.isEmpty
            isAtEnd ? cutter.finish() : cutter.append(bytes)
            try reader.begin(bytes)
            while let record = cutter.next() {
                if hasBegun {
                    raw.append(record)
                } else {
                    hasBegun = true
                    let parsed = try first(record, &reader)
                    try await insertParsed([(line: record.number, record: parsed)], name, &outcome)
                }
                if raw.isFull { try await submit(&raw, to: batches, name, &outcome) }
            }
            if isAtEnd || cutter.isTooLong {
                try await submit(&raw, to: batches, name, &outcome)
                while let parsed = batches.next() { try await insertParsed(parsed, name, &outcome) }
            }
            if cutter.isTooLong {
                throw CommandError(
                    .badInput, "a record is longer than \(DecimalText.size(RecordSplitter.longest))",
                    at: name, hint: "check the format and that each quote and bracket is closed")
            }
        } while !isAtEnd
        if let fault = cutter.frameFault {
            throw CommandError(
                .badInput, fault, at: name,
                hint: "check the end of the file; its complete records were stored")
        }
        return outcome
    }

    /// Parses the first record, which can be a header row.
    private func first(
        _ record: RecordSplitter.Record, _ reader: inout RecordReader<Record>
    ) throws -> Result<Record?, any Error> {
        do {
            return .success(try reader.record(record.bytes))
        } catch let problem as RecordError {
            if policy != .skip, format == .ndjson,
                let hint = RecordFileFormat.tableHint(record.bytes, "use --format csv")
            {
                let place = FileLocation.text(reader.name, line: record.number)
                throw CommandError(.badInput, problem.message, at: place, hint: hint)
            }
            return .failure(problem)
        }
    }

    /// Submits records for parsing. While the queue is full, inserts parsed records.
    private func submit(
        _ raw: inout RawRecords, to batches: OrderedBatches<RawRecords, Parsed>, _ name: String,
        _ outcome: inout RecordImportOutcome
    ) async throws {
        try console.checkStop()
        while !batches.hasRoom, let parsed = batches.next() { try await insertParsed(parsed, name, &outcome) }
        try batches.submit(raw)
        raw = RawRecords()
    }

    /// Inserts the records of a batch.
    private func insertParsed(
        _ parsed: Parsed, _ name: String, _ outcome: inout RecordImportOutcome
    ) async throws {
        var waiting: [(line: Int, record: Record)] = []
        for (line, result) in parsed {
            do {
                if let record = try result.get() { waiting.append((line, record)) }
            } catch let problem as RecordError {
                try await insertBatch(&waiting, name, &outcome)
                try skip(problem.message, name, line, &outcome)
            }
        }
        try await insertBatch(&waiting, name, &outcome)
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
