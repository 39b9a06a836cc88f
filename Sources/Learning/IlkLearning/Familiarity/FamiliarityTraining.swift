import IlkModels
import IlkText
import IlkTraining
import IlkVocabulary

/// Builds the familiarity section of a model file from the training texts. With this section, a pipeline
/// recognizes texts that do not resemble the training texts.
///
/// The result does not depend on the order of the texts.
struct FamiliarityTraining {
    /// The minimum number of texts for finding a threshold.
    static let fewestTexts = 100
    /// The number of texts below which the table must have ``fewestKnownGrams``: a few short texts of one
    /// pattern do not show what other familiar texts look like.
    private static let (fewTexts, fewestKnownGrams) = (400, 500)
    /// The maximum number of texts that are read. Larger sets are sampled by hash.
    private static let mostTexts = 50_000
    /// The maximum number of held-out texts for the calibration.
    private static let mostHeldOut = 6_000
    private static let folds = 4
    /// The share of held-out training texts that may be below the threshold, and so appear unfamiliar.
    private static let falseShare = 0.0075
    /// The maximum numbers of n-grams and of words in the two hash tables. A slot has two bytes, and three of
    /// four slots are used.
    private static let (mostGrams, mostWords) = (32_000, 12_000)
    /// The minimum number of n-grams for a useful table.
    private static let fewestGrams = 1_000

    private struct Text {
        var bytes: [UInt8]
        var fold: Int
        var hash: UInt64
    }

    private let texts: [Text]
    private let counts: CharacterCounts
    private let holdsOutSources: Bool

    /// Counts the texts. Returns `nil` if there are too few.
    init?(_ labeled: [LabeledText], progress: () throws -> Void) rethrows {
        guard labeled.count >= Self.fewestTexts else { return nil }
        var split = TextFolds(labeled, count: Self.folds)
        if !split.coversAllTexts { split = TextFolds(labeled, count: Self.folds, bySource: false) }
        let masks = MaskNormalizer()
        var texts: [Text] = []
        texts.reserveCapacity(labeled.count)
        for (index, text) in labeled.enumerated() {
            let bytes = Array(masks.normalize(text.text).utf8.prefix(Familiarity.reach))
            let hash = bytes.withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map { StableHash.hash($0, count: bytes.count, seed: Self.seed) } ?? 0
            }
            texts.append(Text(bytes: bytes, fold: split.foldOfText[index], hash: hash))
            if index % 256 == 255 { try progress() }
        }
        texts.sort { ($0.hash, $0.fold) < ($1.hash, $1.fold) }
        self.texts = Array(texts.prefix(Self.mostTexts))
        holdsOutSources = split.holdsOutSources
        var counts = CharacterCounts(folds: split.count)
        for (index, text) in self.texts.enumerated() {
            text.bytes.withUnsafeBufferPointer { counts.add($0, fold: text.fold) }
            if index % 256 == 255 { try progress() }
        }
        self.counts = counts
    }

    private static let seed: UInt64 = 0x7465_7874_7300_0001

    /// The minimum frequency of the strings in the tables: the number of texts for words and 4-grams, the
    /// number of occurrences for shorter n-grams.
    private var minimumTexts: Int { texts.count < 2_000 ? 2 : 3 }

    /// Returns the section, or `nil` if no useful section fits in `mostBytes`.
    func section(mostBytes: Int?, progress: () throws -> Void) throws -> [UInt8]? {
        let share = mostBytes.map { Double($0) / Double(Self.mostBytes) } ?? 1
        let grams = Int(Double(Self.mostGrams) * min(1, share))
        let words = Int(Double(Self.mostWords) * min(1, share))
        guard grams >= Self.fewestGrams else { return nil }
        if texts.count < Self.fewTexts {
            let known = counts.grams(without: nil, minimumTexts: minimumTexts)
            guard known.count >= Self.fewestKnownGrams else { return nil }
        }
        func section(without fold: Int?, _ calibration: FamiliarityCalibration) -> [UInt8] {
            Familiarity.section(
                grams: FamiliarityTable.build(
                    counts.grams(without: fold, minimumTexts: minimumTexts), mostEntries: grams),
                words: FamiliarityTable.build(
                    counts.words(without: fold, minimumTexts: minimumTexts), mostEntries: words),
                calibration: calibration)
        }
        var fit = FamiliarityFit()
        for fold in Set(texts.map(\.fold)).sorted() {
            let held = try Familiarity(section: section(without: fold, .none))
            for text in texts.prefix(Self.mostHeldOut) where text.fold == fold {
                var corruption = TextCorruption(text.bytes)
                fit.add(
                    familiar: text.bytes.withUnsafeBufferPointer(held.measure),
                    unfamiliar: corruption.corrupted().withUnsafeBufferPointer(held.measure))
            }
            try progress()
        }
        return section(
            without: nil, fit.calibration(falseShare: Self.falseShare, holdsOutSources: holdsOutSources))
    }

    /// The approximate maximum size of a section.
    private static let mostBytes = (mostGrams + mostWords) * 8 / 3 + 256
}

extension FamiliarityCalibration {
    /// A placeholder for tables that are only used for measurements.
    fileprivate static let none = FamiliarityCalibration(
        distributions: (0..<FamiliarityMeasures.ratioCount).map { _ in
            Distribution(mean: 0, between: 1, within: 0)
        }, weights: [Double](repeating: 0, count: FamiliarityMeasures.ratioCount), constant: 0)
}

extension FamiliarityTraining {
    /// Returns the familiarity section for training texts, or `nil` if there are too few texts or the limit
    /// is too small. `mostBytes` is the size limit of the model file. The section uses about a tenth of it at
    /// most.
    static func section(
        of texts: [LabeledText], mostBytes: Int?, progress: () throws -> Void
    ) throws -> [UInt8]? {
        guard let training = try FamiliarityTraining(texts, progress: progress) else { return nil }
        return try training.section(mostBytes: mostBytes.map { $0 / 10 }, progress: progress)
    }
}
