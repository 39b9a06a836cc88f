import IlkVocabulary

/// The hash of byte strings that tables in memory and in model files share: the same on every machine, for ever.
///
/// Eight bytes a step, little-endian, the last step padded with zeros; multiplied and folded, the length mixed in
/// at the end. Not for keys that an enemy chooses: it has no secret.
public enum StableHash {
    /// The odd multiplier: 2^64 over the golden ratio.
    @usableFromInline static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The hash of `count` bytes, begun with a seed that keeps families of keys apart.
    @inlinable
    public static func hash(_ bytes: UnsafePointer<UInt8>, count: Int, seed: UInt64) -> UInt64 {
        var state = seed
        var offset = 0
        let raw = UnsafeRawPointer(bytes)
        while offset + 8 <= count {
            state = step(
                state, UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        if offset < count {
            var last: UInt64 = 0
            var shift: UInt64 = 0
            while offset < count {
                last |= UInt64(bytes[offset]) << shift
                shift += 8
                offset += 1
            }
            state = step(state, last)
        }
        return finish(state, count: count)
    }

    /// One step: eight bytes more.
    @inlinable
    public static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (state ^ word) &* multiplier
        return mixed ^ (mixed >> 29)
    }

    /// Ends a hash.
    @inlinable
    public static func finish(_ state: UInt64, count: Int) -> UInt64 {
        let mixed = (state ^ UInt64(truncatingIfNeeded: count)) &* 0xBF58_476D_1CE4_E5B9
        return mixed ^ (mixed >> 32)
    }

    /// The hash of a string's UTF-8 bytes.
    public static func hash(_ string: String, seed: UInt64) -> UInt64 {
        var string = string
        return string.withUTF8 { buffer in
            guard let base = buffer.baseAddress else { return finish(seed, count: 0) }
            return hash(base, count: buffer.count, seed: seed)
        }
    }

    /// The checksum of a file: the hash of all its bytes but those from 24 to 31, where it stands.
    package static func checksum(of file: UnsafeRawBufferPointer) -> UInt64 {
        guard file.count >= 32, let base = file.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
            return 0
        }
        return hash(base + 32, count: file.count - 32, seed: hash(base, count: 24, seed: 0))
    }

    /// The file with its checksum.
    package static func sealed(_ file: consuming [UInt8]) -> [UInt8] {
        var checksum: [UInt8] = []
        checksum.append(littleEndian: file.withUnsafeBytes { self.checksum(of: $0) })
        file.replaceSubrange(24..<32, with: checksum)
        return file
    }

    /// The seed of words' normal forms.
    public static let wordSeed: UInt64 = 0x696C_6B77_6F72_6473
}
