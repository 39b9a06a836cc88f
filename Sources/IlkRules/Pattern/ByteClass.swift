/// A set of characters, told apart only within ASCII. Of all others it is only known whether letters and digits, and
/// whether other marks, may be in it.
struct ByteClass: Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    /// The characters outside ASCII that it may hold.
    private(set) var others: Others = []

    /// The characters outside ASCII, in two heaps.
    struct Others: OptionSet, Hashable {
        let rawValue: UInt8
        /// Letters, digits and what else belongs to words.
        static let words = Others(rawValue: 1)
        /// White space, punctuation, symbols.
        static let marks = Others(rawValue: 2)
    }

    static let all: ByteClass = {
        var set = ByteClass()
        (set.low, set.high, set.others) = (.max, .max, [.words, .marks])
        return set
    }()
    static let digits = ByteClass("0123456789", others: .words)
    static let space = ByteClass("\t\n\u{0B}\u{0C}\r ", others: .marks)
    static let word: ByteClass = {
        var set = ByteClass("_", others: .words)
        for byte in UInt8(ascii: "a")...UInt8(ascii: "z") { set.insert(byte) }
        for byte in UInt8(ascii: "A")...UInt8(ascii: "Z") { set.insert(byte) }
        set.formUnion(.digits)
        return set
    }()

    init() {}

    init(_ text: StaticString, others: Others) {
        self.others = others
        text.withUTF8Buffer { for byte in $0 { insert(byte) } }
    }

    mutating func insert(_ byte: UInt8) {
        switch byte {
        case 0..<64: low |= 1 << UInt64(byte)
        case 64..<128: high |= 1 << UInt64(byte - 64)
        default: others = [.words, .marks]
        }
    }

    mutating func insert(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            insert(UInt8(scalar.value))
        } else {
            let properties = scalar.properties
            let isSpace = properties.isWhitespace
            let isLetter = properties.isAlphabetic || properties.numericType != nil
            others.formUnion(isSpace ? .marks : isLetter ? .words : [.words, .marks])
        }
    }

    mutating func formUnion(_ other: ByteClass) {
        low |= other.low
        high |= other.high
        others.formUnion(other.others)
    }

    /// The set with these others in place of its own.
    func with(others: Others) -> ByteClass {
        var set = self
        set.others = others
        return set
    }

    /// Everything that may be outside of it.
    var inverted: ByteClass {
        var set = ByteClass()
        (set.low, set.high, set.others) = (~low, ~high, [.words, .marks])
        return set
    }

    func isDisjoint(with other: ByteClass) -> Bool {
        low & other.low == 0 && high & other.high == 0 && others.isDisjoint(with: other.others)
    }

    /// Its members when they are few and all ASCII; else nil.
    func members(atMost limit: Int) -> [UInt8]? {
        guard others.isEmpty, low.nonzeroBitCount + high.nonzeroBitCount <= limit else { return nil }
        return (0..<UInt8(128)).filter {
            $0 < 64 ? low >> UInt64($0) & 1 == 1 : high >> UInt64($0 - 64) & 1 == 1
        }
    }
}
