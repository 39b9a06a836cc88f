package import IlkText
import IlkVocabulary

/// The features of one text by feature group. The buffers are reused for many texts, by one thread at a time.
package struct FeatureBag {
    private let streams = FeatureGroup.allCases.map { FeatureStream(group: $0) }
    private let tokenReader = FeatureTokenReader()
    private var characterReader = CharacterNgramReader()
    private var frameReader = SkeletonReader()
    private var styleReader = StyleReader()
    private var pairReader = BigramReader()
    private let pieceReader = WordNgramReader()

    package init() {}

    /// The maximum number of bytes that are read from the beginning of a text for unigrams, bigrams and
    /// n-grams. Style features are measured on the whole text.
    static let reach = 2_000

    package subscript(group: FeatureGroup) -> FeatureStream { streams[group.rawValue] }

    /// Reads the features of a text.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - featureGroups: The feature groups to read. The streams of other groups are unchanged.
    ///   - repeating: The feature groups whose repeated occurrences are kept.
    ///   - detail: The data to keep besides hashes, for counting and explanations.
    package mutating func read(
        _ analysis: borrowing AnalyzedText, featureGroups: [FeatureGroup], repeating: [FeatureGroup] = [],
        detail: FeatureDetail
    ) {
        read(analysis, featureGroups: featureGroups, repeating: repeating, detail: detail) { _, _ in }
    }

    /// Reads the features of some groups of a text, and passes the text's tokens to a closure that reads
    /// other groups without storing them.
    mutating func read(
        _ analysis: borrowing AnalyzedText, featureGroups: [FeatureGroup], repeating: [FeatureGroup] = [],
        detail: FeatureDetail = .hashes,
        _ body: (UnsafeBufferPointer<FeatureToken>, AnalyzedText.View) -> Void
    ) {
        AnalyzedText.View.with(analysis) { view in
            tokenReader.read(view, limit: Self.reach)
            for group in featureGroups {
                streams[group.rawValue].clear(
                    expected: tokenReader.tokens.count, keepsRepeats: repeating.contains(group))
                read(group, tokenReader.tokens, view, detail)
            }
            body(tokenReader.tokens, view)
        }
    }

    private mutating func read(
        _ group: FeatureGroup, _ tokens: UnsafeBufferPointer<FeatureToken>, _ view: AnalyzedText.View,
        _ detail: FeatureDetail
    ) {
        let stream = streams[group.rawValue]
        switch group {
        case .style: styleReader.read(tokens, view, into: stream, detail)
        case .unigrams: UnigramReader.read(tokens, view, into: stream, detail)
        case .characterNgrams: characterReader.read(tokens, view, into: stream, detail)
        case .skeletonBigrams where detail == .hashes: SkeletonReader.addHashes(tokens, view, to: stream)
        case .skeletonBigrams: frameReader.addNames(tokens, view, to: stream)
        case .bigrams where detail == .hashes: BigramReader.addHashes(tokens, view, to: stream)
        case .bigrams: pairReader.addNames(tokens, view, to: stream)
        case .wordNgrams: pieceReader.read(tokens, view, into: stream, detail)
        }
    }

    /// Appends the hashes of all features of a group in the last text, including the hashes of the ranges of
    /// style features.
    package func appendHashes(of group: FeatureGroup, to hashes: inout [UInt64]) {
        hashes.append(contentsOf: self[group].hashes)
        guard group == .style else { return }
        for (styleFeature, range) in styleRanges.enumerated() {
            hashes.append(StyleReader.features[styleFeature][Int(range) + 1].hash)
        }
    }

    /// The index of each numeric style feature's range in the last text, or -1 if the feature does not apply.
    var styleRanges: [Int8] { styleReader.ranges }
}

/// The data that is stored for a feature in addition to its hash.
package enum FeatureDetail {
    /// Only hashes, for scoring. Only the ``EdgeFeature`` style features get hashes. The numeric style
    /// features are in ``FeatureBag/styleRanges``.
    case hashes
    /// Names and positions, for explanations. The name of a `char_wb` n-gram is the name of its span.
    case names
    /// Names and positions, for counting. The features of `char_wb` are spans, whose n-grams are read by
    /// ``NamedNgrams``. The hash of a span is its key.
    case counting
}
