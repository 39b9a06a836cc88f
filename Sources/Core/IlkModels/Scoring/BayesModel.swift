public import IlkText
public import IlkVocabulary

/// A trained naive Bayes model. To score a text, it looks up the features of the text in the bytes of its
/// file and adds their weights.
///
/// The model is immutable. Any number of threads can score with it, each with a separate ``ModelScratch``.
public struct BayesModel: TextModel {
    /// The model's description in its file.
    public let manifest: BayesManifest
    /// The SHA-256 digest of the model's content, which identifies it in explanations and registries.
    public let digest: ContentDigest
    /// The model's counts of rule matches, or `nil` if it has none.
    public let rules: RuleCounts?
    /// The estimate of how similar a text is to the training texts, or `nil` if the file has none.
    public let familiarity: Familiarity?
    /// The part of the model that has learned from corrections, or `nil` if it has learned none.
    public let head: ResidualHead?

    package let file: ModelFile
    private let table: FeatureTable
    private let styleWeights: StyleWeights
    private let scanned: SpanScan.Weights
    private let featureGroups: [FeatureGroup]
    /// The feature groups that are read feature by feature, because ``SpanScan`` does not read them.
    private let streamed: [FeatureGroup]
    /// The feature groups that count each occurrence of a feature.
    private let repeating: [FeatureGroup]
    /// For each feature group, `true` if it is read feature by feature.
    private let isStreamed: [Bool]
    /// The initial score of each label.
    private let constants: [Double]
    /// The group weights: one row per feature group, with a weight for each label.
    private let factors: [Double]
    private let vocabularyGroup: FeatureGroup?

    /// Reads a model from the bytes of its file, after checking them.
    ///
    /// - Parameter storage: The bytes.
    /// - Throws: ``FormatError`` with the byte offset of the error.
    /// - Complexity: O(*n*) in the number of bytes, for the checksum.
    public init(_ storage: ModelStorage) throws(FormatError) {
        try self.init(try ModelFile(storage))
    }

    init(_ file: ModelFile) throws(FormatError) {
        self.file = file
        digest = file.digest
        manifest = try ManifestReader.read(BayesManifest.self, of: file)
        table = try FeatureTable(file, categories: manifest.taxonomy.count, features: manifest.featureCount)
        styleWeights = StyleWeights(table)
        let featureGroups = manifest.settings.featureGroups
        self.featureGroups = featureGroups
        let repeating = manifest.settings.repeating
        self.repeating = repeating
        scanned = SpanScan.Weights(
            storage: file.storage, words: featureGroups.contains(.unigrams) ? table : nil, pairs: nil,
            pieces: featureGroups.contains(.wordNgrams) ? .table(table) : nil,
            folded: featureGroups.contains(.unigrams) && featureGroups.contains(.wordNgrams)
                ? try PrecomputedSpans(file, categories: manifest.taxonomy.count) : nil,
            repeatsWords: repeating.contains(.unigrams), repeatsPieces: repeating.contains(.wordNgrams))
        let isScanned = manifest.taxonomy.count <= SpanScan.maximumCategories
        isStreamed = featureGroups.map { !isScanned || $0 != .unigrams && $0 != .wordNgrams }
        streamed = zip(featureGroups, isStreamed).filter { $0.1 }.map { $0.0 }
        let groupWeights = manifest.groupWeights
        constants = groupWeights.constants
        // The weights of style features already include their group weights.
        factors = featureGroups.flatMap { group in
            group == .style
                ? groupWeights.constants.map { _ in 1 } : groupWeights.featureGroups[group.rawValue]
        }
        vocabularyGroup = FeatureGroup.vocabulary(of: featureGroups)
        familiarity = try Familiarity(file)
        head = try ResidualHead(file)
        let categories = manifest.taxonomy.count
        rules = try file.range(of: .rules).map { range throws(FormatError) in
            try RuleCountsFile.read(file.storage, range, categories: categories)
        }
    }

    /// The model card in Markdown, or `nil` if the file has none.
    public var card: String? { file.text(of: .card) }
    /// The bytes of the model's file.
    public var storage: ModelStorage { file.storage }

    /// `true` if the file contains the counts from which the weights were computed. The scores are the same
    /// without the counts.
    public var hasCounts: Bool { file.range(of: .counts) != nil }

    /// Adds the model's scores of a text to `scores`. The model's scores are natural-log odds up to a
    /// constant.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - scratch: The buffers of the calling thread.
    ///   - scores: The scores to add to, one per label.
    /// - Returns: The number of known features of the text, without style features.
    /// - Complexity: O(*n*) in the length of the text; no allocation after the buffers have grown.
    @discardableResult
    public func score(
        _ analysis: borrowing AnalyzedText, using scratch: inout ModelScratch, into scores: inout [Double]
    ) -> Int {
        precondition(scores.count == taxonomy.count, "one score for each category")
        let scan = scratch.scan
        // Copied into a local, because the closure would otherwise capture the whole model.
        let scanned = streamed.count < featureGroups.count ? scanned : nil
        scratch.bag.read(analysis, featureGroups: streamed, repeating: repeating) { tokens, view in
            if let scanned { scan.read(tokens, view, scanned) }
        }
        return addScores(using: &scratch, into: &scores)
    }

