package import IlkText
import IlkVocabulary

/// Holds a cutter to the plain way, text after text.
package struct Comparison {
    private let reference: ReferenceCutter
    private var segmented = TokenizedText()
    private var sentences: [TextSpan] = []
    /// How many texts came out differently, and the first of them.
    package private(set) var differences = 0
    package private(set) var firstDifference: [UInt8]?

    package init(locale: String, rules: SegmentationRules = .tailored) throws {
        reference = try ReferenceCutter(locale: locale, rules: rules)
    }

    /// Cuts a text both ways and says whether it came out the same.
    @discardableResult
    package mutating func compare(_ text: [UInt8], _ cutter: any ComparableCutter) -> Bool {
        text.withUnsafeBufferPointer { cutter.cut($0, into: &segmented, sentences: &sentences) }
        let result = ReferenceCutter.Result(
            bytes: segmented.bytes, tokens: segmented.tokens, words: segmented.words,
            wordHashes: segmented.wordHashes, folded: segmented.folded, sentences: sentences)
        if result == reference.cut(text) { return true }
        differences += 1
        if firstDifference == nil { firstDifference = text }
        return false
    }
}
