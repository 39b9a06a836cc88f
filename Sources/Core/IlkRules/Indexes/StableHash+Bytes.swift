import IlkText

extension StableHash {
    /// The hash of bytes as that of a word; 0 for none at all.
    package static func hash(of bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            return hash(base, count: bytes.count, seed: wordSeed)
        }
    }
}
