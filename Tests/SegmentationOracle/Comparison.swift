package import IlkText

/// Holds a cutter to the plain way, text after text.
package struct Comparison {
    private let reference: ReferenceCutter
    private var analysis = TextAnalysis()
    /// How many texts came out differently, and the first of them.
    package private(set) var differences = 0
    package private(set) var firstDifference: [UInt8]?

    package init(locale: String, rules: SegmentationRules = .tailored) throws {
        reference = try ReferenceCutter(locale: locale, rules: rules)
    }

    /// Cuts a text both ways and says whether it came out the same.
    @discardableResult
    package mutating func compare(_ text: [UInt8], _ cutter: any ComparableCutter) -> Bool {
        text.withUnsafeBufferPointer { cutter.cut($0, into: &analysis) }
        let result = ReferenceCutter.Result(
            bytes: analysis.bytes, tokens: analysis.tokens, words: analysis.words,
            wordHashes: analysis.wordHashes, folded: analysis.folded, sentences: analysis.sentences)
        if result == reference.cut(text) { return true }
        differences += 1
        if firstDifference == nil { firstDifference = text }
        return false
    }
}
