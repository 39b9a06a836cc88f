import IlkVocabulary

/// A hash function for byte strings in memory tables and model files, identical on all machines and in all
/// versions.
///
/// The function multiplies and folds eight little-endian bytes per step, pads the last step with zeros, and
/// mixes in the length at the end. There is no secret key, so the function does not resist collision attacks.
public enum StableHash {
    /// 2^64 divided by the golden ratio, as in Fibonacci hashing.
    @usableFromInline static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Returns the hash of bytes.
    ///
    /// - Parameters:
    ///   - bytes: A pointer to at least `count` bytes.
    ///   - count: The number of bytes.
    ///   - seed: The initial state, which separates different types of keys.
    /// - Complexity: O(*n*) in the number of bytes.
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

    /// Returns the state after eight more bytes.
    ///
    /// - Parameters:
    ///   - state: The current state, initially the seed.
    ///   - word: Eight bytes, the first one least significant.
    @inlinable
    public static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (state ^ word) &* multiplier
        return mixed ^ (mixed >> 29)
    }

    /// Returns the hash for a final state.
    ///
    /// - Parameters:
    ///   - state: The state after all bytes.
    ///   - count: The number of bytes.
    @inlinable
    public static func finish(_ state: UInt64, count: Int) -> UInt64 {
        let mixed = (state ^ UInt64(truncatingIfNeeded: count)) &* 0xBF58_476D_1CE4_E5B9
        return mixed ^ (mixed >> 32)
    }

    /// Returns the hash of a string's UTF-8 bytes.
    ///
    /// - Parameters:
    ///   - string: The string.
    ///   - seed: The initial state, which separates different types of keys.
    /// - Complexity: O(*n*) in the number of bytes.
    public static func hash(_ string: String, seed: UInt64) -> UInt64 {
        var string = string
        return string.withUTF8 { buffer in
            guard let base = buffer.baseAddress else { return finish(seed, count: 0) }
            return hash(base, count: buffer.count, seed: seed)
        }
    }

    /// Returns the checksum of a file: the hash of all bytes except bytes 24 to 31, which contain the
    /// checksum.
    package static func checksum(of file: UnsafeRawBufferPointer) -> UInt64 {
        guard file.count >= 32, let base = file.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
            return 0
        }
        return hash(base + 32, count: file.count - 32, seed: hash(base, count: 24, seed: 0))
    }

    /// Returns the file after the checksum was written into bytes 24 to 31.
    package static func addingChecksum(_ file: consuming [UInt8]) -> [UInt8] {
        var checksum: [UInt8] = []
        checksum.append(littleEndian: file.withUnsafeBytes { self.checksum(of: $0) })
        file.replaceSubrange(24..<32, with: checksum)
        return file
    }

    /// The seed for the normal forms of words.
    public static let wordSeed: UInt64 = 0x696C_6B77_6F72_6473
}
