package import IlkText
import IlkVocabulary

/// Compares a cutter with the reference implementation, text by text.
package struct Comparison {
    private let reference: ReferenceCutter
    private var segmented = TokenizedText()
    private var sentences: [TextSpan] = []
    /// The number of texts with differences, and the first of them.
    package private(set) var differences = 0
    package private(set) var firstDifference: [UInt8]?

    package init(locale: String, rules: SegmentationRules = .tailored) throws {
        reference = try ReferenceCutter(locale: locale, rules: rules)
    }

    /// Segments a text both ways and returns `true` if the results are equal.
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
