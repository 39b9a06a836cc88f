import IlkModels

/// The additional counts of repeated features: the weighted count of all occurrences in a text after the
/// first, by category.
///
/// Most features are never repeated in a text, so only repeated features have entries here.
struct RepeatCounts: Sendable {
    private let categories: Int
    /// The weighted count of all repetitions of a feature group in each category, by group.
    var weightedFeatures: [[Int64]]
    /// For each row of the counts, the number of its entry in ``weightedCounts``, from 1. A row without an
    /// entry has 0 or no element.
    private var places: [Int32] = []
    /// The weighted counts: `categories` numbers for each row with an entry.
    private(set) var weightedCounts: [Int64] = []

    init(categories: Int) {
        self.categories = categories
        weightedFeatures = [[Int64]](
            repeating: [Int64](repeating: 0, count: categories), count: FeatureGroup.allCases.count)
    }

    /// Returns the offset of a row in ``weightedCounts``, or -1.
    @inline(__always)
    func offset(of row: Int) -> Int {
        guard row < places.count, places[row] > 0 else { return -1 }
        return (Int(places[row]) &- 1) &* categories
    }

    func counts(of row: Int) -> ArraySlice<Int64>? {
        let offset = offset(of: row)
        return offset < 0 ? nil : weightedCounts[offset..<offset + categories]
    }

    @inline(__always)
    func total(of row: Int) -> Int64 {
        let offset = offset(of: row)
        guard offset >= 0 else { return 0 }
        var sum: Int64 = 0
        // Wrapping arithmetic avoids overflow checks. Sums are far below 2^63.
        for category in 0..<categories { sum &+= weightedCounts[offset &+ category] }
        return sum
    }

    /// Adds to the weighted count of a row. The sum of the feature group is not updated.
    mutating func add(_ share: Int64, row: Int, category: Int) {
        weightedCounts[room(for: row) + category] += share
    }

    mutating func replace(row: Int, with counts: some Collection<Int64>) {
        guard offset(of: row) >= 0 || counts.contains(where: { $0 != 0 }) else { return }
        let start = room(for: row)
        weightedCounts.replaceSubrange(start..<start + categories, with: counts)
    }

    /// Multiplies all counts by a factor for their feature group and category.
    mutating func multiply(by factors: [[Double]], of featureGroups: [FeatureGroup]) {
        func multiplied(_ count: Int64, _ factor: Double) -> Int64 {
            Int64((Double(count) * factor).rounded())
        }
        for row in featureGroups.indices.prefix(places.count) {
            let offset = offset(of: row)
            guard offset >= 0 else { continue }
            for (category, factor) in factors[featureGroups[row].rawValue].enumerated() {
                weightedCounts[offset + category] = multiplied(weightedCounts[offset + category], factor)
            }
        }
        for group in weightedFeatures.indices {
            weightedFeatures[group] = zip(weightedFeatures[group], factors[group]).map(multiplied)
        }
    }

    private mutating func room(for row: Int) -> Int {
        if row >= places.count {
            places.append(contentsOf: repeatElement(0, count: row + 1 - places.count))
        }
        if places[row] == 0 {
            places[row] = Int32(weightedCounts.count / categories + 1)
            weightedCounts.append(contentsOf: repeatElement(0, count: categories))
        }
        return (Int(places[row]) - 1) * categories
    }
}
