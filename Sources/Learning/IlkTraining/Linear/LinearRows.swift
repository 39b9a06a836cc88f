import IlkModels
import IlkText

/// The texts that are learned from as rows of a sparse matrix, in an order of their own: the order that they came in does
/// not show.
struct LinearRows {
    let families: [FeatureFamily]
    let categories: Int
    /// The hash of each feature, or the number of its bucket: family by family, the most frequent first.
    private(set) var hashes: [UInt64] = []
    /// For each family how many bits of a hash tell its buckets apart; 0 for families that have none.
    let bucketBits: [Int]
    /// How many texts have each feature.
    private(set) var texts: [Int32] = []
    /// Where the features of each family end.
    private(set) var familyEnds: [Int] = []

    /// Where the features of each row begin, and one more; a row's features are ascending.
    private(set) var starts: [Int] = [0]
    private(set) var features: [UInt32] = []
    /// How often the row has the feature.
    private(set) var counts: [Float] = []
    /// One over the square root of the number of a row's features of each family, known or not.
    private(set) var lengthScales: [Float] = []
    /// The category of each row.
    private(set) var labels: [Int] = []
    private(set) var weights: [Double] = []
    /// The fold that each row is left out in, or -1.
    private(set) var folds: [Int] = []
    /// Which text each row is of, in the order that they came in.
    private(set) var origins: [Int] = []

    var count: Int { labels.count }

    /// The places of a row's features, family by family.
    func ranges(of row: Int) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var index = starts[row]
        let end = starts[row + 1]
        for familyEnd in familyEnds {
            let first = index
            while index < end, Int(features[index]) < familyEnd { index += 1 }
            result.append(first..<index)
        }
        return result
    }

    /// Rows of these texts.
    ///
    /// - Parameters:
    ///   - minimumFrequency: Features of fewer texts are in no row.
    ///   - mostBits: The most bits that tell buckets apart.
    ///   - check: Called now and then. What it throws ends the making of the rows.
    init(
        _ texts: LinearTexts, categories: Int, minimumFrequency: Int, mostBits: Int,
        check: () throws -> Void
    ) rethrows {
        families = texts.families
        self.categories = categories
        var met = MetFeatures(texts)
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

    /// How many texts are taken between two looks at whether the rows are still wanted.
    private static let textsBetweenChecks = 64

    /// How far each feature that is in no bucket moves texts: its largest weight by the square root of the number of texts.
    /// Of the shape no feature is less loud than any other.
    func loudness(of weights: [Float]) -> [UInt64: Double] {
        var result: [UInt64: Double] = [:]
        var place = 0
        for feature in hashes.indices {
            while feature >= familyEnds[place] { place += 1 }
            guard bucketBits[place] == 0 else { continue }
            let largest = weights[feature * categories..<(feature + 1) * categories].reduce(0) {
                max($0, abs($1))
            }
            result[hashes[feature]] =
                families[place] == .shape ? .infinity : Double(texts[feature]).squareRoot() * Double(largest)
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

    /// Numbers the features anew: by family, the most frequent first, so that what is often used lies together.
    ///
    /// - Returns: The new number of each feature.
    private mutating func rank(_ met: MetFeatures) -> [UInt32] {
        let hashes = met.hashes
        let (familyOf, texts) = (met.families, met.texts)
        let order = hashes.indices.sorted { left, right in
            (familyOf[left], texts[right], hashes[left]) < (familyOf[right], texts[left], hashes[right])
        }
        var ranks = [UInt32](repeating: .max, count: hashes.count)
        for (rank, number) in order.enumerated() { ranks[number] = UInt32(rank) }
        self.hashes = order.map { hashes[$0] }
        self.texts = order.map { texts[$0] }
        var end = 0
        for place in families.indices {
            while end < order.count, familyOf[order[end]] == place { end += 1 }
            familyEnds.append(end)
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
                    if number != MetFeatures.none { sorted.append(ranks[Int(number)]) }
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

    /// The rows by a hash of what they hold: the same texts are in the same order, whatever order they came in.
    private static func order(of rows: [Row], _ texts: LinearTexts) -> [Int] {
        let keys = rows.indices.map { index -> UInt64 in
            let text = texts.texts[index]
            var state = StableHash.step(0x6C69_6E65_6172, UInt64(truncatingIfNeeded: text.category))
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
        labels.append(text.category)
        weights.append(text.weight)
        folds.append(text.fold)
    }
}