    /// Adds the sums of all feature groups, and returns the number of known features.
    private func addScores(using scratch: inout ModelScratch, into scores: inout [Double]) -> Int {
        var known = 0
        scratch.words = nil
        for category in scores.indices { scores[category] += constants[category] }
        for (place, group) in featureGroups.enumerated() {
            let found: (known: Int, all: Int)
            if isStreamed[place] {
                let stream = scratch.bag[group]
                found = (sum(stream.hashes, into: &scratch.sums), stream.count)
                if group == .style { styleWeights.add(scratch.bag.styleRanges, of: table, to: &scratch.sums) }
                if !stream.repeated.isEmpty { addAgain(stream, into: &scratch.sums) }
                let scale =
                    scale(of: group, features: stream.count &+ stream.repeated.count) * FeatureTable.unit
                for category in scores.indices {
                    scores[category] +=
                        Double(scratch.sums[category]) * (scale * factors[place &* scores.count &+ category])
                }
            } else {
                let sum = scratch.scan[group]
                let scale = scale(of: group, features: sum.features &+ sum.repeats) * FeatureTable.unit
                for category in scores.indices {
                    scores[category] +=
                        Double(sum.weights[category]) * (scale * factors[place &* scores.count &+ category])
                }
                found = (sum.known, sum.features)
            }
            if group != .style { known += found.known }
            if group == vocabularyGroup { scratch.words = found }
        }
        return known
    }

    private func sum(_ hashes: UnsafeBufferPointer<UInt64>, into sums: inout [Int32]) -> Int {
        sums.removeAll(keepingCapacity: true)
        sums.append(contentsOf: repeatElement(0, count: taxonomy.count))
        return sums.withUnsafeMutableBufferPointer { table.add(hashes, to: $0) }
    }

    /// Adds the weights of the repeated occurrences of features.
    private func addAgain(_ stream: FeatureStream, into sums: inout [Int32]) {
        stream.repeated.withUnsafeBufferPointer { again in
            sums.withUnsafeMutableBufferPointer { _ = table.add(again, to: $0) }
        }
    }

    /// Returns the factor that normalizes a feature group for the length of the text: 1/√*n*, where *n* is
    /// the number of the group's features in the text. Style features are not normalized.
    private func scale(of group: FeatureGroup, features: Int) -> Double {
        group == .style ? 1 : 1 / Double(max(1, features)).squareRoot()
    }

    /// Returns the number of distinct words of a text, and the number of these words that the model knows. A
    /// model without unigrams counts bigrams or character n-grams instead of words.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - scratch: The buffers of the calling thread.
    /// - Complexity: O(*n*) in the length of the text.
    public func vocabulary(
        of analysis: borrowing AnalyzedText, using scratch: inout ModelScratch
    ) -> (known: Int, all: Int) {
        guard let group = FeatureGroup.vocabulary(of: manifest.settings.featureGroups) else { return (0, 0) }
        return table.vocabulary(of: analysis, group, using: &scratch)
    }

    /// Returns the evidence for the scores of a text. The weights of the evidence add up to the scores.
    ///
    /// The weights of `char_wb` n-grams are added up for each span that contains them.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - scratch: The buffers of the calling thread.
    /// - Complexity: O(*n*) in the length of the text.
    public func evidence(_ analysis: borrowing AnalyzedText, using scratch: inout ModelScratch) -> [Evidence]
    {
        scratch.bag.read(
            analysis, featureGroups: manifest.settings.featureGroups, repeating: repeating, detail: .names)
        var evidence: [Evidence] = []
        if constants.contains(where: { $0 != 0 }) {
            evidence.append(
                Evidence(type: .prior, id: "prior", spans: [], weights: constants))
        }
        for (place, group) in featureGroups.enumerated() {
            let stream = scratch.bag[group]
            let scale = scale(of: group, features: stream.count + stream.repeated.count)
            let factors = constants.indices.map {
                scale * self.factors[place * constants.count + $0] * FeatureTable.unit
            }
            for part in parts(of: stream) {
                let weights = factors.indices.map { Double(part.sums[$0]) * factors[$0] }
                let letters = stream.letters(of: part, factors, isForEachLabel: taxonomy.isMultilabel) {
                    table.add($0, to: &$1)
                }
                evidence.append(
                    FeatureExplanation.evidence(stream, part, weights, of: analysis, letters: letters))
            }
        }
        return evidence
    }

    /// Returns the pieces of evidence of a feature group with non-zero weights, including repeated
    /// occurrences, in the order of the text.
    private func parts(of stream: FeatureStream) -> [EvidencePart] {
        var parts = stream.parts(categories: taxonomy.count) { table.add($0, to: &$1) }
        if !stream.repeated.isEmpty { add(again: stream, to: &parts) }
        return parts
    }

    private func add(again stream: FeatureStream, to parts: inout [EvidencePart]) {
        var places: [String: Int] = [:]
        for (place, part) in parts.enumerated() { places[stream.name(part.index)] = place }
        for (hash, again) in zip(stream.repeated, stream.againNames) {
            guard let place = places[stream.string(again.name)] else { continue }
            table.add(hash, to: &parts[place].sums)
            // All n-grams of a span have its position, so the position is added once.
            if parts[place].again.last.map({ $0 != again.place }) ?? true {
                parts[place].again.append(again.place)
            }
        }
    }
}
