package import IlkText
import IlkVocabulary

/// The features of one text, family by family. Its buffers are reused from text to text; for one thread at a time.
package struct FeatureBag {
    private let streams = FeatureFamily.allCases.map { FeatureStream(family: $0) }
    private let units = TextUnitReader()
    private var characterReader = CharacterReader()
    private var frameReader = FrameReader()
    private var shapeReader = ShapeReader()
    private var pairReader = PairReader()
    private let pieceReader = PieceReader()

    package init() {}

    /// How many bytes at the beginning of a text are read for words, characters and frames. The shape is of all of it.
    static let reach = 2_000

    /// The features of one family.
    package subscript(family: FeatureFamily) -> FeatureStream { streams[family.rawValue] }

    /// Reads the features of a text.
    ///
    /// - Parameters:
    ///   - analysis: The text, taken apart.
    ///   - families: Which families are wanted; the others stay as they are.
    ///   - repeating: Of which families it is kept how often each feature comes.
    ///   - detail: Whether names and places are kept, for counting and for receipts.
    package mutating func read(
        _ analysis: borrowing AnalyzedText, families: [FeatureFamily], repeating: [FeatureFamily] = [],
        detail: FeatureDetail
    ) {
        read(analysis, families: families, repeating: repeating, detail: detail) { _, _ in }
    }

    /// Reads the features of some families of a text, and hands out its units for what is read without being kept.
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

    /// Appends the hashes of all features of a family in the text that was read last, with those of the ranges of the
    /// shape.
    package func appendHashes(of family: FeatureFamily, to hashes: inout [UInt64]) {
        hashes.append(contentsOf: self[family].hashes)
        guard family == .shape else { return }
        for (signal, range) in shapeRanges.enumerated() {
            hashes.append(ShapeReader.features[signal][Int(range) + 1].hash)
        }
    }

    /// The range of each signal of numbers in the text that was read last, from -1.
    var shapeRanges: [Int8] { shapeReader.ranges }
}

/// What is kept of features beside their hashes.
package enum FeatureDetail {
    /// Nothing: for scoring. Of the shape, only the ends of the text get hashes; the rest is in the bag's ranges.
    case hashes
    /// Names and places: for receipts. The name of a piece is the stretch that it stands in.
    case names
    /// Names and places, the name of a piece its own: for counting.
    case counting
}
