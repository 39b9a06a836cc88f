import IlkModels
import IlkText
import IlkVocabulary

/// Computes the weights of a Bayes model from its counts and writes them as a file.
struct BayesModelWriter {
    let counts: FeatureCounts
    let settings: BayesSettings
    let groupWeights: GroupWeights
    let choice: BayesChoice?
    /// The manifest of the model whose counts are continued, or `nil`.
    var base: BayesManifest?

    /// Returns the bytes of the file. If `folds` is `true`, the file contains precomputed sums of character
    /// n-grams. These sums speed up the classification of the first texts and do not change the scores.
    func write(includesCounts: Bool, folds: Bool = true) throws(FormatError) -> [UInt8] {
        let countsOccurrences = settings.countsOccurrences
        guard counts.hasOccurrences || !countsOccurrences else {
            throw FormatError(
                .noCounts, at: 0,
                "the settings require occurrence counts, which the model does not have")
        }
        let kept = keptRows()
        let categories = counts.taxonomy.count
        guard
            let table = FeatureTable.build(
                kept.map { counts.hashes[$0] }, weights(of: kept), categories: categories)
        else {
            throw FormatError(
                .notRepresentable, at: 0,
                "two features have the same hash; remove the texts that contain one of them")
        }
        var manifest = BayesManifest(
            taxonomy: counts.taxonomy, documents: counts.documents, settings: settings,
            groupWeights: groupWeights,
            choice: choice, featureCount: kept.count)
        // Most counts come from texts that the tokenizer of the base version split.
        if let base { (manifest.icuVersion, manifest.tokenizer) = (base.icuVersion, base.tokenizer) }
        var parts: [(ModelFile.Section, [UInt8])] = [(.manifest, try manifest.encoded()), (.table, table)]
        if includesCounts {
            let featureGroups = settings.featureGroups
            parts.append((.counts, FeatureCountsFile.write(counts, rows: kept, featureGroups: featureGroups)))
            if counts.hasOccurrences {
                parts.append(
                    (.occurrences, RepeatCountsFile.write(counts, rows: kept, featureGroups: featureGroups)))
            }
        }
        let size = parts.reduce(0) { $0 + $1.1.count }
        if folds, let folded = try spanSums(kept, table, besideBytes: size) {
            parts.append((.folded, folded))
        }
        return ModelFile.assemble(
            parts, version: countsOccurrences ? ModelFile.occurrenceVersion : ModelFile.versions.lowerBound)
    }

    /// Returns the rows with enough texts, sorted by feature group and name, independent of the order of
    /// counting.
    private func keptRows() -> [Int] {
        let fewest = max(1, settings.minimumFrequency)
        var isWanted = [Bool](repeating: false, count: FeatureGroup.allCases.count)
        for group in settings.featureGroups { isWanted[group.rawValue] = true }
        return (0..<counts.featureCount)
            .filter {
                let group = counts.featureGroups[$0]
                return isWanted[group.rawValue]
                    && Int(counts.frequency[$0]) >= (group == .style ? 1 : fewest)
            }
            .map { (group: counts.featureGroups[$0].rawValue, head: head(ofName: $0), row: $0) }
            .sorted { left, right in
                if left.group != right.group { return left.group < right.group }
                if left.head != right.head { return left.head < right.head }
                return counts.name(left.row).lexicographicallyPrecedes(counts.name(right.row))
            }
            .map(\.row)
    }

    /// Returns the first eight bytes of a row's name in big-endian order. They decide most comparisons of
    /// names.
    private func head(ofName row: Int) -> UInt64 {
        var head: UInt64 = 0
        var shift: UInt64 = 64
        for byte in counts.name(row).prefix(8) {
            shift -= 8
            head |= UInt64(byte) << shift
        }
        return head
    }

    /// Returns the quantized weights of rows, by row, then by category.
    private func weights(of kept: [Int]) -> [Int16] {
        let weights = BayesWeights(counts, settings)
        var row = [Double](repeating: 0, count: counts.taxonomy.count)
        let styleFeatureIndex = Dictionary(
            uniqueKeysWithValues: StyleReader.styleFeatures.enumerated().map { ($1, $0) })
        var result: [Int16] = []
        result.reserveCapacity(kept.count * row.count)
        for index in kept {
            weights.weights(of: index, into: &row)
            if counts.featureGroups[index] == .style { scale(&row, row: index, styleFeatureIndex) }
            for weight in row { result.append(Self.quantize(weight)) }
        }
        return result
    }

    /// Multiplies the weights of a row by the group weights of its style feature. The row is one range or
    /// value of the style feature. Its name starts with the style feature: `lineCount=2`.
    private func scale(_ weights: inout [Double], row: Int, _ styleFeatureIndex: [String: Int]) {
        let name = String(decoding: counts.name(row).prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        guard let styleFeature = styleFeatureIndex[name], styleFeature < groupWeights.styleFeatures.count
        else { return }
        for category in weights.indices {
            weights[category] *= groupWeights.styleFeatures[styleFeature][category]
        }
    }

    /// Quantizes a weight, clipped to the range of the table.
    private static func quantize(_ weight: Double) -> Int16 {
        let scaled = (weight / FeatureTable.unit).rounded()
        guard scaled == scaled else { return 0 }
        return Int16(max(Double(Int16.min), min(Double(Int16.max), scaled)))
    }
}
