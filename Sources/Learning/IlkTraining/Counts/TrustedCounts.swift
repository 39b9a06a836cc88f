public import IlkModels
public import IlkText
public import IlkVocabulary

/// What a log adds to a model, by how far its texts are to be trusted: what people said, what rules agree on, and texts
/// that nobody said anything of.
///
/// All three are sums of whole numbers, so that texts can be added and taken back in any order. What the last two count for
/// is decided when a model is built. After K. Nigam, A. McCallum, S. Thrun and T. Mitchell, "Text classification from
/// labeled and unlabeled documents using EM", Machine Learning 39 (2000), with one step of theirs: a text is entered once,
/// as the model before sees it.
public struct TrustedCounts: Sendable {
    /// What is counted that no person said.
    public enum Evidence: Int, Sendable, CaseIterable {
        /// Texts on which rules agree.
        case rules
        /// Texts of which only a model has an opinion.
        case unlabelled
    }

    /// Into how many parts a text without a category is cut to be dealt out to the categories: so few that its counts do
    /// not depend on the last digits of a machine's arithmetic.
    public static let parts = 256

    /// What is decided among.
    public let taxonomy: Taxonomy
    /// The families that are counted.
    public let families: [FeatureFamily]
    /// How many texts of each kind of evidence there are.
    public private(set) var texts: [Int]

    private var corrections: FeatureCounts
    private var evidence: [FeatureCounts]

    /// Counts of nothing.
    ///
    /// - Parameters:
    ///   - taxonomy: That of the model they are for.
    ///   - families: The families of that model.
    public init(taxonomy: Taxonomy, families: [FeatureFamily]) {
        self.taxonomy = taxonomy
        self.families = families
        corrections = FeatureCounts(taxonomy: taxonomy)
        evidence = Evidence.allCases.map { _ in FeatureCounts(taxonomy: taxonomy) }
        texts = Evidence.allCases.map { _ in 0 }
    }

    /// How many texts people said the category of.
    public var corrected: Int { corrections.documents.reduce(0, +) }

    /// Counts a text that a person said the category of, or takes it back.
    ///
    /// - Parameters:
    ///   - analysis: The text, taken apart.
    ///   - category: The place of its category in the taxonomy.
    ///   - weight: How many texts of the model it counts for.
    ///   - isBack: Whether it is taken back; then it must have been counted with the same weight.
    ///   - scratch: Buffers of the caller's thread.
    public mutating func count(
        _ analysis: borrowing AnalyzedText, category: Int, weight: Double, takingBack isBack: Bool = false,
        using scratch: inout ModelScratch
    ) {
        precondition(taxonomy.categories.indices.contains(category), "category outside the taxonomy")
        scratch.bag.read(analysis, families: families, repeating: families, detail: .counting)
        let mass = FeatureCounts.mass(ofWeight: weight)
        corrections.add(
            scratch.bag, families: families, category: category, mass: mass, sign: isBack ? -1 : 1)
    }

    /// Counts a text as evidence, or takes it back.
    ///
    /// - Parameters:
    ///   - analysis: The text, taken apart.
    ///   - kind: What kind of evidence it is.
    ///   - shares: How much of it goes to each category: rounded to ``parts``.
    ///   - isBack: Whether it is taken back; then it must have been counted with the same shares.
    ///   - scratch: Buffers of the caller's thread.
    public mutating func count(
        _ analysis: borrowing AnalyzedText, as kind: Evidence, shares: [Double],
        takingBack isBack: Bool = false,
        using scratch: inout ModelScratch
    ) {
        precondition(shares.count == taxonomy.count, "one share a category")
        scratch.bag.read(analysis, families: families, repeating: families, detail: .counting)
        let unit = FeatureCounts.massUnit / Self.parts
        let masses = shares.map { Int((min(1, max(0, $0)) * Double(Self.parts)).rounded()) * unit }
        evidence[kind.rawValue].add(
            evidence: scratch.bag, families: families, shares: masses, sign: isBack ? -1 : 1)
        texts[kind.rawValue] += isBack ? -1 : 1
    }

