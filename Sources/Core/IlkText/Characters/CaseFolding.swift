import CICU
import IlkVocabulary

/// Full case folding (Unicode, CaseFolding.txt, status C and F), which can turn a character into several.
package enum CaseFolding {
    /// A scalar whose full case folding has several scalars.
    package struct Expansion {
        package let scalar: Unicode.Scalar
        package let folded: [Unicode.Scalar]
    }

    /// The expansions, keyed by the first scalar of the folding.
    private static let expansions: [Unicode.Scalar: [Expansion]] = {
        // A test checks that these ranges contain all such scalars of ICU.
        let ranges: [ClosedRange<UInt32>] = [
            0xDF...0xDF, 0x130...0x130, 0x149...0x149, 0x1F0...0x1F0, 0x390...0x390, 0x3B0...0x3B0,
            0x587...0x587, 0x1E96...0x1E9E, 0x1F50...0x1FFC, 0xFB00...0xFB17,
        ]
        let all = ranges.joined().compactMap(Unicode.Scalar.init)
            .map { Expansion(scalar: $0, folded: fold($0)) }
        return Dictionary(grouping: all.filter { $0.folded.count > 1 }) { $0.folded[0] }
    }()

    /// Returns the full case folding of a character.
    package static func fold(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if scalar.isASCII { return [Unicode.Scalar(UInt8(scalar.value).asciiLowercased)] }
        var folded: [UInt32] = [0, 0, 0]
        let count = ilk_case_fold(scalar.value, &folded)
        return folded.prefix(Int(count)).compactMap(Unicode.Scalar.init)
    }

    /// Returns all scalars whose full case folding is the given scalar, in ascending order.
    package static func variants(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar {
        case "k": return ["K", "k", "\u{212A}"]
        case "s": return ["S", "s", "\u{17F}"]
        case _ where scalar.isASCII:
            let upper = UInt8(scalar.value).asciiUppercased
            return upper == UInt8(scalar.value) ? [scalar] : [Unicode.Scalar(upper), scalar]
        default:
            let closure = ScalarSet.folded(.range(scalar.value, scalar.value)).edges
            let members = stride(from: 0, to: closure.count, by: 2)
                .flatMap { closure[$0]..<closure[$0 + 1] }.compactMap(Unicode.Scalar.init)
            return members.filter { fold($0) == [scalar] }
        }
    }

    /// Returns the expansions with whose folding a case-folded text begins.
    package static func expansions(atStartOf text: ArraySlice<Unicode.Scalar>) -> [Expansion] {
        guard let first = text.first, let expansions = expansions[first] else { return [] }
        return expansions.filter { text.starts(with: $0.folded) }
    }
}
