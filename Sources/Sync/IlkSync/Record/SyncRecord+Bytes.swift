import IlkVocabulary

extension SyncRecord {
    /// The record as bytes: equal records have equal bytes, on every machine.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        append(to: &bytes)
        return bytes
    }

    /// Appends the record's bytes: numbers big-endian, lengths before what has one.
    func append(to bytes: inout [UInt8]) {
        Self.put((key.high.bigEndian, key.low.bigEndian), in: &bytes)
        bytes.append(kind.rawValue)
        Self.put(UInt64(collection.utf8.count).bigEndian, in: &bytes)
        bytes.append(contentsOf: collection.utf8)
        Self.put(
            (
                stamp.time.bits.bigEndian, stamp.device.number.bigEndian, stamp.incarnation.number.bigEndian,
                UInt64(vector.dots.count).bigEndian
            ), in: &bytes)
        for dot in vector.dots {
            Self.put((dot.incarnation.number.bigEndian, UInt64(dot.count).bigEndian), in: &bytes)
        }
        guard let payload else { return bytes.append(0) }
        bytes.append(1)
        Self.put(UInt64(payload.count).bigEndian, in: &bytes)
        bytes.append(contentsOf: payload)
    }

    /// Appends words as they stand in memory, all at once.
    private static func put<Words: BitwiseCopyable>(_ words: Words, in bytes: inout [UInt8]) {
        withUnsafeBytes(of: words) { bytes.append(contentsOf: $0) }
    }

    /// This value as a record of its own, for when it lost: the same key and bytes wherever it is made.
    ///
    /// Its payload begins with the 16 bytes of the key that it was a value of.
    public func asLoser() -> SyncRecord {
        // Without the vector: the same value may have come by several ways.
        var value = self
        value.vector = VersionVector()
        let place = ContentDigest(of: value.bytes).bytes
        func word(_ range: Range<Int>) -> UInt64 { place[range].reduce(0) { $0 << 8 | UInt64($1) } }
        return SyncRecord(
            key: SyncKey(high: word(0..<8), low: word(8..<16)), kind: .loser, collection: collection,
            stamp: stamp, payload: bytes.prefix(16) + (payload ?? []))
    }

    /// The key of the record that a loser was a value of, and that value. Nil for records of other kinds.
    public var lostValue: (key: SyncKey, payload: [UInt8])? {
        guard kind == .loser, let payload, payload.count >= 16 else { return nil }
        func word(_ range: Range<Int>) -> UInt64 { payload[range].reduce(0) { $0 << 8 | UInt64($1) } }
        return (SyncKey(high: word(0..<8), low: word(8..<16)), Array(payload.dropFirst(16)))
    }
}
