import IlkText

extension StableHash {
    /// Returns the hash of bytes with the seed of words, or 0 for no bytes.
    package static func hash(of bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            return hash(base, count: bytes.count, seed: wordSeed)
        }
    }
}
