/// A set of characters, told apart only within ASCII: all others are in it together or not at all.
struct ByteClass: Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    /// Whether it may hold characters outside ASCII.
    var hasOthers = false

    static let all: ByteClass = {
        var set = ByteClass()
        (set.low, set.high, set.hasOthers) = (.max, .max, true)
        return set
    }()
    static let digits = ByteClass("0123456789", hasOthers: true)
    static let space = ByteClass("\t\n\u{0B}\u{0C}\r ", hasOthers: true)
    static let word: ByteClass = {
        var set = ByteClass("_", hasOthers: true)
        for byte in UInt8(ascii: "a")...UInt8(ascii: "z") { set.insert(byte) }
        for byte in UInt8(ascii: "A")...UInt8(ascii: "Z") { set.insert(byte) }
        set.formUnion(.digits)
        return set
    }()

    init() {}

    init(_ text: StaticString, hasOthers: Bool) {
        self.hasOthers = hasOthers
        text.withUTF8Buffer { for byte in $0 { insert(byte) } }
    }

    mutating func insert(_ byte: UInt8) {
        switch byte {
        case 0..<64: low |= 1 << UInt64(byte)
        case 64..<128: high |= 1 << UInt64(byte - 64)
        default: hasOthers = true
        }
    }

    mutating func insert(_ scalar: Unicode.Scalar) {
        if scalar.isASCII { insert(UInt8(scalar.value)) } else { hasOthers = true }
    }

    mutating func formUnion(_ other: ByteClass) {
        low |= other.low
        high |= other.high
        hasOthers = hasOthers || other.hasOthers
    }

    /// Everything that may be outside of it.
    var inverted: ByteClass {
        var set = ByteClass()
        (set.low, set.high, set.hasOthers) = (~low, ~high, true)
        return set
    }

    func isDisjoint(with other: ByteClass) -> Bool {
        low & other.low == 0 && high & other.high == 0 && !(hasOthers && other.hasOthers)
    }

    /// Its members when they are few and all ASCII; else nil.
    func members(atMost limit: Int) -> [UInt8]? {
        guard !hasOthers, low.nonzeroBitCount + high.nonzeroBitCount <= limit else { return nil }
        return (0..<UInt8(128)).filter {
            $0 < 64 ? low >> UInt64($0) & 1 == 1 : high >> UInt64($0 - 64) & 1 == 1
        }
    }
}
