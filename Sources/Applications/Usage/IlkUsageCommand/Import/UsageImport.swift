import IlkConsole
import IlkFraming
import IlkStore
import IlkUsage
import IlkVocabulary

/// Reads the records of a usage file as a stream. The first error ends the import and is reported with the
/// line of the record.
struct UsageImport {
    private let format: RecordFileFormat
    private let name: String
    private let read: (inout [UInt8]) throws -> Int
    private var cutter: RecordSplitter
    private var reader: RecordReader<JSONTree>
    private var json = UsageRecordJSON()
    private var seal = UsageFileChecksum()
    private var block = [UInt8](repeating: 0, count: 1 << 17)
    private var isAtEnd = false
    /// `true` if the file has a header. A file with a header must also have a trailer.
    private var isSealed = false
    private var hasTrailer = false
    private var places = 0
    /// The line of the record that was read last. In a JSON array, the number of the record.
    private(set) var line = 0

    /// - Parameter read: A function that fills the array with the next bytes of the file and returns their
    ///   number, or 0 at the end.
    init(format: RecordFileFormat, name: String, read: @escaping (inout [UInt8]) throws -> Int) {
        self.format = format
        self.name = name
        self.read = read
        cutter = RecordSplitter(format)
        reader = RecordReader(
            format: format, name: name, json: { try JSONTree(strictly: $0) },
            fields: { names in
                let csv = try UsageRecordCSV(names: names)
                return { try csv.tree($0) }
            })
    }

    /// Returns the next record, or `nil` at the end.
    ///
    /// - Throws: `badInput` with the line of the error.
    mutating func next() throws -> UsageRecord? {
        while true {
            while let record = cutter.next() {
                line = record.number
                if let found = try parsed(record.bytes) { return found }
            }
            guard !isAtEnd else {
                try checkEnd()
                return nil
            }
            let count = try read(&block)
            isAtEnd = count == 0
            isAtEnd ? cutter.finish() : cutter.append(block[..<count])
            try reader.begin(block[..<count])
            if cutter.isTooLong {
                throw failure("the record is longer than \(DecimalText.size(RecordSplitter.longest))")
            }
        }
    }

    /// Returns an error with the location of the record that was read last.
    func failure(
        _ message: String, column: Int? = nil, hint: String = "no record of the file was imported"
    ) -> CommandError {
        let place =
            format == .json
            ? FileLocation.text(name, record: line) : FileLocation.text(name, line: line, column: column)
        return CommandError(.badInput, message, at: place, hint: hint)
    }

    private mutating func parsed(_ bytes: ArraySlice<UInt8>) throws -> UsageRecord? {
        do {
            guard let tree = try reader.record(bytes) else { return nil }
            guard !hasTrailer else {
                throw RecordError(message: "the trailer must be the last record of the file")
            }
            places += 1
            switch tree["type"] {
            case .string("header"):
                guard places == 1, tree["id"] == .string(UsageFileChecksum.schema) else {
                    throw RecordError(
                        message: "the first record must be the header of \(UsageFileChecksum.schema)")
                }
                isSealed = true
                return nil
            case .string("trailer"):
                if let fault = seal.mismatch(of: tree) { throw RecordError(message: fault) }
                hasTrailer = true
                return nil
            default:
                let record = try UsageRecordJSON.record(tree)
                seal.add(json.bytes(record))
                return record
            }
        } catch let error as JSONLineError {
            let column = error.offset + 1
            if format == .ndjson, line == 1,
                let hint = RecordFileFormat.tableHint(bytes, "use --format csv")
            {
                throw failure(error.detail, column: column, hint: hint)
            }
            throw failure(error.detail, column: column)
        } catch let problem as RecordError {
            throw failure(problem.message)
        } catch let error as UsageError {
            throw failure(error.description)
        } catch let error as UsageRecordJSON.UnknownVersion {
            throw failure("the record has version \(error.version), which only a newer ilk can read")
        }
    }

    private func checkEnd() throws {
        if isSealed, !hasTrailer {
            throw failure("the file is truncated after this record: the trailer of the export is missing")
        }
        if let fault = cutter.frameFault { throw failure(fault) }
    }
}

/// Provides the records that an import inserts in one transaction.
///
/// The class is `@unchecked Sendable` because only one thread at a time uses an instance: first the thread
/// that created the instance, then the thread of the transaction, then the first thread again.
final class UsageImportSource: @unchecked Sendable {
    private var file: UsageImport
    private let console: Console

    init(_ file: UsageImport, _ console: Console) {
        self.file = file
        self.console = console
    }

    /// Inserts all records in one transaction.
    ///
    /// - Throws: `badInput` with the line of the invalid record. After an error, the store is unchanged.
    func run(into store: UsageStore) async throws -> RecordImportOutcome {
        do {
            let (added, present) = try await store.insert(pulling: pull)
            return RecordImportOutcome(added: added, present: present)
        } catch let error as UsageError {
            throw file.failure(error.description)
        }
    }

    private func pull() throws -> [UsageRecord]? {
        try console.checkStop()
        return try file.next().map { [$0] }
    }
}

/// The header and the trailer of a usage file, which let an import detect a truncated or altered file. The
/// trailer contains the number of records and their digest. The digest does not depend on the file format.
struct UsageFileChecksum {
    static let schema = "ilk.usage/1"

    private var hasher = ContentHasher()
    private(set) var records = 0

    /// Adds the JSON of the next record to the digest.
    mutating func add(_ json: [UInt8]) {
        hasher.update(json)
        hasher.update(CollectionOfOne(UInt8(ascii: "\n")))
        records += 1
    }

    /// The header as a JSON object.
    static var header: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("type", "header")
        writer.field("id", schema)
        writer.endObject()
        return writer.bytes
    }

    /// The trailer as a JSON object.
    var trailer: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("type", "trailer")
        writer.field("id", Self.schema)
        writer.field("records", records)
        writer.field("sha256", digest)
        writer.endObject()
        return writer.bytes
    }

    private var digest: String {
        let copy = hasher
        return copy.finish().description
    }

    /// Returns an error message if a trailer does not match the records, otherwise `nil`.
    func mismatch(of trailer: JSONTree) -> String? {
        guard trailer["records"] == .integer(Int64(records)) else {
            return "the file was altered: the number of records differs from the number in the trailer"
        }
        return trailer["sha256"] == .string(digest)
            ? nil : "the file was altered: the SHA-256 of the records differs from the SHA-256 in the trailer"
    }
}
