import Glibc
import IlkModels
import IlkVocabulary

/// Features ranked by usefulness per byte, for models with a size limit.
///
/// The usefulness is Dunning's G² (T. Dunning 1993): the deviation of the feature's distribution over the
/// categories from the distribution of its group, minus its expectation by chance. The ranking does not
/// depend on the order of the texts.
struct FeatureRanking {
    /// The rows, the best first.
    let rows: [Int]
    /// The approximate cumulative size of the rows in bytes.
    let sizes: [Int]

    init(_ counts: FeatureCounts, _ settings: BayesSettings, includesCounts: Bool) {
        let categories = counts.taxonomy.count
        let shares = counts.weightedFeatures.map { sums in
            let total = sums.reduce(0.0) { $0 + Double(max(0, $1)) }
            return sums.map { total > 0 ? Double(max(0, $0)) / total : 0 }
        }
        var isWanted = [Bool](repeating: false, count: FeatureGroup.allCases.count)
        for group in settings.featureGroups where group != .style { isWanted[group.rawValue] = true }
        let fewest = Int32(clamping: max(1, settings.minimumFrequency))
        let slot = FeatureTable.size(ofFeatures: 2, categories: categories) / 2
        var ranked: [(density: Double, hash: UInt64, row: Int, size: Int)] = []
        for row in 0..<counts.featureCount
        where counts.frequency[row] >= fewest && isWanted[counts.featureGroups[row].rawValue] {
            let size = slot + (includesCounts ? Self.countSize(of: row, counts) : 0)
            let said = Self.usefulness(by: row, counts, shares[counts.featureGroups[row].rawValue])
            ranked.append((said / Double(size), counts.hashes[row], row, size))
        }
        ranked.sort { ($1.density, $0.hash) < ($0.density, $1.hash) }
        rows = ranked.map(\.row)
        var sum = 0
        sizes = ranked.map {
            sum += $0.size
            return sum
        }
    }

    /// Returns the number of rows that fit into a size in bytes.
    func count(within bytes: Int) -> Int { sizes.firstIndex { $0 > bytes } ?? sizes.count }

    private static func usefulness(by row: Int, _ counts: FeatureCounts, _ shares: [Double]) -> Double {
        let categories = shares.count
        let numbers = counts.weightedCounts.counts(of: row)
        let total = numbers.reduce(0.0) { $0 + Double(max(0, $1)) }
        guard total > 0 else { return 0 }
        var divergence = 0.0
        for category in 0..<categories where shares[category] > 0 {
            let share = Double(max(0, numbers[category])) / total
            if share > 0 { divergence += share * log(share / shares[category]) }
        }
        return Double(counts.frequency[row]) * divergence - Double(categories - 1) / 2
    }

    /// Returns the approximate size of a feature's counts in bytes, as ``FeatureCountsFile`` and
    /// ``RepeatCountsFile`` write them.
    private static func countSize(of row: Int, _ counts: FeatureCounts) -> Int {
        let categories = counts.taxonomy.count
        var size = 4 + counts.name(row).count
        // A category without a count takes one byte.
        size += categories
        counts.weightedCounts.forEach(in: row) { size += bytes(of: $1) - 1 }
        if let again = counts.repeats.counts(of: row) { size += again.reduce(1) { $0 + bytes(of: $1) } }
        return size
    }

    private static func bytes(of number: Int64) -> Int {
        max(1, (Int64.bitWidth - max(0, number).leadingZeroBitCount + 6) / 7)
    }
}

/// The number of features that fit a size limit. In cross-validation, each fold selects this number of
/// features from its own ranking.
struct FeatureCut: Sendable {
    var count: Int
    var includesCounts: Bool

    /// Restricts counts to the best-ranked features.
    func applied(to counts: FeatureCounts, _ settings: BayesSettings) -> FeatureCounts {
        let ranking = FeatureRanking(counts, settings, includesCounts: includesCounts)
        return counts.keeping(Array(ranking.rows.prefix(count)))
    }
}

struct FeatureSelection: Sendable {
    /// The rows of the selected features, the best first.
    var rows: [Int]
    var cut: FeatureCut
}
