import IlkText

/// The texts that are learned from as rows of a sparse matrix, in an order of their own: the order that they came in does
/// not show.
struct LinearRows {
    let families: [FeatureFamily]
    let categories: Int
    /// The hash of each feature: family by family, ascending in each.
    private(set) var hashes: [UInt64] = []
    /// Where the features of each family end.
    private(set) var familyEnds: [Int] = []
    /// How many texts have each feature.
    private(set) var frequency: [Int32] = []

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
        let numbers = numberFeatures(texts)
        let rows = Self.canonicalRows(texts, numbers)
        let order = Self.order(of: rows, texts)
        count(rows)
        let kept = keepFrequent(minimumFrequency)
        for index in order { append(rows[index], texts.texts[index], kept) }
    }

    private struct Entry {
        var feature: UInt32
        var count: UInt32
    }

    private struct Row {
        var entries: [Entry]
        var totals: [Int]
    }

    /// Numbers all features by family and hash, and returns the number of each hash of the texts.
    private mutating func numberFeatures(_ texts: LinearTexts) -> [UInt32] {
        var index = HashIndex(expected: texts.hashes.count / 8)
        var numbers = [UInt32](repeating: 0, count: texts.hashes.count)
        var familyOf: [UInt8] = []
        var position = 0
        for text in texts.texts {
            for (place, end) in text.ends.enumerated() {
                while position < end {
                    let number = index.number(of: texts.hashes[position])
                    if number == familyOf.count { familyOf.append(UInt8(place)) }
                    numbers[position] = UInt32(number)
                    position += 1
                }
            }
        }
        let found = index.hashes
        let order = found.indices.sorted { (familyOf[$0], found[$0]) < (familyOf[$1], found[$1]) }
        var rank = [UInt32](repeating: 0, count: found.count)
        for (place, number) in order.enumerated() { rank[number] = UInt32(place) }
        hashes = order.map { found[$0] }
        for place in families.indices {
            familyEnds.append((familyEnds.last ?? 0) + familyOf.count { $0 == place })
        }
        for position in numbers.indices { numbers[position] = rank[Int(numbers[position])] }
        return numbers
    }

    private static func canonicalRows(_ texts: LinearTexts, _ numbers: [UInt32]) -> [Row] {
        var start = 0
        var sorted: [UInt32] = []
        return texts.texts.map { text in
            var row = Row(entries: [], totals: [])
            for end in text.ends {
                sorted.removeAll(keepingCapacity: true)
                sorted.append(contentsOf: numbers[start..<end])
                sorted.sort()
                row.totals.append(end - start)
                let first = row.entries.count
                for number in sorted {
                    let last = row.entries.count - 1
                    if last >= first, row.entries[last].feature == number {
                        row.entries[last].count += 1
                    } else {
                        row.entries.append(Entry(feature: number, count: 1))
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

    private mutating func count(_ rows: [Row]) {
        frequency = [Int32](repeating: 0, count: hashes.count)
        for row in rows {
            for entry in row.entries { frequency[Int(entry.feature)] += 1 }
        }
    }

    /// Forgets features of too few texts; the new number of each feature, or the greatest number for none.
    private mutating func keepFrequent(_ minimum: Int) -> [UInt32] {
        var kept = [UInt32](repeating: .max, count: hashes.count)
        var next = 0
        var ends: [Int] = []
        var index = 0
        for (place, end) in familyEnds.enumerated() {
            while index < end {
                if families[place] == .shape || Int(frequency[index]) >= minimum {
                    kept[index] = UInt32(next)
                    hashes[next] = hashes[index]
                    frequency[next] = frequency[index]
                    next += 1
                }
                index += 1
            }
            ends.append(next)
        }
        hashes.removeLast(hashes.count - next)
        frequency.removeLast(frequency.count - next)
        familyEnds = ends
        return kept
    }

    private mutating func append(_ row: Row, _ text: LinearTexts.Text, _ kept: [UInt32]) {
        for entry in row.entries where kept[Int(entry.feature)] != .max {
            features.append(kept[Int(entry.feature)])
            counts.append(Float(entry.count))
        }
        starts.append(features.count)
        for total in row.totals { lengthScales.append(1 / Float(max(1, total)).squareRoot()) }
        labels.append(text.category)
        weights.append(text.weight)
        folds.append(text.fold)
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
