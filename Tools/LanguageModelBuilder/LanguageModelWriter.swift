import IlkText

/// Encodes a language model. Equal parts give identical bytes.
struct LanguageModelWriter {
    /// A language with its group and a penalty on its score, in eighths of a nat.
    struct Entry {
        var code: String
        var group: LanguageGroup
        var prior: Int16
    }

    /// The languages, ordered by ``LanguageGroup``.
    var languages: [Entry] = []
    /// The temperatures that convert score differences to probabilities, indexed by the base-2 logarithm of
    /// the number of known features.
    var temperatures: [Double] = []
    /// The weights of words in and outside code, documented at ``LanguageModel``.
    var codeWord: Int16 = 0
    var proseWord: Int16 = 0
    /// The minimum lead of the best language by common words alone, in quarters of a nat.
    var margin: UInt16 = 0
    private var words: [(key: UInt64, row: [UInt8])] = []
    private var dense: [(hash: UInt64, row: [UInt8])] = []
    private var sparse: [(hash: UInt64, row: [UInt8])] = []

    /// Adds a bigram or trigram of Latin letters.
    ///
    /// - Parameters:
    ///   - key: The key of the feature.
    ///   - costs: A cost from 0 to 15 for each Latin language.
    mutating func addRow(_ key: UInt64, costs: [UInt8]) {
        dense.append((LanguageFeature.hash(key), Self.row(costs)))
    }

    /// Adds a common word. Call this in order of usefulness, because a word whose slot is occupied is
    /// dropped.
    ///
    /// - Parameters:
    ///   - key: The letters as a key of ``FrequentWordReader``.
    ///   - costs: A cost from 0 to 15 for each Latin language.
    mutating func addWord(_ key: UInt64, costs: [UInt8]) {
        words.append((key, Self.row(costs)))
    }

    private static func row(_ costs: [UInt8]) -> [UInt8] {
        precondition(costs.count <= 48 && costs.allSatisfy { $0 < 16 }, "a row has 48 costs of four bits")
        var row = [UInt8](repeating: 0, count: LanguageModel.rowSize)
        for (index, cost) in costs.enumerated() { row[index / 2] |= cost << (index % 2 == 0 ? 0 : 4) }
        return row
    }

    /// Adds any other feature.
    ///
    /// - Parameters:
    ///   - key: The key of the feature.
    ///   - bonuses: Up to four languages by their index in their group, each with a bonus from 1 to 63
    ///     eighths of a nat.
    mutating func addEntry(_ key: UInt64, bonuses: [(place: Int, bonus: Int)]) {
        precondition(bonuses.count <= 4 && !bonuses.isEmpty, "an entry has up to four bonuses")
        let hash = LanguageFeature.hash(key)
        var entry: UInt64 = 0
        for (index, bonus) in bonuses.enumerated() {
            precondition((0..<63).contains(bonus.place) && (1...63).contains(bonus.bonus), "six bits each")
            entry |= UInt64(bonus.place + 1 | bonus.bonus << 6) << UInt64(index * 12)
        }
        var bytes: [UInt8] = []
        Self.append(entry, to: &bytes)
        sparse.append((hash, Array(bytes.prefix(LanguageModel.entrySize))))
    }

