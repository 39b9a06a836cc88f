import FoundationEssentials
import IlkText
import IlkVocabulary

/// Derives the tables of a model from its counts and writes them as a file.
struct BayesModelWriter {
    let counts: FeatureCounts
    let settings: BayesSettings
    let scales: BayesScales

    func write(includesCounts: Bool) throws(ModelError) -> [UInt8] {
        let kept = keptRows()
        let categories = counts.taxonomy.count
        guard let table = FeatureTable.build(tableRows(kept), categories: categories) else {
            throw ModelError(.malformed, at: 0, "two features have one hash; leave one of their texts out")
        }
        let manifest = BayesManifest(
            kind: .bayes, taxonomy: counts.taxonomy, documents: counts.documents, settings: settings,
            scales: scales,
            signals: settings.families.contains(.shape) ? ShapeReader.signals : [],
            featureSetVersion: TextFeatures.classificationVersion, signalSetVersion: ShapeSignal.version,
            icuVersion: TextAnalyzer.icuVersion, featureCount: kept.count)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json: [UInt8]
        do {
            json = Array(try encoder.encode(manifest))
        } catch {
            throw ModelError(.malformed, at: 0, "the manifest cannot be written: a scale is not a number")
        }
        var parts: [(ModelFile.Section, [UInt8])] = [(.manifest, json), (.table, table)]
        if includesCounts { parts.append((.counts, FeatureCountsFile.write(counts, rows: kept))) }
        return ModelFile.assemble(parts)
    }

    /// The rows that enough texts have, by family and name, so that the order of counting does not show.
    private func keptRows() -> [Int] {
        (0..<counts.featureCount)
            .filter {
                counts.families[$0] == .shape || Int(counts.frequency[$0]) >= settings.minimumFrequency
            }
            .sorted { left, right in
                let (a, b) = (counts.families[left].rawValue, counts.families[right].rawValue)
                return a != b ? a < b : counts.names[left].lexicographicallyPrecedes(counts.names[right])
            }
    }

    private func tableRows(_ kept: [Int]) -> [(hash: UInt64, weights: [Int16])] {
        let weights = BayesWeights(counts, settings)
        var row = [Double](repeating: 0, count: counts.taxonomy.count)
        let hashes = Dictionary(uniqueKeysWithValues: counts.rows.map { ($0.value, $0.key) })
        let signalIndex = Dictionary(uniqueKeysWithValues: ShapeReader.signals.enumerated().map { ($1, $0) })
        return kept.compactMap { index in
            weights.weights(of: index, into: &row)
            if counts.families[index] == .shape { scale(&row, row: index, signalIndex) }
            guard let hash = hashes[Int32(index)] else { return nil }
            return (hash, row.map(Self.quantize))
        }
    }

    /// Multiplies the weights of a range of the shape by the scales of its signal: the name before the equals sign.
    private func scale(_ weights: inout [Double], row: Int, _ signalIndex: [String: Int]) {
        let name = String(decoding: counts.names[row].prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        guard let signal = signalIndex[name], signal < scales.signals.count else { return }
        for category in weights.indices { weights[category] *= scales.signals[signal][category] }
    }

    /// The nearest weight that the table can hold.
    private static func quantize(_ weight: Double) -> Int16 {
        let scaled = (weight / FeatureTable.unit).rounded()
        return Int16(max(Double(Int16.min), min(Double(Int16.max), scaled)))
    }
}
