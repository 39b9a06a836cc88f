import IlkVocabulary

/// The SHA-256 of a text's UTF-8 bytes, exactly as they are: by it a text is known again.
public struct TextDigest: Sendable, Hashable {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// The digest of a text. Linear in its length.
    public init(_ text: String) {
        bytes = ContentDigest(of: text).bytes
    }

    /// A digest that was stored; nil unless there are 32 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        self.bytes = Array(bytes)
    }
}

extension TextDigest: CustomStringConvertible {
    /// In hexadecimal, lower case.
    public var description: String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
