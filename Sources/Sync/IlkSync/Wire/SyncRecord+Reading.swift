extension SyncRecord {
    /// The smallest encoding of a record, in bytes.
    static let fewestBytes = 16 + 1 + 8 + 24 + 8 + 1
    /// The longest name of a collection, in bytes.
    static let longestCollection = 255

    /// Decodes a record encoded by ``bytes``. Trailing bytes are an error.
    ///
    /// - Parameter bytes: The encoded record.
    /// - Throws: ``WireFault`` if the bytes are not a valid record.
    public init(bytes: UnsafeRawBufferPointer) throws(WireFault) {
        var reader = WireReader(bytes)
        self = try SyncRecord(&reader)
        guard reader.left == 0 else { throw reader.fault(.tooLong) }
    }

    init(_ reader: inout WireReader) throws(WireFault) {
        let key = SyncKey(high: try reader.number(), low: try reader.number())
        guard let kind = RecordKind(rawValue: try reader.number()) else { throw reader.fault(.badValue) }
        let length = try reader.length(upTo: Self.longestCollection)
        let name = try reader.readBytes(length)
        guard let collection = String(validating: name, as: UTF8.self) else { throw reader.fault(.badValue) }
        let stamp = Stamp(
            time: HybridTime(bits: try reader.number()), device: DeviceID(try reader.number()),
            incarnation: Incarnation(try reader.number()))
        let count = try reader.length(upTo: VersionVector.maximumCount)
        var dots: [VersionVector.Dot] = []
        for _ in 0..<count {
            let incarnation = Incarnation(try reader.number())
            guard let edits = UInt32(exactly: try reader.number(UInt64.self)) else {
                throw reader.fault(.badValue)
            }
            dots.append(VersionVector.Dot(incarnation, edits))
        }
        guard let vector = VersionVector(sorted: dots) else { throw reader.fault(.badValue) }
        var payload: [UInt8]?
        if try reader.flag() { payload = Array(try reader.readBytes(try reader.length(upTo: reader.left))) }
        self.init(
            key: key, kind: kind, collection: collection, stamp: stamp, vector: vector, payload: payload)
    }
}

extension WireReader {
    /// Reads an eight-byte length and checks it against a maximum and the remaining bytes.
    fileprivate mutating func length(upTo most: Int) throws(WireFault) -> Int {
        let length = try number(UInt64.self)
        guard length <= UInt64(left) else { throw fault(.cutOff) }
        guard length <= UInt64(most) else { throw fault(.badValue) }
        return Int(length)
    }
}
