package import IlkText
public import IlkVocabulary

/// The part of a retrained model that is fitted to corrections. For each label, a linear function of the
/// text's features predicts the difference between the human label (0 or 1) and the base version's
/// probability.
///
/// The difference is added to the combined probabilities of rules and model (``ResidualScores``).
public struct ResidualHead: Sendable {
    /// The labels whose scores the head changes.
    public let labels: [Category]
    /// The number of corrections to which the head was fitted.
    public let texts: Int

    private let scope: HeadFeatures.Scope
    private let storage: ModelStorage
    private let buckets: WeightBuckets
    /// The factor by which the stored integer weights are multiplied.
    private let unit: Double

    /// The buffers of one thread.
    package struct Scratch {
        var features: HeadFeatures
        var sums: [Int32] = []

        fileprivate init(_ scope: HeadFeatures.Scope) { features = HeadFeatures(scope) }
    }

    /// Reads the head of a model file, or returns `nil` if the file has none.
    init?(_ file: ModelFile) throws(FormatError) {
        guard let section = file.range(of: .head) else { return nil }
        let start = section.lowerBound
        guard section.count >= Self.frame else {
            throw FormatError(.malformed, at: start, "the section of learned corrections is too short")
        }
        let numbers = (0..<4).map { Int(file.storage.load(UInt32.self, at: start + 4 * $0)) }
        unit = Double(bitPattern: file.storage.load(UInt64.self, at: start + 16))
        let (bits, count) = (numbers[0], numbers[1])
        var reader = CountReader(file.storage, start + Self.frame..<section.upperBound)
        var labels: [Category] = []
        for _ in 0..<count { labels.append(Category(try reader.text())) }
        guard unit.isFinite, unit > 0, count > 0, Set(labels).count == count,
            (WeightBuckets.fewestBits...WeightBuckets.mostBits).contains(bits),
            reader.remaining == count << bits + WeightBuckets.overhang,
            let buckets = WeightBuckets(file.storage, at: reader.position, bits: bits, categories: count)
        else {
            throw FormatError(
                .malformed, at: start,
                "the learned corrections have an invalid label, weight scale or size")
        }
        (self.labels, self.buckets, storage) = (labels, buckets, file.storage)
        (texts, scope) = (numbers[2], .all)
    }

    /// Creates a head that is not part of a model file. Returns `nil` if the weights are inconsistent.
    ///
    /// - Parameters:
    ///   - weights: The weights.
    ///   - scope: The feature groups from which the weights were fitted.
    package init?(_ weights: HeadWeights, _ scope: HeadFeatures.Scope) {
        guard weights.isConsistent else { return nil }
        let storage = ModelStorage(
            copying: weights.weights.map { UInt8(bitPattern: $0) }
                + [UInt8](repeating: 0, count: WeightBuckets.overhang))
        let count = weights.labels.count
        guard let buckets = WeightBuckets(storage, at: 0, bits: weights.bits, categories: count) else {
            return nil
        }
        (labels, texts, unit) = (weights.labels, weights.texts, weights.unit)
        (self.buckets, self.storage, self.scope) = (buckets, storage, scope)
    }

    /// The buffers for a thread.
    package var scratch: Scratch { Scratch(scope) }

    /// The number of bytes before the labels.
    private static let frame = 24

    /// Returns the bytes of a model file with a head. The head replaces an earlier one.
    ///
    /// - Parameters:
    ///   - weights: The weights.
    ///   - file: The bytes of the model file.
    /// - Throws: ``FormatError`` if the bytes are not a model.
    package static func added(_ weights: HeadWeights, to file: [UInt8]) throws(FormatError) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in [weights.bits, weights.labels.count, weights.texts, 0] {
            bytes.append(littleEndian: UInt32(number))
        }
        bytes.append(littleEndian: weights.unit.bitPattern)
        for label in weights.labels { bytes.append(text: label.rawValue) }
        bytes.append(contentsOf: weights.weights.map { UInt8(bitPattern: $0) })
        bytes.append(contentsOf: repeatElement(0, count: WeightBuckets.overhang))
        return try ModelFile.adding(.head, bytes, to: file, leastVersion: ModelFile.headVersion)
    }

    /// Returns the bytes of a model file without a head.
    ///
    /// - Throws: ``FormatError`` if the bytes are not a model.
    package static func removed(from file: [UInt8]) throws(FormatError) -> [UInt8] {
        try ModelFile.adding(.head, nil, to: file)
    }

    /// Computes the difference that the head adds to the probability of each label.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - scratch: The buffers of the calling thread.
    ///   - residuals: Receives the difference for each of ``labels``. Its previous contents are removed.
    /// - Complexity: O(*n*) in the length of the text.
    package func residuals(
        of analysis: borrowing AnalyzedText, using scratch: inout Scratch, into residuals: inout [Double]
    ) {
        residuals.removeAll(keepingCapacity: true)
        residuals.append(contentsOf: repeatElement(0, count: labels.count))
        var sums: [Int32] = []
        swap(&sums, &scratch.sums)
        scratch.features.read(analysis) { hashes, value in
            sums.removeAll(keepingCapacity: true)
            sums.append(contentsOf: repeatElement(0, count: labels.count))
            sums.withUnsafeMutableBufferPointer { buckets.add(hashes, to: $0) }
            for label in residuals.indices { residuals[label] += Double(sums[label]) * (value * unit) }
        }
        swap(&sums, &scratch.sums)
    }

    /// Returns the evidence for the differences. The weights of the evidence add up to the results of
    /// ``residuals(of:using:into:)``.
    ///
    /// The weights of `char_wb` n-grams are added up for each span. The weights of an n-gram that several
    /// spans contain are added to the first of them.
    ///
    /// - Parameter analysis: The analyzed text.
    /// - Complexity: O(*n*) in the length of the text.
    package func evidence(_ analysis: borrowing AnalyzedText) -> [Evidence] {
        var bag = FeatureBag()
        bag.read(analysis, featureGroups: scope.groups.map(\.group), detail: .names)
        func add(_ hash: UInt64, to sums: inout [Int]) {
            for label in sums.indices { sums[label] += buckets.weight(hash, label) }
        }
        let seen = HashSet()
        var evidence: [Evidence] = []
        for (group, norm) in scope.groups {
            let stream = bag[group]
            seen.clear(expected: stream.count)
            var distinct = 0
            let parts = stream.parts(categories: labels.count) { hash, sums in
                guard seen.insert(hash) else { return }
                distinct += 1
                add(hash, to: &sums)
            }
            let factor = norm / Double(max(1, distinct)).squareRoot() * unit
            let factors = [Double](repeating: factor, count: labels.count)
            for part in parts {
                let letters = stream.letters(of: part, factors, isForEachLabel: false) { add($0, to: &$1) }
                let piece = FeatureExplanation.evidence(
                    stream, part, part.sums.map { Double($0) * factor }, of: analysis, letters: letters)
                evidence.append(piece.asLearned)
            }
        }
        return evidence
    }
}

extension Evidence {
    /// This evidence, marked as learned from corrections.
    fileprivate var asLearned: Evidence {
        Evidence(
            type: .correction, id: Self.learnedPrefix + id,
            detail: detail == nil ? nil : Self.learnedPhrase(phrase), spans: spans, weights: weights)
    }
}
