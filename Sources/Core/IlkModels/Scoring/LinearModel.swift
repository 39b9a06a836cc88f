public import IlkText
public import IlkVocabulary

/// A trained linear model. To score a text, it looks up the features of the text in the bytes of its file and
/// adds their weights.
///
/// The model contains no counts, so texts cannot be added or removed, and models cannot be merged.
public struct LinearModel: TextModel {
    /// The model's description in its file.
    public let manifest: LinearManifest
    /// The SHA-256 digest of the model's content, which identifies it in explanations and registries.
    public let digest: ContentDigest
    /// The estimate of how similar a text is to the training texts, or `nil` if the file has none.
    public let familiarity: Familiarity?
    /// The part of the model that has learned from corrections, or `nil` if it has learned none.
    public let head: ResidualHead?

    private let file: ModelFile
    private let table: FeatureTable
    /// The buckets of each feature group; `nil` for groups in the table.
    private let buckets: [WeightBuckets?]
    private let scanned: SpanScan.Weights
    /// The feature groups that are read feature by feature, because ``SpanScan`` does not read them.
    private let streamed: [FeatureGroup]
    private let styleWeights: StyleWeights
    private let bend: CalibrationCurve

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
        manifest = try ManifestReader.read(LinearManifest.self, of: file)
        table = try FeatureTable(file, categories: manifest.taxonomy.count, features: manifest.featureCount)
        styleWeights = StyleWeights(table)
        familiarity = try Familiarity(file)
        head = try ResidualHead(file)
        let featureGroups = manifest.settings.featureGroups
        let buckets = try WeightBuckets.read(
            file, bits: manifest.bucketBits, categories: manifest.taxonomy.count)
        self.buckets = buckets
        func own(_ group: FeatureGroup) -> WeightBuckets? {
            featureGroups.firstIndex(of: group).flatMap { buckets[$0] }
        }
        scanned = SpanScan.Weights(
            storage: file.storage, words: featureGroups.contains(.unigrams) ? table : nil,
            pairs: own(.bigrams), pieces: own(.wordNgrams).map(RunWeights.buckets))
        streamed =
            manifest.taxonomy.count > SpanScan.maximumCategories
            ? featureGroups : featureGroups.filter { !SpanScan.featureGroups.contains($0) }
        bend = CalibrationCurve(sharpness: manifest.choice.sharpness, bend: manifest.choice.bend)
    }

    /// The model card in Markdown, or `nil` if the file has none.
    public var card: String? { file.text(of: .card) }
    /// The bytes of the model's file.
    public var storage: ModelStorage { file.storage }
    /// The minimum probability of each label of a multi-label taxonomy, or `nil` for other taxonomies.
    public var labelThresholds: [Double]? { manifest.multilabel?.thresholds }
    /// The number of training texts.
    public var texts: Int { manifest.multilabel?.texts ?? documents.reduce(0, +) }

    /// Adds the model's scores of a text to `scores`. The model's scores are natural-log odds up to a
    /// constant.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - scratch: The buffers of the calling thread.
    ///   - scores: The scores to add to, one per label.
    /// - Returns: The number of known features of the text, without style features. If the model reads
    ///   unigrams, features that share weight buckets (bigrams and `char_wb` n-grams) are not counted.
    /// - Complexity: O(*n*) in the length of the text; no allocation after the buffers have grown.
    @discardableResult
    public func score(
        _ analysis: borrowing AnalyzedText, using scratch: inout ModelScratch, into scores: inout [Double]
    ) -> Int {
        precondition(scores.count == taxonomy.count, "one score for each category")
        let featureGroups = manifest.settings.featureGroups
        let scan = scratch.scan
        scratch.bag.read(analysis, featureGroups: streamed) { tokens, view in
            if streamed.count < featureGroups.count { scan.read(tokens, view, scanned) }
        }
        scratch.words = nil
        scratch.scores.removeAll(keepingCapacity: true)
        scratch.scores.append(contentsOf: manifest.constants)
        var known = 0
        for place in featureGroups.indices {
            if streamed.contains(featureGroups[place]) {
                known += add(place, using: &scratch)
            } else {
                let sum = scan[featureGroups[place]]
                let factor = factor(place, features: sum.features)
                for category in scores.indices {
                    scratch.scores[category] += Double(sum.weights[category]) * factor
                }
                known += counted(featureGroups[place], features: sum.features, words: scan.words.known)
            }
        }
        for category in scores.indices {
            let score = scratch.scores[category]
            scores[category] += score + bend.correction(ofSharpened: score)
        }
        return known
    }

    /// Returns the number of features of a scanned group that count as known. For unigrams, these are the
    /// known words. Features in buckets cannot be distinguished, so they count only if the model has no
    /// unigrams.
    private func counted(_ group: FeatureGroup, features: Int, words: Int) -> Int {
        if group == .unigrams { return words }
        return scanned.words == nil ? features : 0
    }

    /// Adds the weights of a feature group that was read feature by feature, and returns the number of known
    /// features.
    private func add(_ place: Int, using scratch: inout ModelScratch) -> Int {
        let group = manifest.settings.featureGroups[place]
        let stream = scratch.bag[group]
        scratch.sums.removeAll(keepingCapacity: true)
        scratch.sums.append(contentsOf: repeatElement(0, count: taxonomy.count))
        var count = stream.count
        let known = scratch.sums.withUnsafeMutableBufferPointer { sums in
            guard let buckets = buckets[place] else { return table.add(stream.hashes, to: sums) }
            buckets.add(stream.hashes, to: sums)
            return counted(group, features: stream.count, words: 0)
        }
        if group == .style {
            styleWeights.add(scratch.bag.styleRanges, of: table, to: &scratch.sums)
            count += scratch.bag.styleRanges.count
        }
        let factor = factor(place, features: count)
        for category in scratch.sums.indices {
            scratch.scores[category] += Double(scratch.sums[category]) * factor
        }
        return group == .style ? 0 : known
    }

    private func factor(_ place: Int, features: Int) -> Double {
        manifest.units[place] / Double(max(1, features)).squareRoot()
    }

    /// Returns the number of distinct words of a text, and the number of these words that the model knows. A
    /// model without unigrams counts `char` n-grams instead of words. Both numbers are 0 if such a model also
    /// reads bigrams, or if it reads no `char` n-grams.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - scratch: The buffers of the calling thread.
    /// - Complexity: O(*n*) in the length of the text.
    public func vocabulary(
        of analysis: borrowing AnalyzedText, using scratch: inout ModelScratch
    ) -> (known: Int, all: Int) {
        let group = FeatureGroup.vocabulary(of: manifest.settings.featureGroups)
        // Features that share their weights in buckets are neither known nor unknown.
        guard let group, !group.isBucketed else { return (0, 0) }
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
        let featureGroups = manifest.settings.featureGroups
        scratch.bag.read(analysis, featureGroups: featureGroups, detail: .names)
        var evidence = [
            Evidence(type: .prior, id: "prior", spans: [], weights: manifest.constants)
        ]
        for (place, group) in featureGroups.enumerated() {
            let stream = scratch.bag[group]
            let factor = factor(place, features: stream.count)
            let factors = [Double](repeating: factor, count: taxonomy.count)
            for part in stream.parts(categories: taxonomy.count, { add($0, of: place, to: &$1) }) {
                let letters = stream.letters(of: part, factors, isForEachLabel: taxonomy.isMultilabel) {
                    add($0, of: place, to: &$1)
                }
                evidence.append(
                    FeatureExplanation.evidence(
                        stream, part, part.sums.map { Double($0) * factor }, of: analysis, letters: letters))
            }
        }
        evidence.append(correction(of: evidence))
        return evidence
    }

    /// Returns the evidence with the difference that the calibration curve makes to the score of each label.
    private func correction(of evidence: [Evidence]) -> Evidence {
        let weights = taxonomy.categories.indices.map { category in
            bend.correction(ofSharpened: evidence.reduce(0) { $0 + $1.weights[category] })
        }
        return Evidence(type: .prior, id: "calibration", spans: [], weights: weights)
    }

    private func add(_ hash: UInt64, of place: Int, to sums: inout [Int]) {
        guard let buckets = buckets[place] else { return table.add(hash, to: &sums) }
        for category in sums.indices { sums[category] += buckets.weight(hash, category) }
    }
}
