/// The SHA-256 of some bytes (FIPS 180-4): by it models, rule sets and texts are named.
///
/// Written here, and not taken from a cryptographic library, so that a program that only wants verdicts compiles
/// none (`docs/decisions/0003`). It names content; it guards no secret.
public struct ContentDigest: Hashable, Comparable, Sendable, Codable, LosslessStringConvertible {
    // Two vectors: one of 32 bytes, kept across a suspension, corrupted the heap in optimized builds (Swift 6.3.1).
    private let firstHalf: SIMD2<UInt64>
    private let lastHalf: SIMD2<UInt64>

    private init(words: SIMD4<UInt64>) {
        firstHalf = words.lowHalf
        lastHalf = words.highHalf
    }

    /// The 32 bytes as four words, the first byte highest.
    private var words: SIMD4<UInt64> { SIMD4(lowHalf: firstHalf, highHalf: lastHalf) }

    /// The digest of these bytes. Linear in their number.
    public init(of bytes: some Sequence<UInt8>) {
        var hasher = ContentHasher()
        hasher.update(bytes)
        self = hasher.finish()
    }

    /// The digest of a string's UTF-8 bytes.
    public init(of string: String) {
        self.init(of: string.utf8)
    }

    /// The digest that a hasher's eight words are.
    init(state: SIMD8<UInt32>) {
        var words = SIMD4<UInt64>()
        for place in words.indices {
            words[place] = UInt64(state[2 * place]) << 32 | UInt64(state[2 * place + 1])
        }
        self.init(words: words)
    }

    /// Calls with the 32 bytes.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var big = words
        for place in big.indices { big[place] = big[place].bigEndian }
        return withUnsafeBytes(of: big, body)
    }

    /// Reads 64 hexadecimal digits.
    public init?(_ description: String) {
        let digits = Array(description)
        guard digits.count == 64 else { return nil }
        var words = SIMD4<UInt64>()
        for place in words.indices {
            let part = String(digits[16 * place..<16 * place + 16])
            guard let word = UInt64(part, radix: 16) else { return nil }
            words[place] = word
        }
        self.init(words: words)
    }

    /// A digest that was stored as its 32 bytes; nil unless there are 32.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        var words = SIMD4<UInt64>()
        for (index, byte) in bytes.enumerated() { words[index / 8] = words[index / 8] << 8 | UInt64(byte) }
        self.init(words: words)
    }

    /// 64 hexadecimal digits, lower case.
    public var description: String {
        words.indices.map { words[$0].zeroPadded(to: 16, radix: 16) }.joined()
    }

    /// The 32 bytes.
    public var bytes: [UInt8] { withBytes { Array($0) } }

    /// In the order of their bytes.
    public static func < (left: ContentDigest, right: ContentDigest) -> Bool {
        for place in left.words.indices where left.words[place] != right.words[place] {
            return left.words[place] < right.words[place]
        }
        return false
    }

    /// Reads 64 hexadecimal digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let digest = ContentDigest(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not 64 hexadecimal digits")
        }
        self = digest
    }

    /// Writes 64 hexadecimal digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
