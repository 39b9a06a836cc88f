package import IlkText
import IlkVocabulary

/// The features of one text by feature group. The buffers are reused for many texts, by one thread at a time.
package struct FeatureBag {
    private let streams = FeatureFamily.allCases.map { FeatureStream(family: $0) }
    private let units = TextUnitReader()
    private var characterReader = CharacterReader()
    private var frameReader = FrameReader()
    private var shapeReader = ShapeReader()
    private var pairReader = PairReader()
    private let pieceReader = PieceReader()

    package init() {}

    /// The number of bytes at the beginning of a text that are read for unigrams, bigrams and n-grams. Style
    /// features are measured on the whole text.
    static let reach = 2_000

    package subscript(family: FeatureFamily) -> FeatureStream { streams[family.rawValue] }

    /// Reads the features of a text.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - families: The feature groups to read. The streams of others are unchanged.
    ///   - repeating: The feature groups whose repeated occurrences are kept.
    ///   - detail: The data to keep besides hashes, for counting and explanations.
    package mutating func read(
        _ analysis: borrowing AnalyzedText, families: [FeatureFamily], repeating: [FeatureFamily] = [],
        detail: FeatureDetail
    ) {
        read(analysis, families: families, repeating: repeating, detail: detail) { _, _ in }
    }

    /// Reads the features of some groups of a text, and passes its tokens to a closure, which reads others
    /// without storing them.
    mutating func read(
        _ analysis: borrowing AnalyzedText, families: [FeatureFamily], repeating: [FeatureFamily] = [],
        detail: FeatureDetail = .hashes,
        _ body: (UnsafeBufferPointer<TextUnit>, AnalyzedText.View) -> Void
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
        _ family: FeatureFamily, _ units: UnsafeBufferPointer<TextUnit>, _ view: AnalyzedText.View,
        _ detail: FeatureDetail
    ) {
        let stream = streams[family.rawValue]
        switch family {
        case .shape: shapeReader.read(units, view, into: stream, detail)
        case .words: WordReader.read(units, view, into: stream, detail)
        case .characters: characterReader.read(units, view, into: stream, detail)
        case .frames where detail == .hashes: FrameReader.addHashes(units, view, to: stream)
        case .frames: frameReader.addNames(units, view, to: stream)
        case .pairs where detail == .hashes: PairReader.addHashes(units, view, to: stream)
        case .pairs: pairReader.addNames(units, view, to: stream)
        case .pieces: pieceReader.read(units, view, into: stream, detail)
        }
    }

    /// Appends the hashes of all features of a group in the last text, including those of the ranges of style
    /// features.
    package func appendHashes(of family: FeatureFamily, to hashes: inout [UInt64]) {
        hashes.append(contentsOf: self[family].hashes)
        guard family == .shape else { return }
        for (signal, range) in shapeRanges.enumerated() {
            hashes.append(ShapeReader.features[signal][Int(range) + 1].hash)
        }
    }

    /// The range of each numeric style feature in the last text, from -1.
    var shapeRanges: [Int8] { shapeReader.ranges }
}

/// The data that is kept of a feature besides its hash.
package enum FeatureDetail {
    /// None, for scoring. Of the style features only those of the text's edges get hashes; the rest is in the
    /// bag's ranges.
    case hashes
    /// Names and positions, for explanations. The name of a `char_wb` n-gram is that of its span.
    case names
    /// Names and positions, for counting. A `char_wb` n-gram has its own name.
    case counting
}
