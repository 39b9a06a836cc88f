import IlkText

/// A hash that identifies equal texts in a training set.
enum TextKey {
    static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard let start = bytes.baseAddress else { return 0 }
        return StableHash.hash(start, count: bytes.count, seed: 0x7472_6169_6E69_6E67)
    }

    static func of(_ text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { of($0) }
    }

    /// Returns `true` if a text is in the sample, which contains one of `sampling` texts on average.
    /// `sampling` is a power of two.
    static func isSampled(_ key: UInt64, _ sampling: Int) -> Bool {
        (key >> 32) & UInt64(sampling - 1) == 0
    }
}
