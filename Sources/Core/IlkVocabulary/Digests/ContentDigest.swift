/// A SHA-256 digest (FIPS 180-4) that identifies a model, a rule set or a text by its content.
///
/// The implementation does not use a cryptographic library. A program that only classifies therefore need not
/// compile such a library (`docs/decisions/0003`). The digest is an identifier. It does not protect a secret.
public struct ContentDigest: Hashable, Comparable, Sendable, Codable, LosslessStringConvertible {
    // The digest is stored in two vectors of 16 bytes. With Swift 6.3.1, a vector of 32 bytes that was kept
    // across a suspension point corrupted the heap in optimized builds.
    private let firstHalf: SIMD2<UInt64>
    private let lastHalf: SIMD2<UInt64>

    private init(words: SIMD4<UInt64>) {
        firstHalf = words.lowHalf
        lastHalf = words.highHalf
    }

    // The 32 bytes as four big-endian words.
    private var words: SIMD4<UInt64> { SIMD4(lowHalf: firstHalf, highHalf: lastHalf) }

    /// Computes the digest of a sequence of bytes.
    ///
    /// - Parameter bytes: The bytes. Contiguous storage is read in place.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(of bytes: some Sequence<UInt8>) {
        var hasher = ContentHasher()
        hasher.update(bytes)
        self = hasher.finish()
    }

    /// Computes the digest of a string's UTF-8 bytes.
    ///
    /// - Parameter string: The string. Its UTF-8 encoding is hashed without normalization.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(of string: String) {
        self.init(of: string.utf8)
    }

    init(state: SIMD8<UInt32>) {
        var words = SIMD4<UInt64>()
        for place in words.indices {
            words[place] = UInt64(state[2 * place]) << 32 | UInt64(state[2 * place + 1])
        }
        self.init(words: words)
    }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var big = words
        for place in big.indices { big[place] = big[place].bigEndian }
        return withUnsafeBytes(of: big, body)
    }

    /// Parses 64 hexadecimal digits of either case.
    ///
    /// - Parameter description: The digits.
    /// - Returns: `nil` if the text does not have this form.
    public init?(_ description: String) {
        guard description.utf8.count == 64 else { return nil }
        var words = SIMD4<UInt64>()
        for (index, byte) in description.utf8.enumerated() {
            guard let digit = byte.hexDigitValue else { return nil }
            words[index / 16] = words[index / 16] << 4 | UInt64(digit)
        }
        self.init(words: words)
    }

    /// Creates a digest from its 32 bytes.
    ///
    /// - Parameter bytes: The bytes, first to last.
    /// - Returns: `nil` if the number of bytes is not 32.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        var words = SIMD4<UInt64>()
        for (index, byte) in bytes.enumerated() { words[index / 8] = words[index / 8] << 8 | UInt64(byte) }
        self.init(words: words)
    }

    /// The digest as 64 lower-case hexadecimal digits.
    public var description: String {
        words.indices.map { words[$0].zeroPadded(to: 16, radix: 16) }.joined()
    }

    /// The 32 bytes of the digest.
    public var bytes: [UInt8] { withBytes { Array($0) } }

    /// Compares the bytes lexicographically.
    public static func < (left: ContentDigest, right: ContentDigest) -> Bool {
        for place in left.words.indices where left.words[place] != right.words[place] {
            return left.words[place] < right.words[place]
        }
        return false
    }

    /// Decodes a string of 64 hexadecimal digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let digest = ContentDigest(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not 64 hexadecimal digits")
        }
        self = digest
    }

    /// Encodes the digest as a string of 64 hexadecimal digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
