package import IlkText
import IlkVocabulary

/// The features of one text by feature group. The buffers are reused for many texts, by one thread at a time.
package struct FeatureBag {
    private let streams = FeatureGroup.allCases.map { FeatureStream(family: $0) }
    private let units = TextUnitReader()
    private var characterReader = CharacterNgramReader()
    private var frameReader = SkeletonReader()
    private var shapeReader = StyleReader()
    private var pairReader = BigramReader()
    private let pieceReader = WordNgramReader()

    package init() {}

    /// The number of bytes at the beginning of a text that are read for unigrams, bigrams and n-grams. Style
    /// features are measured on the whole text.
    static let reach = 2_000

    package subscript(family: FeatureGroup) -> FeatureStream { streams[family.rawValue] }

    /// Reads the features of a text.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - families: The feature groups to read. The streams of other groups are unchanged.
    ///   - repeating: The feature groups whose repeated occurrences are kept.
    ///   - detail: The data to keep besides hashes, for counting and explanations.
    package mutating func read(
        _ analysis: borrowing AnalyzedText, families: [FeatureGroup], repeating: [FeatureGroup] = [],
        detail: FeatureDetail
    ) {
        read(analysis, families: families, repeating: repeating, detail: detail) { _, _ in }
    }

    /// Reads the features of some groups of a text, and passes the text's tokens to a closure that reads
    /// other groups without storing them.
    mutating func read(
        _ analysis: borrowing AnalyzedText, families: [FeatureGroup], repeating: [FeatureGroup] = [],
        detail: FeatureDetail = .hashes,
        _ body: (UnsafeBufferPointer<FeatureToken>, AnalyzedText.View) -> Void
    ) {
        AnalyzedText.View.with(analysis) { view in
            units.read(view, limit: Self.reach)
            for family in families {
                streams[family.rawValue].clear(
                    expected: units.units.count, keepsRepeats: repeating.contains(family))
                read(family, units.units, view, detail)
            }
            body(units.units, view)
        }
    }

    private mutating func read(
        _ family: FeatureGroup, _ units: UnsafeBufferPointer<FeatureToken>, _ view: AnalyzedText.View,
        _ detail: FeatureDetail
    ) {
        let stream = streams[family.rawValue]
        switch family {
        case .style: shapeReader.read(units, view, into: stream, detail)
        case .unigrams: UnigramReader.read(units, view, into: stream, detail)
        case .characterNgrams: characterReader.read(units, view, into: stream, detail)
        case .skeletonBigrams where detail == .hashes: SkeletonReader.addHashes(units, view, to: stream)
        case .skeletonBigrams: frameReader.addNames(units, view, to: stream)
        case .bigrams where detail == .hashes: BigramReader.addHashes(units, view, to: stream)
        case .bigrams: pairReader.addNames(units, view, to: stream)
        case .wordNgrams: pieceReader.read(units, view, into: stream, detail)
        }
    }

    /// Appends the hashes of all features of a group in the last text, including the hashes of the ranges of
    /// style features.
    package func appendHashes(of family: FeatureGroup, to hashes: inout [UInt64]) {
        hashes.append(contentsOf: self[family].hashes)
        guard family == .style else { return }
        for (signal, range) in shapeRanges.enumerated() {
            hashes.append(StyleReader.features[signal][Int(range) + 1].hash)
        }
    }

    /// The range of each numeric style feature in the last text, from -1.
    var shapeRanges: [Int8] { shapeReader.ranges }
}

/// The data that is kept of a feature besides its hash.
package enum FeatureDetail {
    /// Only hashes, for scoring. Only the style features of the text's edges get hashes; the other style
    /// features are in the bag's ranges.
    case hashes
    /// Names and positions, for explanations. The name of a `char_wb` n-gram is the name of its span.
    case names
    /// Names and positions, for counting. A `char_wb` n-gram has its own name.
    case counting
}
