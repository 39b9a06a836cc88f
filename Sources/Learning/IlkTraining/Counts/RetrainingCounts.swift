public import IlkModels
public import IlkText
public import IlkVocabulary

/// The counts that the texts of a log add to a model. Corrections, texts that rules agree on, and unlabeled
/// texts are counted separately, because they differ in reliability.
///
/// All counts are integer sums, so texts can be added and subtracted in any order. The weights of texts
/// without corrections are chosen when a model is built. This is one step of semi-supervised EM (K. Nigam, A.
/// McCallum, S. Thrun and T. Mitchell, "Text classification from labeled and unlabeled documents using EM",
/// Machine Learning 39, 2000): each unlabeled text is added once, with the probabilities of the base version.
public struct RetrainingCounts: Sendable {
    /// The type of a text that is used for training without a human label.
    public enum Evidence: Int, Sendable, CaseIterable {
        /// Texts that rules agree on.
        case rules
        /// Unlabeled texts, with the probabilities of a model.
        case unlabeled
    }

    /// The probabilities of a text are rounded to multiples of 1 divided by this number. The steps are so
    /// large that floating-point differences between machines do not change the counts.
    public static let shareSteps = 256

    /// The categories.
    public let taxonomy: Taxonomy
    /// The feature groups that are counted.
    public let featureGroups: [FeatureGroup]
    /// The number of texts of each type of evidence.
    public private(set) var texts: [Int]

    private var corrections: FeatureCounts
    private var evidence: [FeatureCounts]

    /// Creates counts that contain no text yet.
    ///
    /// - Parameters:
    ///   - taxonomy: The taxonomy of the model to which the counts will be added.
    ///   - featureGroups: The feature groups of that model.
    public init(taxonomy: Taxonomy, featureGroups: [FeatureGroup]) {
        self.taxonomy = taxonomy
        self.featureGroups = featureGroups
        corrections = FeatureCounts(taxonomy: taxonomy)
        evidence = Evidence.allCases.map { _ in FeatureCounts(taxonomy: taxonomy) }
        texts = Evidence.allCases.map { _ in 0 }
    }

    /// The number of corrections.
    public var correctionCount: Int { corrections.documents.reduce(0, +) }

    /// Adds or subtracts a correction.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - category: The index of the text's label in the taxonomy.
    ///   - weight: The weight of the correction, as a number of training texts.
    ///   - isBack: `true` to subtract a correction that was added with the same weight.
    ///   - scratch: Buffers, not shared with other threads.
    /// - Complexity: O(*n*) in the length of the text.
    public mutating func count(
        _ analysis: borrowing AnalyzedText, category: Int, weight: Double, takingBack isBack: Bool = false,
        using scratch: inout ModelScratch
    ) {
        precondition(taxonomy.categories.indices.contains(category), "category outside the taxonomy")
        scratch.bag.read(analysis, featureGroups: featureGroups, repeating: featureGroups, detail: .counting)
        corrections.add(
            scratch.bag, featureGroups: featureGroups, category: category,
            weight: FeatureCounts.weightedCounts(ofWeight: weight), sign: isBack ? -1 : 1)
    }

    /// Adds or subtracts a text as evidence.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - kind: The type of evidence.
    ///   - shares: The probability of each category, rounded to multiples of 1/``shareSteps``.
    ///   - isBack: `true` to subtract a text that was added with the same shares.
    ///   - scratch: Buffers, not shared with other threads.
    /// - Complexity: O(*n* · *c*) for a text of length *n* and *c* categories.
    public mutating func count(
        _ analysis: borrowing AnalyzedText, as kind: Evidence, shares: [Double],
        takingBack isBack: Bool = false,
        using scratch: inout ModelScratch
    ) {
        precondition(shares.count == taxonomy.count, "one share for each category")
        scratch.bag.read(analysis, featureGroups: featureGroups, repeating: featureGroups, detail: .counting)
        let unit = FeatureCounts.unitsPerText / Self.shareSteps
        let weights = shares.map { Int((min(1, max(0, $0)) * Double(Self.shareSteps)).rounded()) * unit }
        evidence[kind.rawValue].add(
            evidence: scratch.bag, featureGroups: featureGroups, shares: weights, sign: isBack ? -1 : 1)
        texts[kind.rawValue] += isBack ? -1 : 1
    }

    /// Adds the counts of other texts.
    ///
    /// - Parameter other: Counts of the same taxonomy and feature groups.
    /// - Complexity: O(*f* · *c*) for *f* features of `other` and *c* categories.
    package mutating func merge(_ other: RetrainingCounts) {
        func merge(_ part: FeatureCounts, into counts: inout FeatureCounts) {
            var part = part
            if !counts.hasOccurrences { part.restore(nil) }
            counts.merge(part)
        }
        merge(other.corrections, into: &corrections)
        for kind in evidence.indices {
            merge(other.evidence[kind], into: &evidence[kind])
            texts[kind] += other.texts[kind]
        }
    }

