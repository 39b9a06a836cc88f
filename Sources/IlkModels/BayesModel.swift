public import IlkText
public import IlkVocabulary

/// A trained naive Bayes model: looks features up in its bytes and adds their weights.
///
/// Immutable: any number of threads may score with one model, each with a ``ModelScratch`` of its own.
public struct BayesModel: TextModel {
    /// What the model says of itself.
    public let manifest: BayesManifest
    /// The SHA-256 of its content: what receipts and registries name it by.
    public let digest: ContentDigest
    /// What it has learned of rules; nil when it was made without any.
    public let rules: RuleCounts?

    private let file: ModelFile
    private let table: FeatureTable
    private let shape: ShapeWeights

    /// Reads a model from the bytes of its file.
    ///
    /// - Throws: ``ModelError`` saying what is wrong and at which byte; nothing of the model is used before the check.
    /// - Complexity: Linear in the number of bytes, for the checksum.
    public init(_ storage: ModelStorage) throws(ModelError) {
        try self.init(try ModelFile(storage))
    }

    init(_ file: ModelFile) throws(ModelError) {
        self.file = file
        digest = file.digest
        manifest = try ManifestReader.read(BayesManifest.self, of: file)
        table = try FeatureTable(file, categories: manifest.taxonomy.count, features: manifest.featureCount)
        shape = ShapeWeights(table)
        let categories = manifest.taxonomy.count
        rules = try file.range(of: .rules).map { range throws(ModelError) in
            try RuleCountsFile.read(file.storage, range, categories: categories)
        }
    }

    /// Naive Bayes.
    public var kind: ModelKind { .bayes }
    /// Whether it reads runs of characters.
    public var readsCharacters: Bool {
        manifest.settings.families.contains { $0 == .characters || $0 == .pieces }
    }
    /// The categories, in the order of all scores.
    public var taxonomy: Taxonomy { manifest.taxonomy }
    /// How many texts of each category it was counted on.
    public var documents: [Int] { manifest.documents }
    /// How many features have a weight.
    public var featureCount: Int { manifest.featureCount }

    /// The counts that the model was built from, or nil when it was written without them.
    ///
    /// - Throws: ``ModelError`` when the counts cannot be read.
    public func counts() throws(ModelError) -> FeatureCounts? {
        guard let range = file.range(of: .counts) else { return nil }
        return try FeatureCountsFile.read(
            file.storage, range, taxonomy: taxonomy, families: manifest.scales.families.count)
    }

    /// Whether the counts that it was built from are in its file. Without them it scores as it does with them.
    public var hasCounts: Bool { file.range(of: .counts) != nil }

    /// The counts that the model was built from: what is added to, taken from or merged.
    ///
    /// - Throws: ``ModelError`` `noCounts` for a model that was written without them, or when they cannot be read.
    public func countsToLearnOnto() throws(ModelError) -> FeatureCounts {
        guard let counts = try counts() else {
            throw ModelError(
                .noCounts, at: 0,
                "the model was written without its counts (--strip): it can score, but not be added to, merged or taken back from"
            )
        }
        return counts
    }

    /// Adds the model's score of a text to `scores`: natural-log odds up to a constant, one number a category.
    ///
    /// - Parameters:
    ///   - analysis: The text, taken apart.
    ///   - scratch: Buffers of the caller's thread.
    ///   - scores: As many numbers as there are categories.
    /// - Returns: How many of the text's features the model knows, its shape not counted.
    @discardableResult
    public func score(
        _ analysis: borrowing TextAnalysis, using scratch: inout ModelScratch, into scores: inout [Double]
    ) -> Int {
        precondition(scores.count == taxonomy.count, "one score a category")
        scratch.bag.read(analysis, families: manifest.settings.families, detail: .hashes)
        var known = 0
        for category in scores.indices { scores[category] += manifest.scales.constants[category] }
        for family in manifest.settings.families {
            let found = sum(scratch.bag[family].hashes, into: &scratch.sums)
            if family == .shape { shape.add(scratch.bag.shapeRanges, of: table, to: &scratch.sums) }
            let scale = scale(of: family, features: scratch.bag[family].count)
            for category in scores.indices {
                scores[category] +=
                    Double(scratch.sums[category]) * FeatureTable.unit * factor(family, category, scale)
            }
            if family != .shape { known += found }
        }
        return known
    }

    private func sum(_ hashes: UnsafeBufferPointer<UInt64>, into sums: inout [Int32]) -> Int {
        sums.removeAll(keepingCapacity: true)
        sums.append(contentsOf: repeatElement(0, count: taxonomy.count))
        return sums.withUnsafeMutableBufferPointer { table.add(hashes, to: $0) }
    }

    /// What all weights of a family are multiplied by because of the text's length. The shape is the same for all lengths.
    private func scale(of family: FeatureFamily, features: Int) -> Double {
        family == .shape ? 1 : 1 / Double(max(1, features)).squareRoot()
    }

    /// The shape's scales are in its weights.
    private func factor(_ family: FeatureFamily, _ category: Int, _ scale: Double) -> Double {
        family == .shape ? scale : scale * manifest.scales.families[family.rawValue][category]
    }

    /// How many different words a text has, and how many of them the model knows.
    public func vocabulary(
        of analysis: borrowing TextAnalysis, using scratch: inout ModelScratch
    ) -> (known: Int, all: Int) {
        guard let family = FeatureFamily.vocabulary(of: manifest.settings.families) else { return (0, 0) }
        scratch.bag.read(analysis, families: [family], detail: .hashes)
        let hashes = scratch.bag[family].hashes
        return (hashes.count { table.find($0) >= 0 }, hashes.count)
    }

    /// What of a text spoke, and how loudly: evidence whose weights add up to the scores.
    ///
    /// Runs of characters are summed up by the word or stretch that they stand in.
    public func evidence(_ analysis: borrowing TextAnalysis, using scratch: inout ModelScratch) -> [Evidence]
    {
        scratch.bag.read(analysis, families: manifest.settings.families, detail: .names)
        var evidence: [Evidence] = []
        let constants = manifest.scales.constants
        if constants.contains(where: { $0 != 0 }) {
            evidence.append(
                Evidence(kind: .prior, name: "before anything is read", spans: [], weights: constants))
        }
        for family in manifest.settings.families {
            let stream = scratch.bag[family]
            let scale = scale(of: family, features: stream.count)
            let factors = taxonomy.categories.indices.map { factor(family, $0, scale) * FeatureTable.unit }
            var index = 0
            while index < stream.count {
                let first = index
                var sums = [Int](repeating: 0, count: taxonomy.count)
                repeat {
                    add(stream.hashes[index], to: &sums)
                    index += 1
                } while index < stream.count && family == .pieces
                    && stream.names[index] == stream.names[first]
                guard sums.contains(where: { $0 != 0 }) else { continue }
                let weights = factors.indices.map { Double(sums[$0]) * factors[$0] }
                evidence.append(FeatureReceipt.evidence(family, stream, first, weights))
            }
        }
        return evidence
    }

    private func add(_ hash: UInt64, to sums: inout [Int]) {
        let offset = table.find(hash)
        guard offset >= 0 else { return }
        for category in sums.indices { sums[category] += Int(table.weight(at: offset, category)) }
    }
}
