import IlkModels
import IlkText
import IlkVocabulary

/// The counts section of a model file: sums, then one entry for each feature, by feature group and name.
///
/// Numbers are unsigned LEB128. An entry consists of: feature group (1 byte), number of bytes that the name
/// shares with the previous name, number of further bytes, the further bytes, number of texts, and the
/// weighted count of each category.
enum FeatureCountsFile {
    static func write(_ counts: FeatureCounts, rows: [Int], featureGroups: [FeatureGroup]) -> [UInt8] {
        var bytes: [UInt8] = []
        let categories = counts.taxonomy.count
        for category in 0..<categories {
            bytes.append(count: Int64(counts.documents[category]))
            bytes.append(count: Int64(counts.weightedDocuments[category]))
        }
        for group in FeatureGroup.allCases {
            for sum in counts.weightedFeatures[group.rawValue] {
                bytes.append(count: featureGroups.contains(group) ? sum : 0)
            }
        }
        bytes.append(count: Int64(rows.count))
        var previous: [UInt8] = []
        for row in rows {
            let name = Array(counts.name(row))
            let shared = zip(previous, name).prefix { $0 == $1 }.count
            bytes.append(UInt8(counts.featureGroups[row].rawValue))
            bytes.append(count: Int64(shared))
            bytes.append(count: Int64(name.count - shared))
            bytes.append(contentsOf: name[shared...])
            bytes.append(count: Int64(counts.frequency[row]))
            for count in counts.weightedCounts.counts(of: row) { bytes.append(count: count) }
            previous = name
        }
        return bytes
    }

    /// Reads the counts of a section. `featureGroups` is the number of feature groups for which the section
    /// has sums.
    ///
    /// The length of the section limits the allocated memory, so that a damaged number cannot exhaust it.
    static func read(
        _ storage: ModelStorage, _ section: Range<Int>, taxonomy: Taxonomy, featureGroups: Int
    ) throws(FormatError) -> FeatureCounts {
        var reader = CountReader(storage, section)
        var counts = FeatureCounts(taxonomy: taxonomy)
        var documents: [Int] = []
        var weightedDocuments: [Int] = []
        for _ in 0..<taxonomy.count {
            documents.append(Int(try reader.number()))
            weightedDocuments.append(Int(try reader.number()))
        }
        var weightedFeatures: [[Int64]] = []
        for _ in 0..<featureGroups {
            weightedFeatures.append(try reader.numbers(taxonomy.count))
        }
        counts.restore(
            documents: documents, weightedDocuments: weightedDocuments, weightedFeatures: weightedFeatures)
        var name: [UInt8] = []
        for _ in 0..<(try reader.number()) {
            guard let group = FeatureGroup(rawValue: Int(try reader.byte())),
                group.rawValue < featureGroups
            else {
                throw FormatError(
                    .malformed, at: reader.position, "the model has counts of an unknown feature group")
            }
            try reader.name(into: &name)
            guard let frequency = Int32(exactly: try reader.number()) else {
                throw FormatError(
                    .malformed, at: reader.position,
                    "the number of texts with a feature is larger than 2147483647")
            }
            let weightedCounts = try reader.numbers(taxonomy.count)
            let hash = name.withUnsafeBufferPointer { FeatureHash.of($0, group) }
            counts.restore(
                group: group, name: name, hash: hash, frequency: frequency, weightedCounts: weightedCounts)
        }
        guard reader.remaining == 0 else {
            throw FormatError(.malformed, at: reader.position, "unexpected bytes after the last count")
        }
        return counts
    }
}

extension CountReader {
    fileprivate mutating func name(into name: inout [UInt8]) throws(FormatError) {
        let shared = try number()
        let further = try number()
        guard shared <= Int64(name.count), further <= Int64(remaining) else {
            throw FormatError(
                .malformed, at: position, "the name of a feature extends past the end of the counts")
        }
        name.removeLast(name.count - Int(shared))
        for _ in 0..<further { name.append(try byte()) }
    }
}
