import IlkText

extension StableHash {
    /// Returns the hash of bytes with ``wordSeed``, the seed for normal forms of words. Returns 0 for an
    /// empty array.
    package static func hash(of bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            return hash(base, count: bytes.count, seed: wordSeed)
        }
    }
}
