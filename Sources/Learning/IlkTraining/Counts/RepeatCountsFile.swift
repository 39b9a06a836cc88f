import IlkModels
import IlkVocabulary

/// The occurrences section of a model file: the counts of repeated features. Its reference is
/// `docs/reference/model-file.md`.
///
/// Numbers are unsigned LEB128. The section contains the sums of the feature groups by category, the number
/// of repeated features, and one entry for each repeated feature in the order of the counts section. An entry
/// consists of the number of skipped features of the counts section and the weighted count of each category.
enum RepeatCountsFile {
    /// Returns the section for rows in the order of the counts section.
    static func write(_ counts: FeatureCounts, rows: [Int], featureGroups: [FeatureGroup]) -> [UInt8] {
        var bytes: [UInt8] = []
        for group in FeatureGroup.allCases {
            for sum in counts.repeats.weightedFeatures[group.rawValue] {
                bytes.append(count: featureGroups.contains(group) ? sum : 0)
            }
        }
        // Subtracted texts leave zeros. Omitting the zeros hides that the texts were ever counted.
        let repeated = rows.indices.filter { index in
            counts.repeats.counts(of: rows[index])?.contains { $0 > 0 } ?? false
        }
        bytes.append(count: Int64(repeated.count))
        var next = 0
        for index in repeated {
            bytes.append(count: Int64(index - next))
            for count in counts.repeats.counts(of: rows[index]) ?? [] { bytes.append(count: count) }
            next = index + 1
        }
        return bytes
    }

    /// Reads a section. The rows of `counts` must be in the order of their section.
    ///
    /// The lengths of both sections limit the allocated memory, so that a damaged number cannot exhaust it.
    static func read(
        _ storage: ModelStorage, _ section: Range<Int>, beside counts: FeatureCounts, featureGroups: Int
    ) throws(FormatError) -> RepeatCounts {
        var reader = CountReader(storage, section)
        let categories = counts.taxonomy.count
        var repeats = RepeatCounts(categories: categories)
        for group in 0..<featureGroups { repeats.weightedFeatures[group] = try reader.numbers(categories) }
        var next: Int64 = 0
        for _ in 0..<(try reader.number()) {
            let row = next + (try reader.number())
            guard row < Int64(counts.featureCount) else {
                throw FormatError(
                    .malformed, at: reader.position,
                    "an occurrence count refers to a feature without a text count")
            }
            repeats.set(row: Int(row), to: try reader.numbers(categories))
            next = row + 1
        }
        guard reader.remaining == 0 else {
            throw FormatError(.malformed, at: reader.position, "unexpected bytes after the last occurrence")
        }
        return repeats
    }
}
