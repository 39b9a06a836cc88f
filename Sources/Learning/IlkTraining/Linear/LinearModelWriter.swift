import IlkModels
import IlkText
import IlkVocabulary

/// Writes a linear model as a file. Weights are quantized with a separate unit for each feature group.
struct LinearModelWriter {
    let taxonomy: Taxonomy
    let documents: [Int]
    let settings: LinearSettings
    let rows: LinearRows
    let solution: LinearFit.Solution
    /// The size limit of the file in bytes. To meet it, the writer drops the least important features outside
    /// of buckets.
    var mostBytes = Int.max

    private static let greatest: Float = 32_000

    func write() throws(FormatError) -> [UInt8] {
        var units: [Double] = []
        var kept: [(hash: UInt64, weights: [Int16])] = []
        var buckets: [UInt8] = []
        var inBuckets = 0
        var start = 0
        for (place, end) in rows.groupEnds.enumerated() {
            let bits = rows.bucketBits[place]
            let unit =
                bits > 0
                ? ByteWeights.unit(
                    of: solution.weights[start * taxonomy.count..<end * taxonomy.count],
                    labels: taxonomy.count)
                : largest(of: start..<end) / Self.greatest
            units.append(Double(unit) * solution.groupWeights[place])
            if bits > 0 {
                inBuckets += fill(start..<end, unit: unit, bits: bits, &buckets)
            } else {
                append(start..<end, unit: unit, to: &kept)
            }
            start = end
        }
        var manifest = try manifest(units: units, featureCount: kept.count + inBuckets)
        let room = mostBytes - buckets.count - manifest.count - Self.frame
        if kept.count > FeatureTable.features(within: room, categories: taxonomy.count) {
            kept = mostImportant(kept, FeatureTable.features(within: room, categories: taxonomy.count))
            manifest = try self.manifest(units: units, featureCount: kept.count + inBuckets)
        }
        guard
            let table = FeatureTable.build(
                kept.map(\.hash), kept.flatMap(\.weights), categories: taxonomy.count, skipsCollisions: true)
        else {
            throw FormatError(.notRepresentable, at: 0, "the table of weights cannot be built")
        }
        var parts: [(ModelFile.Section, [UInt8])] = [(.manifest, manifest), (.table, table)]
        if !buckets.isEmpty {
            buckets.append(contentsOf: repeatElement(0, count: WeightBuckets.overhang))
            parts.append((.buckets, buckets))
        }
        return taxonomy.isMultilabel
            ? ModelFile.assemble(parts, version: ModelFile.multilabelVersion) : ModelFile.assemble(parts)
    }

    /// Space for the header of the file and the padding of sections to 16 bytes.
    static let frame = 256

    /// Returns the `count` most important features in their original order. Style features count as the most
    /// important.
    private func mostImportant(
        _ kept: [(hash: UInt64, weights: [Int16])], _ count: Int
    ) -> [(hash: UInt64, weights: [Int16])] {
        let importance = rows.importance(of: solution.weights)
        let order = kept.indices.sorted { left, right in
            let (a, b) = (importance[kept[left].hash] ?? 0, importance[kept[right].hash] ?? 0)
            return (b, kept[left].hash) < (a, kept[right].hash)
        }
        return order.prefix(max(0, count)).sorted().map { kept[$0] }
    }

    /// Returns the largest absolute weight, or 1 if all are 0.
    private func largest(of features: Range<Int>) -> Float {
        var largest: Float = 0
        for index in features.lowerBound * taxonomy.count..<features.upperBound * taxonomy.count {
            largest = max(largest, abs(solution.weights[index]))
        }
        return largest > 0 ? largest : 1
    }

    private func row(_ feature: Int, unit: Float, greatest: Float) -> [Int16] {
        solution.weights[feature * taxonomy.count..<(feature + 1) * taxonomy.count]
            .map { Int16(ByteWeights.whole($0, unit, greatest: greatest)) }
    }

    /// Appends the features with a nonzero quantized weight.
    private func append(
        _ features: Range<Int>, unit: Float, to kept: inout [(hash: UInt64, weights: [Int16])]
    ) {
        for feature in features {
            let weights = row(feature, unit: unit, greatest: Self.greatest)
            if weights.contains(where: { $0 != 0 }) { kept.append((rows.hashes[feature], weights)) }
        }
    }

    /// Appends the buckets of a feature group. Returns the number of buckets with a nonzero weight.
    private func fill(_ features: Range<Int>, unit: Float, bits: Int, _ buckets: inout [UInt8]) -> Int {
        let first = buckets.count
        buckets.append(contentsOf: repeatElement(0, count: taxonomy.count << bits))
        var filled = 0
        for feature in features {
            let weights = row(feature, unit: unit, greatest: ByteWeights.greatest)
            let bucket = Int(rows.hashes[feature] & (1 << 32 - 1))
            for (category, weight) in weights.enumerated() {
                buckets[first + bucket * taxonomy.count + category] = UInt8(truncatingIfNeeded: weight)
            }
            if weights.contains(where: { $0 != 0 }) { filled += 1 }
        }
        return filled
    }

    private func manifest(units: [Double], featureCount: Int) throws(FormatError) -> [UInt8] {
        try LinearManifest(
            taxonomy: taxonomy, documents: documents, settings: settings, choice: solution.choice,
            multilabel: solution.multilabel, constants: solution.constants, units: units,
            bucketBits: rows.bucketBits,
            featureCount: featureCount
        )
        .encoded()
    }
}
