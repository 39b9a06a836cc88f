import IlkText

/// The texts that are learned from as rows of a sparse matrix, in an order of their own: the order that they came in does
/// not show.
struct LinearRows {
    let families: [FeatureFamily]
    let categories: Int
    /// The hash of each feature: family by family, the most frequent first.
    private(set) var hashes: [UInt64] = []
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

    init(_ texts: LinearTexts, categories: Int, minimumFrequency: Int) {
        families = texts.families
        self.categories = categories
        var met = MetFeatures(texts)
        let rows = Self.canonicalRows(texts, ranks: rank(&met, minimumFrequency), met.numbers)
        for index in Self.order(of: rows, texts) { append(rows[index], texts.texts[index]) }
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
    /// - Returns: The new number of each feature, or the greatest number for those of too few texts.
    private mutating func rank(_ met: inout MetFeatures, _ minimum: Int) -> [UInt32] {
        let hashes = met.hashes
        let (familyOf, texts) = (met.families, met.texts)
        let order = hashes.indices
            .filter { families[Int(familyOf[$0])] == .shape || Int(texts[$0]) >= minimum }
            .sorted { left, right in
                (familyOf[left], texts[right], hashes[left]) < (familyOf[right], texts[left], hashes[right])
            }
        var ranks = [UInt32](repeating: .max, count: hashes.count)
        for (rank, number) in order.enumerated() { ranks[number] = UInt32(rank) }
        self.hashes = order.map { hashes[$0] }
        var end = 0
        for place in families.indices {
            while end < order.count, familyOf[order[end]] == place { end += 1 }
            familyEnds.append(end)
        }
        return ranks
    }

    private static func canonicalRows(_ texts: LinearTexts, ranks: [UInt32], _ numbers: [UInt32]) -> [Row] {
        var start = 0
        var sorted: [UInt32] = []
        return texts.texts.map { text in
            var row = Row(entries: [], totals: [])
            for end in text.ends {
                sorted.removeAll(keepingCapacity: true)
                for position in start..<end {
                    let rank = ranks[Int(numbers[position])]
                    if rank != .max { sorted.append(rank) }
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

/// The distinct features of all texts, numbered as they are met.
private struct MetFeatures {
    /// The number of each hash of the texts.
    private(set) var numbers: [UInt32]
    /// The family of each feature, by its place among the texts' families.
    private(set) var families: [UInt8] = []
    /// How many texts have each feature.
    private(set) var texts: [Int32] = []
    private var index: HashIndex

    /// The hash of each feature.
    var hashes: [UInt64] { index.hashes }

    init(_ material: LinearTexts) {
        index = HashIndex(expected: material.hashes.count / 8)
        numbers = [UInt32](repeating: 0, count: material.hashes.count)
        var last: [Int32] = []
        var position = 0
        for (text, content) in material.texts.enumerated() {
            for (place, end) in content.ends.enumerated() {
                while position < end {
                    let number = index.number(of: material.hashes[position])
                    if number == families.count {
                        families.append(UInt8(place))
                        texts.append(0)
                        last.append(-1)
                    }
                    if last[number] != Int32(text) {
                        last[number] = Int32(text)
                        texts[number] += 1
                    }
                    numbers[position] = UInt32(number)
                    position += 1
                }
            }
        }
    }
}

/// Numbers hashes in the order that they are first met in.
struct HashIndex {
    private(set) var hashes: [UInt64] = []
    private var slots: [UInt32]
    private var mask: Int

    init(expected: Int) {
        var room = 1024
        while room < expected * 2 { room *= 2 }
        slots = [UInt32](repeating: .max, count: room)
        mask = room - 1
    }

    mutating func number(of hash: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & mask
        while slots[slot] != .max {
            if hashes[Int(slots[slot])] == hash { return Int(slots[slot]) }
            slot = (slot + 1) & mask
        }
        slots[slot] = UInt32(hashes.count)
        hashes.append(hash)
        if hashes.count * 2 > mask { grow() }
        return hashes.count - 1
    }

    private mutating func grow() {
        slots = [UInt32](repeating: .max, count: slots.count * 2)
        mask = slots.count - 1
        for (number, hash) in hashes.enumerated() {
            var slot = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & mask
            while slots[slot] != .max { slot = (slot + 1) & mask }
            slots[slot] = UInt32(number)
        }
    }
}
