/// The bytes of successive records of a file, before they are parsed.
struct RawRecords: Sendable {
    private var bytes: [UInt8] = []
    private var records: [(line: Int, end: Int)] = []

    /// The maximum number of records of a transaction.
    private static let mostRecords = 500
    private static let mostBytes = 1 << 20

    /// `true` if the batch is full: further records go into the next batch.
    var isFull: Bool { records.count >= Self.mostRecords || bytes.count >= Self.mostBytes }

    mutating func append(_ record: RecordSplitter.Record) {
        bytes += record.bytes
        records.append((record.number, bytes.count))
    }

    /// Calls a function with the number and the bytes of each record, and returns the results. The number is
    /// the line of the record, or its position in a JSON array.
    func map<Value>(_ transform: (Int, ArraySlice<UInt8>) -> Value) -> [Value] {
        var start = 0
        return records.map { line, end in
            defer { start = end }
            return transform(line, bytes[start..<end])
        }
    }
}
