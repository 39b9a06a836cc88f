import IlkModels
import IlkText

/// A counted text, stored as the rows of its features in the counts, so that it can be subtracted again. Instead of
/// the rows of `char_wb` n-grams, the numbers of spans are stored.
struct CountedText {
    var category: Int
    /// The weight of the text, in units of 1/``FeatureCounts/unitsPerText``.
    var weight: Int
    /// The cross-validation fold, or -1 for leave-one-out.
    var fold = -1
    /// The lists of numbers: for each list that is not empty, the number of its section, the number of its bytes and
    /// the list (``PackedNumbers``). Sections are features by feature group, then repeats by feature group.
    private var bytes: [UInt8] = []
    /// A hash of the text's features. It is equal for texts with equal features.
    private(set) var key: UInt64 = 0
    private var repeatKey: UInt64 = 0

    private static let groupCount = FeatureGroup.allCases.count

    init(category: Int, weight: Int) {
        self.category = category
        self.weight = weight
    }

    /// Stores the features of a group: their rows or, for `char_wb` n-grams, the numbers of their spans.
    ///
    /// - Parameters:
    ///   - rows: The rows of all features.
    ///   - hashes: The hash of each row of the counts.
    mutating func setFeatures(
        _ numbers: [Int32], of group: FeatureGroup, _ rows: [Int32], _ hashes: [UInt64]
    ) {
        append(numbers, as: group.rawValue)
        for row in rows { key = StableHash.step(key, hashes[Int(row)]) }
    }

    /// Stores all other occurrences of features of a group, as ``setFeatures(_:of:_:_:)`` does.
    mutating func setRepeats(_ numbers: [Int32], of group: FeatureGroup, _ rows: [Int32], _ hashes: [UInt64])
    {
        append(numbers, as: Self.groupCount + group.rawValue)
        for row in rows { repeatKey = StableHash.step(repeatKey, hashes[Int(row)]) }
    }

    /// Releases the memory that more numbers would need.
    mutating func shrink() { bytes = bytes.withUnsafeBufferPointer { Array($0) } }

    /// Replaces the numbers of rows and spans after a merge.
    mutating func renumber(_ rows: [Int32], spans: [Int32]) {
        var renumbered = self
        renumbered.bytes = []
        for section in 0..<2 * Self.groupCount {
            let places = section % Self.groupCount == FeatureGroup.wordNgrams.rawValue ? spans : rows
            renumbered.append(numbers(section).map { places[Int($0)] }, as: section)
        }
        self = renumbered
        shrink()
    }

    /// The rows of the features of a group. Each feature is listed once, except that a `char_wb` n-gram is listed
    /// once for each distinct span.
    ///
    /// - Parameter spans: The spans of the counts.
    func features(of group: FeatureGroup, _ spans: SpanRows) -> [Int32] {
        rows(group.rawValue, group, spans)
    }

    /// The rows of all other occurrences of features of a group.
    func repeats(of group: FeatureGroup, _ spans: SpanRows) -> [Int32] {
        rows(Self.groupCount + group.rawValue, group, spans)
    }

    private func rows(_ section: Int, _ group: FeatureGroup, _ spans: SpanRows) -> [Int32] {
        group == .wordNgrams ? spans.rows(of: numbers(section)) : numbers(section)
    }

    private mutating func append(_ numbers: [Int32], as section: Int) {
        guard !numbers.isEmpty else { return }
        bytes.append(UInt8(section))
        let start = bytes.count
        withUnsafeBytes(of: UInt32(0)) { bytes.append(contentsOf: $0) }
        PackedNumbers.append(numbers, to: &bytes)
        let size = UInt32(bytes.count - start - MemoryLayout<UInt32>.size)
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: size, toByteOffset: start, as: UInt32.self) }
    }

    private func numbers(_ section: Int) -> [Int32] {
        bytes.withUnsafeBufferPointer { bytes in
            guard let range = Self.range(of: section, in: bytes) else { return [] }
            return [Int32](unsafeUninitializedCapacity: range.count) { numbers, count in
                guard let first = numbers.baseAddress else { return }
                count = PackedNumbers.read(UnsafeBufferPointer(rebasing: bytes[range]), to: first)
            }
        }
    }

    /// Returns the place of a section's list, or `nil` if it is empty.
    private static func range(of section: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var place = 0
        while place < bytes.count {
            let start = place + 1 + MemoryLayout<UInt32>.size
            let size = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place + 1, as: UInt32.self)
            let end = start + Int(size)
            if bytes[place] == section { return start..<end }
            place = end
        }
        return nil
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
