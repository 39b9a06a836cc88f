import IlkVocabulary

extension SyncRecord {
    /// The canonical encoding of the record. Equal records have equal bytes on every machine.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        append(to: &bytes)
        return bytes
    }

    /// Appends the encoding of the record: big-endian numbers, with lengths before variable-size fields.
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

    /// Appends the memory of a tuple in one call. All its fields must already be big-endian and without
    /// padding.
    private static func put<Words: BitwiseCopyable>(_ words: Words, in bytes: inout [UInt8]) {
        withUnsafeBytes(of: words) { bytes.append(contentsOf: $0) }
    }

    /// Returns a conflict copy of this record: a separate record that preserves a value that lost a merge.
    ///
    /// The key is derived from the content, so all devices create the same copy. The payload starts with the
    /// 16-byte key of the original record.
    public func conflictCopy() -> SyncRecord {
        // Exclude the vector: the same value may have reached devices with different vectors.
        var value = self
        value.vector = VersionVector()
        let place = ContentDigest(of: value.bytes).bytes
        func word(_ range: Range<Int>) -> UInt64 { place[range].reduce(0) { $0 << 8 | UInt64($1) } }
        return SyncRecord(
            key: SyncKey(high: word(0..<8), low: word(8..<16)), kind: .conflictCopy, collection: collection,
            stamp: stamp, payload: bytes.prefix(16) + (payload ?? []))
    }

    /// The key of the original record and the lost value, or `nil` if this is not a conflict copy.
    public var lostValue: (key: SyncKey, payload: [UInt8])? {
        guard kind == .conflictCopy, let payload, payload.count >= 16 else { return nil }
        func word(_ range: Range<Int>) -> UInt64 { payload[range].reduce(0) { $0 << 8 | UInt64($1) } }
        return (SyncKey(high: word(0..<8), low: word(8..<16)), Array(payload.dropFirst(16)))
    }
}
