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

    package let file: ModelFile
    private let table: FeatureTable
    private let shape: ShapeWeights
    private let scanned: StretchScan.Weights
    private let families: [FeatureFamily]
    /// The families that are read feature by feature: those that a scan does not read.
    private let streamed: [FeatureFamily]
    /// Those of which features count as often as they stand in a text.
    private let repeating: [FeatureFamily]
    /// Whether each family is one of them.
    private let isStreamed: [Bool]
    /// What each category's score begins with, and the scales of the families: one row a family.
    private let constants: [Double]
    private let factors: [Double]
    private let vocabularyFamily: FeatureFamily?

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
        manifest = try ManifestReader.read(BayesManifest.self, of: file)
        table = try FeatureTable(file, categories: manifest.taxonomy.count, features: manifest.featureCount)
        shape = ShapeWeights(table)
        let families = manifest.settings.families
        self.families = families
        let repeating = manifest.settings.repeating
        self.repeating = repeating
        // What a scan remembers of a stretch counts once a text.
        let once = families.filter { !repeating.contains($0) }
        scanned = StretchScan.Weights(
            storage: file.storage, words: once.contains(.words) ? table : nil, pairs: nil,
            pieces: once.contains(.pieces) ? .table(table) : nil,
            folded: once.contains(.words) && once.contains(.pieces)
                ? try FoldedStretches(file, categories: manifest.taxonomy.count) : nil)
        let isScanned = manifest.taxonomy.count <= StretchScan.mostCategories
        isStreamed = families.map {
            !isScanned || $0 != .words && $0 != .pieces || repeating.contains($0)
        }
        streamed = zip(families, isStreamed).filter { $0.1 }.map { $0.0 }
        let scales = manifest.scales
        constants = scales.constants
        // The shape's scales are in its weights.
        factors = families.flatMap { family in
            family == .shape
                ? scales.constants.map { _ in 1 } : scales.families[family.rawValue]
        }
        vocabularyFamily = FeatureFamily.vocabulary(of: families)
        let categories = manifest.taxonomy.count
        rules = try file.range(of: .rules).map { range throws(FormatError) in
            try RuleCountsFile.read(file.storage, range, categories: categories)
        }
    }

    /// What its file says of it for people, in Markdown.
    public var card: String? { file.text(of: .card) }
    /// The bytes of its file.
    public var storage: ModelStorage { file.storage }

    /// Whether the counts that it was built from are in its file. Without them it scores as it does with them.
    public var hasCounts: Bool { file.range(of: .counts) != nil }

    /// Adds the model's score of a text to `scores`: natural-log odds up to a constant, one number a category.
    ///
    /// - Parameters:
    ///   - analysis: The text, taken apart.
    ///   - scratch: Buffers of the caller's thread.
    ///   - scores: As many numbers as there are categories.
    /// - Returns: How many of the text's features the model knows, its shape not counted.
    @discardableResult
    public func score(
        _ analysis: borrowing AnalyzedText, using scratch: inout ModelScratch, into scores: inout [Double]
    ) -> Int {
        precondition(scores.count == taxonomy.count, "one score a category")
        let scan = scratch.scan
        // All that the closure needs: else it would have a copy of the whole model.
        let scanned = streamed.count < families.count ? scanned : nil
        scratch.bag.read(analysis, families: streamed, repeating: repeating) { units, view in
            if let scanned { scan.read(units, view, scanned) }
        }
        return addScores(using: &scratch, into: &scores)
    }

    /// Adds up what was read, family by family, and tells how many features are known.
    private func addScores(using scratch: inout ModelScratch, into scores: inout [Double]) -> Int {
        var known = 0
        scratch.words = nil
        for category in scores.indices { scores[category] += constants[category] }
        for (place, family) in families.enumerated() {
            let found: (known: Int, all: Int)
            if isStreamed[place] {
                let stream = scratch.bag[family]
                found = (sum(stream.hashes, into: &scratch.sums), stream.count)
                if family == .shape { shape.add(scratch.bag.shapeRanges, of: table, to: &scratch.sums) }
                if !stream.again.isEmpty { addAgain(stream, into: &scratch.sums) }
                let scale =
                    scale(of: family, features: stream.count &+ stream.again.count) * FeatureTable.unit
                for category in scores.indices {
                    scores[category] +=
                        Double(scratch.sums[category]) * (scale * factors[place &* scores.count &+ category])
                }
            } else {
                let sum = scratch.scan[family]
                let scale = scale(of: family, features: sum.features) * FeatureTable.unit
                for category in scores.indices {
                    scores[category] +=
                        Double(sum.weights[category]) * (scale * factors[place &* scores.count &+ category])
                }
                found = (sum.known, sum.features)
            }
            if family != .shape { known += found.known }
            if family == vocabularyFamily { scratch.words = found }
        }
        return known
    }

    private func sum(_ hashes: UnsafeBufferPointer<UInt64>, into sums: inout [Int32]) -> Int {
        sums.removeAll(keepingCapacity: true)
        sums.append(contentsOf: repeatElement(0, count: taxonomy.count))
        return sums.withUnsafeMutableBufferPointer { table.add(hashes, to: $0) }
    }

    /// Adds what a text has more than once.
    private func addAgain(_ stream: FeatureStream, into sums: inout [Int32]) {
        stream.again.withUnsafeBufferPointer { again in
            sums.withUnsafeMutableBufferPointer { _ = table.add(again, to: $0) }
        }
    }

    /// What all weights of a family are multiplied by because of the text's length. The shape is the same for all lengths.
    private func scale(of family: FeatureFamily, features: Int) -> Double {
        family == .shape ? 1 : 1 / Double(max(1, features)).squareRoot()
    }

    /// How many different words a text has, and how many of them the model knows.
    public func vocabulary(
        of analysis: borrowing AnalyzedText, using scratch: inout ModelScratch
    ) -> (known: Int, all: Int) {
        guard let family = FeatureFamily.vocabulary(of: manifest.settings.families) else { return (0, 0) }
        return table.vocabulary(of: analysis, family, using: &scratch)
    }

    /// What of a text spoke, and how loudly: evidence whose weights add up to the scores.
    ///
    /// Runs of characters are summed up by the word or stretch that they stand in.
    public func evidence(_ analysis: borrowing AnalyzedText, using scratch: inout ModelScratch) -> [Evidence]
    {
        scratch.bag.read(
            analysis, families: manifest.settings.families, repeating: repeating, detail: .names)
        var evidence: [Evidence] = []
        if constants.contains(where: { $0 != 0 }) {
            evidence.append(
                Evidence(kind: .prior, name: "before anything is read", spans: [], weights: constants))
        }
        for (place, family) in families.enumerated() {
            let stream = scratch.bag[family]
            let scale = scale(of: family, features: stream.count + stream.again.count)
            let factors = constants.indices.map {
                scale * self.factors[place * constants.count + $0] * FeatureTable.unit
            }
            for part in parts(of: stream) {
                let weights = factors.indices.map { Double(part.sums[$0]) * factors[$0] }
                evidence.append(
                    FeatureReceipt.evidence(family, stream, part.index, weights, again: part.again))
            }
        }
        return evidence
    }

    /// The parts of a family that say something, with what they say again, in the order of the text.
    private func parts(of stream: FeatureStream) -> [EvidencePart] {
        var parts = stream.parts(categories: taxonomy.count) { table.add($0, to: &$1) }
        if !stream.again.isEmpty { add(again: stream, to: &parts) }
        return parts
    }

    private func add(again stream: FeatureStream, to parts: inout [EvidencePart]) {
        var places: [String: Int] = [:]
        for (place, part) in parts.enumerated() { places[stream.name(part.index)] = place }
        for (hash, again) in zip(stream.again, stream.againNames) {
            guard let place = places[stream.string(again.name)] else { continue }
            table.add(hash, to: &parts[place].sums)
            // The runs of a stretch all stand where it does.
            if parts[place].again.last.map({ $0 != again.place }) ?? true {
                parts[place].again.append(again.place)
            }
        }
    }
}
