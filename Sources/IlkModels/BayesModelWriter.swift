import FoundationEssentials
import IlkText
import IlkVocabulary

/// Derives the tables of a model from its counts and writes them as a file.
struct BayesModelWriter {
    let counts: FeatureCounts
    let settings: BayesSettings
    let scales: BayesScales
    let choice: BayesChoice?

    func write(includesCounts: Bool) throws(ModelError) -> [UInt8] {
        let kept = keptRows()
        let categories = counts.taxonomy.count
        guard let table = FeatureTable.build(tableRows(kept), categories: categories) else {
            throw ModelError(.malformed, at: 0, "two features have one hash; leave one of their texts out")
        }
        let manifest = BayesManifest(
            kind: .bayes, taxonomy: counts.taxonomy, documents: counts.documents, settings: settings,
            scales: scales.ofAllFamilies, choice: choice,
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
        if includesCounts {
            parts.append((.counts, FeatureCountsFile.write(counts, rows: kept, families: settings.families)))
        }
        return ModelFile.assemble(parts)
    }

    /// The rows that enough texts have, by family and name, so that the order of counting does not show.
    private func keptRows() -> [Int] {
        let wanted = Set(settings.families)
        let fewest = max(1, settings.minimumFrequency)
        return (0..<counts.featureCount)
            .filter {
                let family = counts.families[$0]
                return wanted.contains(family) && Int(counts.frequency[$0]) >= (family == .shape ? 1 : fewest)
            }
            .sorted { left, right in
                let (a, b) = (counts.families[left].rawValue, counts.families[right].rawValue)
                return a != b ? a < b : counts.name(left).lexicographicallyPrecedes(counts.name(right))
            }
    }

    private func tableRows(_ kept: [Int]) -> [(hash: UInt64, weights: [Int16])] {
        let weights = BayesWeights(counts, settings)
        var row = [Double](repeating: 0, count: counts.taxonomy.count)
        let signalIndex = Dictionary(uniqueKeysWithValues: ShapeReader.signals.enumerated().map { ($1, $0) })
        return kept.map { index in
            weights.weights(of: index, into: &row)
            if counts.families[index] == .shape { scale(&row, row: index, signalIndex) }
            return (counts.hashes[index], row.map(Self.quantize))
        }
    }

    /// Multiplies the weights of a range of the shape by the scales of its signal: the name before the equals sign.
    private func scale(_ weights: inout [Double], row: Int, _ signalIndex: [String: Int]) {
        let name = String(decoding: counts.name(row).prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        guard let signal = signalIndex[name], signal < scales.signals.count else { return }
        for category in weights.indices { weights[category] *= scales.signals[signal][category] }
    }

    /// The nearest weight that the table can hold.
    private static func quantize(_ weight: Double) -> Int16 {
        let scaled = (weight / FeatureTable.unit).rounded()
        guard scaled == scaled else { return 0 }
        return Int16(max(Double(Int16.min), min(Double(Int16.max), scaled)))
    }
}
