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
    private var bytes: [UInt8] = []
    /// The places of the lists of numbers in ``bytes`` (``PackedNumbers``): first those of features by feature
    /// group, then those of repeats.
    private var sections = [Section](repeating: Section(), count: 2 * groupCount)
    /// A hash of the text's features. It is equal for texts with equal features.
    private(set) var key: UInt64 = 0
    private var repeatKey: UInt64 = 0

    private struct Section {
        var start: UInt32 = 0
        var end: UInt32 = 0
    }

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
        for section in sections.indices {
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
        let start = UInt32(bytes.count)
        PackedNumbers.append(numbers, to: &bytes)
        sections[section] = Section(start: start, end: UInt32(bytes.count))
    }

    private func numbers(_ section: Int) -> [Int32] {
        let (start, end) = (Int(sections[section].start), Int(sections[section].end))
        guard start < end else { return [] }
        return [Int32](unsafeUninitializedCapacity: end - start) { numbers, count in
            guard let first = numbers.baseAddress else { return }
            count = bytes.withUnsafeBufferPointer {
                PackedNumbers.read(UnsafeBufferPointer(rebasing: $0[start..<end]), to: first)
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
