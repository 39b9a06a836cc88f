import IlkText

/// The mutable form of a character set during parsing.
struct ParsedSet {
    static let digits = ParsedSet(.digits, .digits)
    static let space = ParsedSet(.space, .space)
    static let word = ParsedSet(.word, .word)
    static let blanks = ParsedSet(ByteClass("\t ", others: .marks), .blanks)
    static let lineEnds = ParsedSet(ByteClass("\n\u{0B}\u{0C}\r", others: .marks), .lineEnds)

    /// The ASCII members, and the types of the non-ASCII members.
    private var mask = ByteClass()
    /// The non-ASCII members. ASCII characters in it are ignored.
    private var outside = ScalarSet.none

    init() {}

    init(_ scalar: Unicode.Scalar) { insert(scalar...scalar) }

    private init(_ mask: ByteClass, _ outside: ScalarSet) {
        (self.mask, self.outside) = (mask, outside)
    }

    /// Creates the set of the characters with a property, written as in `\p{...}`. Returns `nil` if ICU does not
    /// know the property.
    init?(property name: String) {
        switch name {
        case "word": self = .word
        case "all": self = ParsedSet().inverted
        default:
            guard let edges = ScalarSet.edges(ofProperty: name) else { return nil }
            for byte in UInt8.min..<0x80 where ScalarSet.contains(UInt32(byte), edges) { mask.insert(byte) }
            guard edges.count % 2 == 1 || edges.last ?? 0 > 0x80 else { return }
            outside = .property(name)
            let types: ByteClass.Others =
                switch name.first {
                case "L", "N": .words
                case "Z": .marks
                default: [.words, .marks]
                }
            mask = mask.with(others: types)
        }
    }

    /// Adds all characters of a range.
    mutating func insert(_ range: ClosedRange<Unicode.Scalar>) {
        let (lower, upper) = (range.lowerBound.value, range.upperBound.value)
        if lower < 0x80 { for value in lower...min(upper, 0x7F) { mask.insert(UInt8(value)) } }
        guard upper >= 0x80 else { return }
        outside = outside.union(.range(max(lower, 0x80), upper))
        mask.formUnion(ByteClass("", others: Self.types(of: range)))
    }

    /// Returns the types of the non-ASCII characters in a range.
    private static func types(of range: ClosedRange<Unicode.Scalar>) -> ByteClass.Others {
        guard range.lowerBound == range.upperBound else { return [.words, .marks] }
        let properties = range.lowerBound.properties
        if properties.isWhitespace { return .marks }
        return properties.isAlphabetic || properties.numericType != nil ? .words : [.words, .marks]
    }

    mutating func formUnion(_ other: ParsedSet) {
        mask.formUnion(other.mask)
        outside = outside.union(other.outside)
    }

    func intersection(_ other: ParsedSet) -> ParsedSet {
        let others = mask.others.intersection(other.mask.others)
        return ParsedSet(
            ByteClass(low: mask.low & other.mask.low, high: mask.high & other.mask.high, others: others),
            others.isEmpty ? .none : .intersection(outside, other.outside))
    }

    func subtracting(_ other: ParsedSet) -> ParsedSet {
        ParsedSet(
            ByteClass(
                low: mask.low & ~other.mask.low, high: mask.high & ~other.mask.high, others: mask.others),
            other.outside == .none ? outside : .difference(outside, other.outside))
    }

    var inverted: ParsedSet {
        let rest: ScalarSet = if case .inverse(let set) = outside { set } else { .inverse(outside) }
        let others: ByteClass.Others = rest == .none ? [] : [.words, .marks]
        return ParsedSet(ByteClass(low: ~mask.low, high: ~mask.high, others: others), rest)
    }

    /// The case closure of the set.
    var folded: ParsedSet {
        var set = self
        let open = outside.withoutClosedParts
        if open.contains(0x212A) { set.mask.insert(UInt8(ascii: "k")) }
        if open.contains(0x17F) { set.mask.insert(UInt8(ascii: "s")) }
        set.mask = set.mask.inBothCases
        if outside != .none, outside != .inverse(.none) { set.outside = outside.caseClosure }
        for (letter, sign) in [("k", ScalarSet.kelvinSign), ("s", .longS)] as [(Unicode.Scalar, ScalarSet)]
        where set.mask.contains(UInt8(letter.value)) {
            set.outside = set.outside.union(sign)
            set.mask.formUnion(ByteClass("", others: .words))
        }
        return set
    }

    /// The set without its exact non-ASCII members, for filters.
    var filter: ByteClass { ByteClass(low: mask.low, high: mask.high, others: mask.others) }

    /// Returns the set with an index for its non-ASCII members.
    func finished(in sets: inout PatternSets) -> ByteClass {
        let members: ByteClass.Outside =
            switch outside {
            case .none: .unknown
            case .inverse(.none): .all
            default: .listed(sets.index(of: outside))
            }
        return ByteClass(
            low: mask.low, high: mask.high, others: outside == .none ? [] : mask.others, outside: members)
    }
}
