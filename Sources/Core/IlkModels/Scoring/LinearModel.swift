public import IlkText
public import IlkVocabulary

/// A trained linear model: looks features up in its bytes and adds their weights.
///
/// It holds no counts: nothing can be added to it, taken back, or merged.
public struct LinearModel: TextModel {
    /// What the model says of itself.
    public let manifest: LinearManifest
    /// The SHA-256 of its content: what receipts and registries name it by.
    public let digest: ContentDigest

    private let file: ModelFile
    private let table: FeatureTable
    /// For each family its buckets; nil for those in the table.
    private let buckets: [WeightBuckets?]
    private let scanned: StretchScan.Weights
    /// The families that are read feature by feature: those that a scan does not read.
    private let streamed: [FeatureFamily]
    private let shape: ShapeWeights
    private let bend: ScoreBend

    /// Reads a model from the bytes of its file.
    ///
    /// - Throws: ``FormatError`` saying what is wrong and at which byte; nothing of the model is used before the check.
    /// - Complexity: Linear in the number of bytes, for the checksum.
    public init(_ storage: ModelStorage) throws(FormatError) {
        try self.init(try ModelFile(storage))
    }

    init(_ file: ModelFile) throws(FormatError) {
        self.file = file
        digest = file.digest
        manifest = try ManifestReader.read(LinearManifest.self, of: file)
        table = try FeatureTable(file, categories: manifest.taxonomy.count, features: manifest.featureCount)
        shape = ShapeWeights(table)
        let families = manifest.settings.families
        let buckets = try WeightBuckets.read(
            file, bits: manifest.bucketBits, categories: manifest.taxonomy.count)
        self.buckets = buckets
        func own(_ family: FeatureFamily) -> WeightBuckets? {
            families.firstIndex(of: family).flatMap { buckets[$0] }
        }
        scanned = StretchScan.Weights(
            storage: file.storage, words: families.contains(.words) ? table : nil,
            pairs: own(.pairs), pieces: own(.pieces).map(RunWeights.buckets))
        streamed =
            manifest.taxonomy.count > StretchScan.mostCategories
            ? families : families.filter { !StretchScan.families.contains($0) }
        bend = ScoreBend(sharpness: manifest.choice.sharpness, bend: manifest.choice.bend)
    }

    /// What its file says of it for people, in Markdown.
    public var card: String? { file.text(of: .card) }
    /// The bytes of its file.
    public var storage: ModelStorage { file.storage }

    /// Adds the model's score of a text to `scores`: natural-log odds up to a constant, one number a category.
    ///
    /// - Parameters:
    ///   - analysis: The text, taken apart.
    ///   - scratch: Buffers of the caller's thread.
    ///   - scores: As many numbers as there are categories.
    /// - Returns: How many of the text's features the model knows, its shape not counted: its words, where it has words.
    @discardableResult
    public func score(
        _ analysis: borrowing AnalyzedText, using scratch: inout ModelScratch, into scores: inout [Double]
    ) -> Int {
        precondition(scores.count == taxonomy.count, "one score a category")
        let families = manifest.settings.families
        let scan = scratch.scan
        scratch.bag.read(analysis, families: streamed) { units, view in
            if streamed.count < families.count { scan.read(units, view, scanned) }
        }
        scratch.words = nil
        scratch.scores.removeAll(keepingCapacity: true)
        scratch.scores.append(contentsOf: manifest.constants)
        var known = 0
        for place in families.indices {
            if streamed.contains(families[place]) {
                known += add(place, using: &scratch)
            } else {
                let sum = scan[families[place]]
                let factor = factor(place, features: sum.features)
                for category in scores.indices {
                    scratch.scores[category] += Double(sum.weights[category]) * factor
                }
                known += counted(families[place], features: sum.features, words: scan.words.known)
            }
        }
        for category in scores.indices {
            let score = scratch.scores[category]
            scores[category] += score + bend.correction(ofSharpened: score)
        }
        return known
    }

    /// How many features of a scanned family count as known: of words those that the model knows. What is in a bucket is
    /// known neither as itself nor as anything else, and counts only where the model has no words.
    private func counted(_ family: FeatureFamily, features: Int, words: Int) -> Int {
        if family == .words { return words }
        return scanned.words == nil ? features : 0
    }

    /// Adds the weights of a family's features, which were read one by one, and tells how many of them are known.
    private func add(_ place: Int, using scratch: inout ModelScratch) -> Int {
        let family = manifest.settings.families[place]
        let stream = scratch.bag[family]
        scratch.sums.removeAll(keepingCapacity: true)
        scratch.sums.append(contentsOf: repeatElement(0, count: taxonomy.count))
        var count = stream.count
        let known = scratch.sums.withUnsafeMutableBufferPointer { sums in
            guard let buckets = buckets[place] else { return table.add(stream.hashes, to: sums) }
            buckets.add(stream.hashes, to: sums)
            return counted(family, features: stream.count, words: 0)
        }
        if family == .shape {
            shape.add(scratch.bag.shapeRanges, of: table, to: &scratch.sums)
            count += scratch.bag.shapeRanges.count
        }
        let factor = factor(place, features: count)
        for category in scratch.sums.indices {
            scratch.scores[category] += Double(scratch.sums[category]) * factor
        }
        return family == .shape ? 0 : known
    }

    /// What the weights of a family are multiplied by in a text with so many features of it.
    private func factor(_ place: Int, features: Int) -> Double {
        manifest.units[place] / Double(max(1, features)).squareRoot()
    }

    /// How many different words a text has, and how many of them the model knows.
    public func vocabulary(
        of analysis: borrowing AnalyzedText, using scratch: inout ModelScratch
    ) -> (known: Int, all: Int) {
        let family = FeatureFamily.vocabulary(of: manifest.settings.families)
        // Of what shares its weights in buckets nobody can tell whether it is known.
        guard let family, !family.isBucketed else { return (0, 0) }
        return table.vocabulary(of: analysis, family, using: &scratch)
    }

    /// What of a text spoke, and how loudly: evidence whose weights add up to the scores.
    ///
    /// Runs of characters are summed up by the stretch that they stand in.
    public func evidence(_ analysis: borrowing AnalyzedText, using scratch: inout ModelScratch) -> [Evidence]
    {
        let families = manifest.settings.families
        scratch.bag.read(analysis, families: families, detail: .names)
        var evidence = [
            Evidence(kind: .prior, name: "before anything is read", spans: [], weights: manifest.constants)
        ]
        for (place, family) in families.enumerated() {
            let stream = scratch.bag[family]
            let factor = factor(place, features: stream.count)
            for part in stream.parts(categories: taxonomy.count, { add($0, of: place, to: &$1) }) {
                evidence.append(
                    FeatureReceipt.evidence(family, stream, part.index, part.sums.map { Double($0) * factor })
                )
            }
        }
        evidence.append(correction(of: evidence))
        return evidence
    }

    /// What calibration takes back of what all else adds up to.
    private func correction(of evidence: [Evidence]) -> Evidence {
        let weights = taxonomy.categories.indices.map { category in
            bend.correction(ofSharpened: evidence.reduce(0) { $0 + $1.weights[category] })
        }
        return Evidence(kind: .prior, name: "taken back by calibration", spans: [], weights: weights)
    }

    private func add(_ hash: UInt64, of place: Int, to sums: inout [Int]) {
        guard let buckets = buckets[place] else { return table.add(hash, to: &sums) }
        for category in sums.indices { sums[category] += buckets.weight(hash, category) }
    }
}
