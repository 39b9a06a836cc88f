import IlkModels
import IlkVocabulary

/// The occurrences section of a model file: what features weigh beyond once a text. `docs/model-format.md` is its reference.
///
/// Numbers are unsigned LEB128: the sums of the families by category; the number of features that stand in a text more than
/// once; for each of them, in the order of the counts, how many features of the counts are passed over before it, and its
/// mass by category.
enum RepeatCountsFile {
    /// The section of counts whose rows are written in this order.
    static func write(_ counts: FeatureCounts, rows: [Int], families: [FeatureFamily]) -> [UInt8] {
        var bytes: [UInt8] = []
        for family in FeatureFamily.allCases {
            for mass in counts.repeats.familyMass[family.rawValue] {
                bytes.append(count: families.contains(family) ? mass : 0)
            }
        }
        // Zeros are left by texts that were taken back: whether they ever were there must not show.
        let repeated = rows.indices.filter { index in
            counts.repeats.masses(of: rows[index])?.contains { $0 > 0 } ?? false
        }
        bytes.append(count: Int64(repeated.count))
        var next = 0
        for index in repeated {
            bytes.append(count: Int64(index - next))
            for mass in counts.repeats.masses(of: rows[index]) ?? [] { bytes.append(count: mass) }
            next = index + 1
        }
        return bytes
    }

    /// Reads a section that stands beside counts, whose rows are in the order of their section. Allocates no more than the
    /// lengths of both allow.
    static func read(
        _ storage: ModelStorage, _ section: Range<Int>, beside counts: FeatureCounts, families: Int
    ) throws(FormatError) -> RepeatCounts {
        var reader = CountReader(storage, section)
        let categories = counts.taxonomy.count
        var repeats = RepeatCounts(categories: categories)
        for family in 0..<families { repeats.familyMass[family] = try reader.numbers(categories) }
        var next: Int64 = 0
        for _ in 0..<(try reader.number()) {
            let row = next + (try reader.number())
            guard row < Int64(counts.featureCount) else {
                throw FormatError(
                    .malformed, at: reader.position, "occurrences are of a feature that is not counted")
            }
            repeats.replace(row: Int(row), with: try reader.numbers(categories))
            next = row + 1
        }
        guard reader.left == 0 else {
            throw FormatError(.malformed, at: reader.position, "there is more behind the last occurrence")
        }
        return repeats
    }
}
