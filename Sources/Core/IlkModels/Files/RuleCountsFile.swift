import IlkVocabulary

/// The rules section of a model file: the weighted number of texts of each label, then one entry per rule,
/// sorted by the rule's id and the hash of its content. `docs/reference/model-file.md` is its reference.
///
/// Numbers are unsigned LEB128. Overlaps can be negative and are zigzag-encoded first.
enum RuleCountsFile {
    static func write(_ counts: RuleCounts) -> [UInt8] {
        var bytes: [UInt8] = []
        for weight in counts.documentWeights { bytes.append(count: weight) }
        let keys = counts.keys
        bytes.append(count: Int64(keys.count))
        for key in keys {
            guard let row = counts.rows[key] else { continue }
            bytes.append(count: Int64(key.id.utf8.count))
            bytes.append(contentsOf: key.id.utf8)
            bytes.append(littleEndian: key.content)
            bytes.append(count: Int64(row.texts))
            for weight in row.weightedTexts { bytes.append(count: weight) }
            for overlap in row.overlap {
                bytes.append(count: overlap < 0 ? -2 * Int64(overlap) - 1 : 2 * Int64(overlap))
            }
        }
        return bytes
    }

    /// Reads a section. Allocates no more than the section's length allows.
    static func read(
        _ storage: ModelStorage, _ section: Range<Int>, categories: Int
    ) throws(FormatError) -> RuleCounts {
        var reader = CountReader(storage, section)
        var counts = RuleCounts([], categories: categories)
        counts.documentWeights = try reader.numbers(categories)
        for _ in 0..<(try reader.number()) {
            let key = RuleCounts.Key(id: try reader.text(), content: try reader.word())
            let texts = Int(try reader.number())
            let weightedTexts = try reader.numbers(categories)
            let overlap = try reader.numbers(categories)
            guard counts.rows[key] == nil, overlap.allSatisfy({ $0 <= 2 * Int64(Int32.max) }) else {
                throw FormatError(
                    .malformed, at: reader.position,
                    "a rule is counted twice, or the number of its overlaps is out of range")
            }
            counts.rows[key] = RuleCounts.Row(
                texts: texts, weightedTexts: weightedTexts,
                overlap: overlap.map { Int32($0 & 1 == 0 ? $0 / 2 : -($0 / 2) - 1) })
        }
        guard reader.position == section.upperBound else {
            throw FormatError(.malformed, at: reader.position, "unexpected bytes after the counts of rules")
        }
        return counts
    }
}

extension CountReader {
    fileprivate mutating func word() throws(FormatError) -> UInt64 {
        var word: UInt64 = 0
        for shift in 0..<8 { word |= UInt64(try byte()) << UInt64(8 * shift) }
        return word
    }
}
