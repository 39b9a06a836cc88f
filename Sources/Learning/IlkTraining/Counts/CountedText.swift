import IlkModels
import IlkText

/// A counted text, stored as the rows of its features in the counts, so that it can be subtracted again.
///
/// Rows are stored in as few bytes as each number needs (LEB128), which takes about half of the space of 32-bit
/// numbers.
struct CountedText {
    var category: Int
    /// The weight of the text, in units of 1/``FeatureCounts/unitsPerText``.
    var weight: Int
    /// The cross-validation fold, or -1 for leave-one-out.
    var fold = -1
    private var bytes: [UInt8] = []
    /// The places of the rows in ``bytes``: first those of features by feature group, then those of repeats.
    private var sections = [Section](repeating: Section(), count: 2 * groupCount)
    /// A hash of the text's features. It is equal for texts with equal features.
    private(set) var key: UInt64 = 0
    private var repeatKey: UInt64 = 0

    private struct Section {
        var start: UInt32 = 0
        var end: UInt32 = 0
    }

    private static let groupCount = FeatureGroup.allCases.count
    /// The maximum number of bytes of a row.
    private static let mostBytes = 5

    init(category: Int, weight: Int) {
        self.category = category
        self.weight = weight
    }

    mutating func setFeatures(_ taken: [Int32], hashes: UnsafeBufferPointer<UInt64>, of group: FeatureGroup) {
        append(taken, as: group.rawValue)
        for hash in hashes { key = StableHash.step(key, hash) }
    }

    mutating func setRepeats(_ taken: [Int32], hashes: [UInt64], of group: FeatureGroup) {
        append(taken, as: Self.groupCount + group.rawValue)
        for row in taken { repeatKey = StableHash.step(repeatKey, hashes[Int(row)]) }
    }

    /// Releases the memory that more rows would need.
    mutating func shrink() { bytes = bytes.withUnsafeBufferPointer { Array($0) } }

    /// Replaces row numbers after a merge.
    mutating func renumber(_ places: [Int32]) {
        var renumbered = self
        renumbered.bytes = []
        for section in sections.indices {
            renumbered.append(rows(section).map { places[Int($0)] }, as: section)
        }
        self = renumbered
        shrink()
    }

    /// The rows of the features of a group. Each feature is listed once, except that a `char_wb` n-gram is listed
    /// once for each distinct span.
    func features(of group: FeatureGroup) -> [Int32] { rows(group.rawValue) }

    /// The rows of all other occurrences of features of a group.
    func repeats(of group: FeatureGroup) -> [Int32] { rows(Self.groupCount + group.rawValue) }

    private mutating func append(_ rows: [Int32], as section: Int) {
        let start = UInt32(bytes.count)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: rows.count * Self.mostBytes) { written in
            var count = 0
            for row in rows {
                var rest = UInt32(bitPattern: row)
                while rest >= 0x80 {
                    written[count] = UInt8(truncatingIfNeeded: rest) | 0x80
                    count &+= 1
                    rest &>>= 7
                }
                written[count] = UInt8(truncatingIfNeeded: rest)
                count &+= 1
            }
            bytes.append(contentsOf: written[..<count])
        }
        sections[section] = Section(start: start, end: UInt32(bytes.count))
    }

    private func rows(_ section: Int) -> [Int32] {
        let (start, end) = (Int(sections[section].start), Int(sections[section].end))
        guard start < end else { return [] }
        return [Int32](unsafeUninitializedCapacity: end - start) { rows, count in
            bytes.withUnsafeBufferPointer { bytes in
                // Wrapping arithmetic avoids overflow checks. The bytes were written by `append`.
                var (row, shift): (UInt32, UInt32) = (0, 0)
                for byte in bytes[start..<end] {
                    row |= UInt32(byte & 0x7F) &<< shift
                    shift &+= 7
                    guard byte < 0x80 else { continue }
                    rows[count] = Int32(bitPattern: row)
                    count &+= 1
                    (row, shift) = (0, 0)
                }
            }
        }
    }

    /// The sort key of the canonical order of texts.
    var order: (UInt64, Int, Int, Int, UInt64) { (key, category, weight, fold, repeatKey) }
}

extension BayesSettings {
    /// Returns the weight of a text in a fit. With the prior `even` (uniform), all categories have equal
    /// total weights.
    func weight(of text: CountedText, _ counts: FeatureCounts) -> Double {
        let weight = Double(text.weight)
        return prior == .even ? weight / Double(max(1, counts.weightedDocuments[text.category])) : weight
    }
}
