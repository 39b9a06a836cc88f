import IlkModels

/// The additional counts of repeated features: the weighted count of all occurrences in a text after the
/// first, by category.
///
/// Most features are never repeated in a text, so only repeated features have entries here.
struct RepeatCounts: Sendable {
    /// The weighted count of all repetitions of a feature group in each category, by group.
    var weightedFeatures: [[Int64]]
    /// For each row of the counts, the number of its entry in ``entries``, from 1. A row without an entry has 0
    /// or no element.
    private var places: [Int32] = []
    /// The weighted counts of the rows with an entry.
    private(set) var entries: LabelCounts

    init(categories: Int) {
        weightedFeatures = [[Int64]](
            repeating: [Int64](repeating: 0, count: categories), count: FeatureGroup.allCases.count)
        entries = LabelCounts(categories: categories)
    }

    /// Returns the number of a row's entry, or -1.
    @inline(__always)
    func entry(of row: Int) -> Int { row < places.count ? Int(places[row]) &- 1 : -1 }

    /// Returns the counts of a row by category, or `nil` without an entry.
    func counts(of row: Int) -> [Int64]? {
        let entry = entry(of: row)
        return entry < 0 ? nil : entries.counts(of: entry)
    }

    /// Calls a closure for each count of a row that is not 0, with the category and the count, in any order.
    func forEach<Failure: Error>(
        in row: Int, _ body: (Int, Int64) throws(Failure) -> Void
    ) throws(Failure) {
        let entry = entry(of: row)
        if entry >= 0 { try entries.forEach(in: entry, body) }
    }

    /// Adds to the weighted counts of rows. The sum of the feature group is not updated.
    mutating func add(_ share: Int64, to rows: [Int32], category: Int) {
        entries.add(share, to: rows.map { Int32(room(for: Int($0))) }, category: category)
    }

    /// Changes the weighted count of a row, which can be 0 before.
    mutating func update<Failure: Error>(
        row: Int, category: Int, _ change: (Int64) throws(Failure) -> Int64
    ) throws(Failure) {
        try entries.update(row: room(for: row), category: category, change)
    }

    /// Sets the counts of a row without an entry.
    ///
    /// - Parameter counts: The counts by category.
    mutating func set(row: Int, to counts: [Int64]) {
        for (category, count) in counts.enumerated() where count != 0 {
            update(row: row, category: category) { _ in count }
        }
    }

    /// Multiplies all counts by a factor for their feature group and category.
    mutating func multiply(by factors: [[Double]], of featureGroups: [FeatureGroup]) {
        func multiplied(_ count: Int64, _ factor: Double) -> Int64 {
            Int64((Double(count) * factor).rounded())
        }
        for row in featureGroups.indices where entry(of: row) >= 0 {
            let factors = factors[featureGroups[row].rawValue]
            entries.mapRow(entry(of: row)) { category, count in multiplied(count, factors[category]) }
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
            entries.appendRow()
            places[row] = Int32(entries.count)
        }
        return Int(places[row]) - 1
    }
}
