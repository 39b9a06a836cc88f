import IlkVocabulary

/// The word classes that are counted at the beginning of a sentence, and the word classes that begin a
/// passive.
enum FormalityStarts {
    static let features: [(bits: UInt64, feature: FormalityFeature)] = [
        (bits(.definiteArticle), .articleStarts), (bits(.indefiniteArticle), .indefiniteStarts),
        (bits(.firstPerson), .firstPersonStarts),
        (bits(.firstPersonPlural), .firstPluralStarts), (bits(.prepositions), .prepositionStarts),
        (bits(.formalConnectives), .connectiveStarts), (bits(.discourseParticles), .discourseStarts),
        (bits(.interjections), .interjectionStarts),
        (bits(.adversatives), .conjunctionStarts),
        (bits(.commandVerbs), .commandStarts),
    ]

    static let classes = features.reduce(0) { $0 | $1.bits }

    /// Forms of "be" and "get", including contractions with pronouns.
    static var passiveAuxiliaries: UInt64 { bits(.formsOfBe) | bits(.formsOfGet) }

    /// The bit of "I" and its forms.
    static var firstPerson: UInt64 { bits(.firstPerson) }

    @inline(__always)
    private static func bits(_ feature: FormalityFeature) -> UInt64 { 1 << UInt64(feature.rawValue) }
}

enum SentenceEnd {
    /// Returns the feature of a sentence's last character. Quotation marks and brackets at the end are
    /// ignored.
    static func of(_ sentence: TextSpan, _ bytes: UnsafeBufferPointer<UInt8>) -> FormalityFeature? {
        var upper = sentence.upperBound
        while upper > sentence.lowerBound, isClosing(bytes, &upper) {}
        guard upper > sentence.lowerBound else { return nil }
        let last = bytes[upper - 1]
        switch last {
        case UInt8(ascii: "."):
            let before = upper - 1 > sentence.lowerBound ? bytes[upper - 2] : 0
            return before == last ? .ellipsisEnds : .stopEnds
        case UInt8(ascii: "!"): return .exclamationEnds
        case UInt8(ascii: "?"): return .questionEnds
        case 0xA6:
            let isEllipsis =
                upper - sentence.lowerBound >= 3 && bytes[upper - 2] == 0x80 && bytes[upper - 3] == 0xE2
            return isEllipsis ? .ellipsisEnds : .unmarkedEnds
        default: return last.isWordByte ? .unmarkedEnds : nil
        }
    }

    /// If a closing mark or a space ends at `upper`, moves `upper` before it and returns `true`.
    private static func isClosing(_ bytes: UnsafeBufferPointer<UInt8>, _ upper: inout Int) -> Bool {
        switch bytes[upper - 1] {
        case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ")"), UInt8(ascii: "]"):
            upper -= 1
            return true
        case 0x99, 0x9D:
            guard upper >= 3, bytes[upper - 2] == 0x80, bytes[upper - 3] == 0xE2 else { return false }
            upper -= 3
            return true
        default: return false
        }
    }
}
