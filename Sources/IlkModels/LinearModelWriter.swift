import FoundationEssentials
import IlkText
import IlkVocabulary

/// Writes a fitted linear model as a file: weights in whole numbers of a unit that each family has for itself.
struct LinearModelWriter {
    let taxonomy: Taxonomy
    let documents: [Int]
    let settings: LinearSettings
    let rows: LinearRows
    let solution: LinearFit.Solution

    /// The greatest whole number that a weight becomes.
    private static let greatest: Float = 32_000

    func write() throws(ModelError) -> [UInt8] {
        var units: [Double] = []
        var kept: [(hash: UInt64, weights: [Int16])] = []
        var start = 0
        for (place, end) in rows.familyEnds.enumerated() {
            let unit = unit(of: start..<end)
            units.append(Double(unit) * solution.familyScales[place])
            append(start..<end, unit: unit, to: &kept)
            start = end
        }
        guard let table = FeatureTable.build(kept, categories: taxonomy.count, leavesOutTwins: true) else {
            throw ModelError(.malformed, at: 0, "the table of weights cannot be built")
        }
        return ModelFile.assemble([
            (.manifest, try manifest(units: units, featureCount: kept.count)), (.table, table),
        ])
    }

    private func unit(of features: Range<Int>) -> Float {
        var largest: Float = 0
        for index in features.lowerBound * taxonomy.count..<features.upperBound * taxonomy.count {
            largest = max(largest, abs(solution.weights[index]))
        }
        return largest > 0 ? largest / Self.greatest : 1
    }

    /// Appends the features that have a weight.
    private func append(
        _ features: Range<Int>, unit: Float, to kept: inout [(hash: UInt64, weights: [Int16])]
    ) {
        for feature in features {
            let row = solution.weights[feature * taxonomy.count..<(feature + 1) * taxonomy.count]
            let weights = row.map { Int16(($0 / unit).rounded()) }
            if weights.contains(where: { $0 != 0 }) { kept.append((rows.hashes[feature], weights)) }
        }
    }

    private func manifest(units: [Double], featureCount: Int) throws(ModelError) -> [UInt8] {
        let manifest = LinearManifest(
            kind: .linear, taxonomy: taxonomy, documents: documents, settings: settings,
            choice: solution.choice, constants: solution.constants, units: units,
            signals: settings.families.contains(.shape) ? ShapeReader.signals : [],
            featureSetVersion: TextFeatures.classificationVersion, signalSetVersion: ShapeSignal.version,
            icuVersion: TextAnalyzer.icuVersion, featureCount: featureCount)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(manifest))
        } catch {
            throw ModelError(.malformed, at: 0, "the manifest cannot be written: a weight is not a number")
        }
    }
}