    /// A model of another's counts and these.
    ///
    /// - Parameters:
    ///   - base: The model that they are added to; its settings and scales are kept.
    ///   - counts: That model's counts.
    ///   - weights: What a text of each kind of evidence counts for, 0 and up, kind by kind.
    ///   - includesCounts: Whether the counts go into the file.
    /// - Returns: The bytes of a model file: the same for the same texts, whatever their order, and for the same weights.
    /// - Throws: ``FormatError`` when the model cannot be written.
    public func model(
        addedTo base: BayesModel, counts: FeatureCounts, weights: [Double], includesCounts: Bool = true
    ) throws(FormatError) -> [UInt8] {
        var all = counts
        all.merge(corrections)
        for kind in Evidence.allCases where kind.rawValue < weights.count {
            let weight = min(max(0, weights[kind.rawValue]), 1) * Double(FeatureCounts.massUnit)
            all.merge(evidence: evidence[kind.rawValue], weight: Int(weight.rounded()))
        }
        return try BayesTrainer(resuming: all, settings: base.manifest.settings)
            .build(scales: base.manifest.scales, includesCounts: includesCounts)
    }
}

extension TrustedCounts {
    /// The counts as bytes, features of a single text too: a part for each kind, with its length before it. Where it is
    /// known how often texts have their features, a zero comes first, and as many parts of that behind the others.
    public var bytes: [UInt8] {
        var parts: [[UInt8]] = []
        var further: [[UInt8]] = []
        let families = FeatureFamily.allCases
        for counts in [corrections] + evidence {
            let rows = (0..<counts.featureCount).filter { counts.frequency[$0] > 0 }
            parts.append(FeatureCountsFile.write(counts, rows: rows, families: families))
            guard counts.hasOccurrences else { continue }
            further.append(RepeatCountsFile.write(counts, rows: rows, families: families))
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

    /// Reads what ``bytes`` wrote.
    ///
    /// - Parameters:
    ///   - bytes: The counts.
    ///   - taxonomy: What they were counted among.
    ///   - families: What was counted.
    ///   - texts: How many texts of each kind of evidence are in them.
    /// - Throws: ``FormatError`` when they are damaged.
    public init(
        bytes: ArraySlice<UInt8>, taxonomy: Taxonomy, families: [FeatureFamily], texts: [Int]
    ) throws(FormatError) {
        self.init(taxonomy: taxonomy, families: families)
        let storage = ModelStorage(copying: Array(bytes))
        let families = FeatureFamily.allCases.count
        var layers: [FeatureCounts] = []
        // No part of counts is empty: an older program's begin with a length above 0.
        let hasOccurrences = storage.count > 0 && storage.bytes[0] == 0
        var position = hasOccurrences ? 1 : 0
        for _ in 0...evidence.count {
            let part = try Self.part(of: storage, at: &position)
            layers.append(
                try FeatureCountsFile.read(storage, part, taxonomy: taxonomy, families: families))
        }
        for layer in layers.indices {
            var repeats: RepeatCounts?
            if hasOccurrences {
                let part = try Self.part(of: storage, at: &position)
                repeats = try RepeatCountsFile.read(
                    storage, part, beside: layers[layer], families: families)
            }
            layers[layer].restore(repeats)
        }
        guard texts.count == evidence.count, position == storage.count else {
            throw FormatError(.malformed, at: position, "the counts are of another form")
        }
        corrections = layers[0]
        evidence = Array(layers.dropFirst())
        self.texts = texts
    }

    /// The next part of the bytes, whose length stands before it.
    private static func part(
        of storage: ModelStorage, at position: inout Int
    ) throws(FormatError) -> Range<Int> {
        var reader = CountReader(storage, position..<storage.count)
        let length = try reader.number()
        guard length <= Int64(reader.left) else {
            throw FormatError(.malformed, at: reader.position, "the counts end too early")
        }
        defer { position = reader.position + Int(length) }
        return reader.position..<reader.position + Int(length)
    }
}
