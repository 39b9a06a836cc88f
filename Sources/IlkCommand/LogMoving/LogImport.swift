import FoundationEssentials
import IlkDomains
import IlkVocabulary

/// Takes records from a file into a log.
struct LogImport {
    /// How they are written.
    var format: LogFileFormat
    /// What happens about a record that cannot be taken.
    var policy: FaultPolicy
    /// Where is told what happened.
    var console: Console

    /// How many records are taken in one transaction.
    private static let batch = 500

    /// What came of it.
    struct Outcome: Encodable {
        /// How many entries are new.
        var added = 0
        /// How many were there already.
        var present = 0
        /// How many were left out.
        var leftOut = 0
    }

    /// A record, or why there is none, and where it stands.
    struct Item {
        var line: Int
        var record: Result<LogRecord, LogRecordJSON.Problem>
    }

    /// Takes all that the file has.
    ///
    /// - Throws: `badInput` for a record that cannot be taken; what stands before it is in the log then.
    func run(_ bytes: [UInt8], name: String, into store: ClassificationLogStore) async throws -> Outcome {
        var outcome = Outcome()
        var waiting: [(line: Int, record: LogRecord)] = []
        for item in try items(bytes, name, newID: store.nextID) {
            switch item.record {
            case .success(let record): waiting.append((item.line, record))
            case .failure(let problem):
                try await take(&waiting, name, into: store, &outcome)
                try leaveOut(problem.says, name, item.line, &outcome)
            }
            if waiting.count == Self.batch { try await take(&waiting, name, into: store, &outcome) }
            try console.checkStop()
        }
        try await take(&waiting, name, into: store, &outcome)
        try await store.catchUp()
        return outcome
    }

    private func take(
        _ waiting: inout [(line: Int, record: LogRecord)], _ name: String, into store: ClassificationLogStore,
        _ outcome: inout Outcome
    ) async throws {
        let batch = waiting
        waiting = []
        guard !batch.isEmpty else { return }
        do {
            let added = try await store.take(batch.map(\.record))
            outcome.added += added
            outcome.present += batch.count - added
        } catch is DomainError {
            // One of them cannot be taken: which?
            for (line, record) in batch {
                do {
                    let added = try await store.take([record])
                    outcome.added += added
                    outcome.present += 1 - added
                } catch let error as DomainError {
                    try leaveOut(error.description, name, line, &outcome)
                }
            }
        }
    }

    private func leaveOut(_ says: String, _ name: String, _ line: Int, _ outcome: inout Outcome) throws {
        let place = "\(name), \(format == .json ? "record" : "line") \(line)"
        guard policy == .skip else {
            throw CommandFailure(
                .badInput, says, at: place,
                hint: "what stands before it is in the log; leave such records out with: --on-error skip")
        }
        outcome.leftOut += 1
        console.note("left out \(place): \(says)")
    }

    private func items(_ bytes: [UInt8], _ name: String, newID: () -> RecordID) throws -> [Item] {
        switch format {
        case .json:
            let first = bytes.first { !($0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09) }
            guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
                throw CommandFailure(.badInput, "it is no JSON array", at: name)
            }
            return RawMembers.objects(bytes[...]).enumerated().map { place, json in
                Self.item(place + 1) { try LogRecordJSON.record(json, newID: newID) }
            }
        case .ndjson:
            return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
                .filter { $0.element.contains { $0 > 0x20 } }
                .map { place, line in Self.item(place + 1) { try LogRecordJSON.record(line, newID: newID) } }
        case .csv:
            let rows = CommaSeparated.rows(bytes)
            guard let names = rows.first?.fields else { return [] }
            let reader: LogRecordCSV
            do {
                reader = try LogRecordCSV(names: names)
            } catch let problem as LogRecordJSON.Problem {
                throw CommandFailure(.badInput, problem.says, at: name)
            }
            return rows.dropFirst().map { row in
                Self.item(row.line) {
                    guard let fields = row.fields else {
                        throw LogRecordJSON.Problem(says: "its quotes or its UTF-8 are broken")
                    }
                    return try reader.record(fields, newID: newID)
                }
            }
        }
    }

    private static func item(_ line: Int, _ record: () throws -> LogRecord) -> Item {
        Item(
            line: line,
            record: Result { try record() }.mapError {
                $0 as? LogRecordJSON.Problem ?? LogRecordJSON.Problem(says: "it cannot be read")
            })
    }
}
