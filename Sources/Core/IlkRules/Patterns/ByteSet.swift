/// A set of bytes.
struct ByteSet: Hashable, Sendable {
    private var words = SIMD4<UInt64>(repeating: 0)

    /// Every byte.
    static let all: ByteSet = {
        var set = ByteSet()
        set.words = SIMD4<UInt64>(repeating: .max)
        return set
    }()
    /// The first byte of every character outside ASCII, and the other bytes of one.
    static let leading = ByteSet(0xC2...0xF4)
    static let trailing = ByteSet(0x80...0xBF)

    init() {}

    init(_ range: ClosedRange<UInt8>) {
        for byte in range { insert(byte) }
    }

    /// The ASCII characters of a class.
    init(ascii set: ByteClass) {
        (words[0], words[1]) = (set.low, set.high)
    }

    var isEmpty: Bool { words == SIMD4<UInt64>(repeating: 0) }

    mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

    func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }
}