    /// Builds a model from the counts of a base version and these counts.
    ///
    /// - Parameters:
    ///   - base: The base version. Its settings and group weights are kept.
    ///   - counts: The counts of the base version.
    ///   - weights: The weight of a text for each type of evidence, clamped to 0 ... 1.
    ///   - includesCounts: `true` to include the counts in the file.
    /// - Returns: The bytes of the model file. They do not depend on the order of the texts.
    /// - Throws: ``FormatError`` if the model cannot be written.
    /// - Complexity: O(*f* log *f* + *f* · *c*) for *f* features and *c* categories.
    public func model(
        addedTo base: BayesModel, counts: FeatureCounts, weights: [Double], includesCounts: Bool = true
    ) throws(FormatError) -> [UInt8] {
        var all = counts
        all.merge(corrections)
        for kind in Evidence.allCases where kind.rawValue < weights.count {
            let weight = min(max(0, weights[kind.rawValue]), 1) * Double(FeatureCounts.unitsPerText)
            all.merge(evidence: evidence[kind.rawValue], weight: Int(weight.rounded()))
        }
        let bytes = try BayesTrainer(resuming: all, settings: base.manifest.settings, of: base.manifest)
            .build(groupWeights: base.manifest.groupWeights, includesCounts: includesCounts)
        // The familiarity table has no counts, so it cannot be updated. The texts of a log resemble the
        // training texts of its model.
        return try Familiarity.section(of: base.storage)
            .map { section throws(FormatError) in try Familiarity.added(section, to: bytes) } ?? bytes
    }
}

extension RetrainingCounts {
    /// The serialized counts: corrections, then each type of evidence, each with its length first.
    ///
    /// With occurrence counts, there is a leading 0 byte, and an occurrences section for each part at the
    /// end. Features that occur in only one text are included.
    public var bytes: [UInt8] {
        var parts: [[UInt8]] = []
        var further: [[UInt8]] = []
        let featureGroups = FeatureGroup.allCases
        for counts in [corrections] + evidence {
            let rows = (0..<counts.featureCount).filter { counts.frequency[$0] > 0 }
            parts.append(FeatureCountsFile.write(counts, rows: rows, featureGroups: featureGroups))
            guard counts.hasOccurrences else { continue }
            further.append(RepeatCountsFile.write(counts, rows: rows, featureGroups: featureGroups))
        }
        var bytes: [UInt8] = []
        if further.count == parts.count {
            bytes.append(0)
            parts += further
        }
        for part in parts {
            bytes.append(count: Int64(part.count))
            bytes += part
        }
        return bytes
    }

    /// Parses serialized counts.
    ///
    /// - Parameters:
    ///   - bytes: The value of ``bytes``.
    ///   - taxonomy: The categories of the counts.
    ///   - featureGroups: The feature groups of the counts.
    ///   - texts: The number of texts of each type of evidence.
    /// - Throws: ``FormatError`` if the bytes are damaged.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(
        bytes: ArraySlice<UInt8>, taxonomy: Taxonomy, featureGroups: [FeatureGroup], texts: [Int]
    ) throws(FormatError) {
        self.init(taxonomy: taxonomy, featureGroups: featureGroups)
        let storage = ModelStorage(copying: Array(bytes))
        let featureGroups = FeatureGroup.allCases.count
        var layers: [FeatureCounts] = []
        // Counts are never empty, so the bytes of earlier releases start with a length above 0.
        let hasOccurrences = storage.count > 0 && storage.bytes[0] == 0
        var position = hasOccurrences ? 1 : 0
        for _ in 0...evidence.count {
            let part = try Self.part(of: storage, at: &position)
            layers.append(
                try FeatureCountsFile.read(storage, part, taxonomy: taxonomy, featureGroups: featureGroups))
        }
        for layer in layers.indices {
            var repeats: RepeatCounts?
            if hasOccurrences {
                let part = try Self.part(of: storage, at: &position)
                repeats = try RepeatCountsFile.read(
                    storage, part, beside: layers[layer], featureGroups: featureGroups)
            }
            layers[layer].restore(repeats)
        }
        guard texts.count == evidence.count, position == storage.count else {
            throw FormatError(
                .malformed, at: position, "the stored counts have a wrong length or number of texts")
        }
        corrections = layers[0]
        evidence = Array(layers.dropFirst())
        self.texts = texts
    }

    private static func part(
        of storage: ModelStorage, at position: inout Int
    ) throws(FormatError) -> Range<Int> {
        var reader = CountReader(storage, position..<storage.count)
        let length = try reader.number()
        guard length <= Int64(reader.remaining) else {
            throw FormatError(
                .malformed, at: reader.position, "it ends before all counts")
        }
        defer { position = reader.position + Int(length) }
        return reader.position..<reader.position + Int(length)
    }
}