    /// Returns the bytes of the model. A feature is dropped if it has the bucket and the tag of an earlier
    /// one.
    func bytes() -> [UInt8] {
        let rows = Self.layOut(dense, size: LanguageModel.rowSize)
        let entries = Self.layOut(sparse, size: LanguageModel.entrySize)
        var body: [UInt8] = []
        Self.append(codeWord, to: &body)
        Self.append(proseWord, to: &body)
        let common = Self.layOut(words)
        Self.append(UInt32(common.rows.count / LanguageModel.rowSize), to: &body)
        for index in 0..<LanguageModel.temperatureCount {
            let temperature = index < temperatures.count ? temperatures[index] : temperatures.last ?? 1
            Self.append(UInt16(clamping: Int((temperature * 4096).rounded())), to: &body)
        }
        Self.append(margin, to: &body)
        body.append(contentsOf: [UInt8](repeating: 0, count: LanguageModel.headerSize - 40 - body.count))
        for language in languages {
            let code = Array(language.code.utf8)
            body.append(contentsOf: code + [UInt8](repeating: 0, count: 3 - code.count))
            body.append(language.group.rawValue)
            Self.append(language.prior, to: &body)
            Self.append(UInt16(0), to: &body)
        }
        for table in [rows, entries] {
            for tag in table.tags { Self.append(tag, to: &body) }
            body.append(contentsOf: table.contents)
        }
        // Padding: a reader loads eight bytes even at the last entry.
        Self.append(UInt16(0), to: &body)
        for (row, tag) in common.places {
            Self.append(row, to: &body)
            Self.append(tag, to: &body)
        }
        body.append(contentsOf: common.rows)
        if !words.isEmpty {
            body.append(contentsOf: [UInt8](repeating: 0, count: FrequentWordTable.padding))
        }
        return header(body, [rows.tags.count, entries.tags.count, common.places.count]) + body
    }

    private func header(_ body: [UInt8], _ slots: [Int]) -> [UInt8] {
        var file = LanguageModel.magic
        Self.append(LanguageModel.version, to: &file)
        Self.append(UInt32(languages.count), to: &file)
        Self.append(UInt32(40 + body.count), to: &file)
        for count in slots { Self.append(UInt32(count), to: &file) }
        let checksum = body.withUnsafeBufferPointer { body -> UInt64 in
            guard let base = body.baseAddress else { return 0 }
            return StableHash.hash(base, count: body.count, seed: 0)
        }
        Self.append(checksum, to: &file)
        return file
    }

    /// Lays out words in order of priority. Returns the slots, about four per word, and the rows after a row
    /// of zeros.
    private static func layOut(
        _ words: [(key: UInt64, row: [UInt8])]
    ) -> (places: [(row: UInt16, tag: UInt16)], rows: [UInt8]) {
        guard !words.isEmpty else { return ([], []) }
        var bits = 4
        while 1 << bits < words.count * 4, bits < 16 { bits += 1 }
        var places = [(row: UInt16, tag: UInt16)](repeating: (0, 0), count: 1 << bits)
        var rows = [UInt8](repeating: 0, count: LanguageModel.rowSize)
        for (key, row) in words {
            let hash = FrequentWordTable.hash(key)
            let at = Int(truncatingIfNeeded: hash >> UInt64(64 - bits))
            guard places[at].row == 0 else { continue }
            places[at] = (UInt16(rows.count / LanguageModel.rowSize), FrequentWordTable.tag(hash))
            rows += row
        }
        return (places, rows)
    }

    /// Lays out a hash table with a load factor of 83 %. A higher load would make failed lookups slow.
    private static func layOut(
        _ features: [(hash: UInt64, row: [UInt8])], size: Int
    ) -> (tags: [UInt16], contents: [UInt8]) {
        let bunches = features.count * 3 / 10 + 1
        var tags = [UInt16](repeating: 0, count: bunches * 4)
        var contents = [UInt8](repeating: 0, count: bunches * 4 * size)
        for (hash, row) in features {
            let tag = LanguageModel.tag(hash)
            // Multiply-shift maps the upper 32 bits of the hash to a bucket without a division.
            var bunch = Int(((hash >> 32) &* UInt64(bunches)) >> 32)
            search: for _ in 0..<LanguageModel.longestProbe {
                for slot in (bunch * 4)..<(bunch * 4 + 4) {
                    if tags[slot] == tag { break search }
                    guard tags[slot] == 0 else { continue }
                    tags[slot] = tag
                    contents.replaceSubrange((slot * size)..<((slot + 1) * size), with: row)
                    break search
                }
                bunch = (bunch + 1) % bunches
            }
        }
        return (tags, contents)
    }

    private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
        for shift in 0..<(Number.bitWidth / 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift * 8)))
        }
    }
}
