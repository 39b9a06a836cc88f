import IlkModels
import IlkText

/// The training texts as a sparse matrix. The order of its rows does not depend on the order of the texts.
struct LinearRows {
    let featureGroups: [FeatureGroup]
    let categories: Int
    /// The hash of each feature, or its bucket number: by feature group, the most frequent first.
    private(set) var hashes: [UInt64] = []
    /// The number of hash bits that select a bucket, by feature group. It is 0 for groups without buckets.
    let bucketBits: [Int]
    /// The number of texts with each feature.
    private(set) var texts: [Int32] = []
    /// The end of each feature group in the features.
    private(set) var groupEnds: [Int] = []

    /// The start of each row in ``features``, and the end of the last row. The features of a row are
    /// ascending.
    private(set) var starts: [Int] = [0]
    private(set) var features: [UInt32] = []
    private(set) var counts: [Float] = []
    /// 1/√*n* for the *n* known and unknown features of the row, by row and feature group.
    private(set) var lengthScales: [Float] = []
    /// The start of each row's categories in ``labels``, and the end of the last row.
    private(set) var labelStarts: [Int] = [0]
    /// The categories of the rows, ascending in each row. Each row has exactly one, except in multi-label
    /// taxonomies.
    private(set) var labels: [Int] = []
    /// `true` if a row can have several categories or none.
    let isMultilabel: Bool
    private(set) var weights: [Double] = []
    /// The fold of each row, or -1 for rows that are only used for training.
    private(set) var folds: [Int] = []
    /// The index of each row's text in the order of addition.
    private(set) var origins: [Int] = []

    var count: Int { weights.count }

    /// Returns the categories of a row.
    func labels(of row: Int) -> ArraySlice<Int> { labels[labelStarts[row]..<labelStarts[row + 1]] }

    /// Returns the ranges of a row's features, by feature group.
    func ranges(of row: Int) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var index = starts[row]
        let end = starts[row + 1]
        for groupEnd in groupEnds {
            let first = index
            while index < end, Int(features[index]) < groupEnd { index += 1 }
            result.append(first..<index)
        }
        return result
    }

    /// Builds the rows with the features that occur in at least `minimumFrequency` texts. A feature group
    /// gets at most 2^`mostBits` buckets.
    init(
        _ texts: LinearTexts, categories: Int, isMultilabel: Bool = false, minimumFrequency: Int,
        mostBits: Int, check: () throws -> Void
    ) rethrows {
        self.isMultilabel = isMultilabel
        featureGroups = texts.featureGroups
        self.categories = categories
        var met = FeatureInterner(texts)
        try check()
        bucketBits = met.fold(texts, minimumFrequency, mostBits)
        try check()
        let ranks = rank(met)
        let rows = try Self.canonicalRows(texts, ranks: ranks, met.numbers, check)
        for (place, index) in Self.order(of: rows, texts).enumerated() {
            if place % Self.textsBetweenChecks == 0 { try check() }
            append(rows[index], texts.texts[index])
            origins.append(index)
        }
    }

    private static let textsBetweenChecks = 64

    /// Returns the importance of each feature outside of buckets: its largest weight times the square root of
    /// its number of texts. It is infinite for style features, which are never dropped.
    func importance(of weights: [Float]) -> [UInt64: Double] {
        var result: [UInt64: Double] = [:]
        var place = 0
        for feature in hashes.indices {
            while feature >= groupEnds[place] { place += 1 }
            guard bucketBits[place] == 0 else { continue }
            let largest = weights[feature * categories..<(feature + 1) * categories].reduce(0) {
                max($0, abs($1))
            }
            result[hashes[feature]] =
                featureGroups[place] == .style
                ? .infinity : Double(texts[feature]).squareRoot() * Double(largest)
        }
        return result
    }

    private struct Entry {
        var feature: UInt32
        var count: UInt32
    }

    private struct Row {
        var entries: [Entry]
        var totals: [Int]
    }

    /// Returns new numbers of the features: by group and frequency, to keep frequent features close in
    /// memory.
    private mutating func rank(_ met: FeatureInterner) -> [UInt32] {
        let hashes = met.hashes
        let (groupOf, texts) = (met.featureGroups, met.texts)
        let order = hashes.indices.sorted { left, right in
            (groupOf[left], texts[right], hashes[left]) < (groupOf[right], texts[left], hashes[right])
        }
        var ranks = [UInt32](repeating: .max, count: hashes.count)
        for (rank, number) in order.enumerated() { ranks[number] = UInt32(rank) }
        self.hashes = order.map { hashes[$0] }
        self.texts = order.map { texts[$0] }
        var end = 0
        for place in featureGroups.indices {
            while end < order.count, groupOf[order[end]] == place { end += 1 }
            groupEnds.append(end)
        }
        return ranks
    }

    private static func canonicalRows(
        _ texts: LinearTexts, ranks: [UInt32], _ numbers: [UInt32], _ check: () throws -> Void
    ) rethrows -> [Row] {
        var start = 0
        var sorted: [UInt32] = []
        return try texts.texts.enumerated().map { place, text in
            if place % textsBetweenChecks == 0 { try check() }
            var row = Row(entries: [], totals: [])
            for end in text.ends {
                sorted.removeAll(keepingCapacity: true)
                for position in start..<end {
                    let number = numbers[position]
                    if number != FeatureInterner.none { sorted.append(ranks[Int(number)]) }
                }
                sorted.sort()
                row.totals.append(end - start)
                let first = row.entries.count
                for rank in sorted {
                    let last = row.entries.count - 1
                    if last >= first, row.entries[last].feature == rank {
                        row.entries[last].count += 1
                    } else {
                        row.entries.append(Entry(feature: rank, count: 1))
                    }
                }
                start = end
            }
            return row
        }
    }

    /// Orders the rows by a hash of their content, so the fit is independent of the order of the texts.
    private static func order(of rows: [Row], _ texts: LinearTexts) -> [Int] {
        let keys = rows.indices.map { index -> UInt64 in
            let text = texts.texts[index]
            var state: UInt64 = 0x6C69_6E65_6172
            for label in text.labels { state = StableHash.step(state, UInt64(truncatingIfNeeded: label)) }
            state = StableHash.step(state, text.weight.bitPattern)
            state = StableHash.step(state, UInt64(bitPattern: Int64(text.fold)))
            for entry in rows[index].entries {
                state = StableHash.step(state, UInt64(entry.feature) << 32 | UInt64(entry.count))
            }
            return StableHash.finish(state, count: rows[index].entries.count)
        }
        return rows.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    }

    private mutating func append(_ row: Row, _ text: LinearTexts.Text) {
        for entry in row.entries {
            features.append(entry.feature)
            counts.append(Float(entry.count))
        }
        starts.append(features.count)
        for total in row.totals { lengthScales.append(1 / Float(max(1, total)).squareRoot()) }
        labels.append(contentsOf: text.labels)
        labelStarts.append(labels.count)
        weights.append(text.weight)
        folds.append(text.fold)
    }
}
