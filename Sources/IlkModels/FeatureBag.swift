import IlkText
import IlkVocabulary

/// The features of one text, family by family. Its buffers are reused from text to text.
public struct FeatureBag {
    private var streams = FeatureFamily.allCases.map { FeatureStream(family: $0) }
    private var units = TextUnitReader()
    private var characterReader = CharacterReader()
    private var frameReader = FrameReader()
    private var shapeReader = ShapeReader()

    /// How many bytes at the beginning of a text are read for words, characters and frames. The shape is of all of it.
    public static let reach = 2_000

    /// An empty bag.
    public init() {}

    /// The features of one family.
    subscript(family: FeatureFamily) -> FeatureStream { streams[family.rawValue] }

    /// Reads the features of a text.
    ///
    /// - Parameters:
    ///   - analysis: The text, taken apart.
    ///   - families: Which families are wanted; the others are left empty.
    ///   - keepsPlaces: Whether the features' places in the text are kept, for receipts.
    mutating func read(_ analysis: borrowing TextAnalysis, families: [FeatureFamily], keepsPlaces: Bool) {
        for index in streams.indices { streams[index].clear() }
        units.read(analysis, limit: Self.reach)
        for family in families {
            switch family {
            case .shape:
                shapeReader.read(units.units, analysis, into: &streams[family.rawValue], keepsPlaces: keepsPlaces)
            case .words:
                WordReader.read(units.units, analysis, into: &streams[family.rawValue], keepsPlaces: keepsPlaces)
            case .characters:
                characterReader.read(units.units, analysis, into: &streams[family.rawValue], keepsPlaces: keepsPlaces)
            case .frames:
                frameReader.read(
                    units.units, analysis, lexicon: .standard, into: &streams[family.rawValue],
                    keepsPlaces: keepsPlaces)
            }
        }
    }
}
