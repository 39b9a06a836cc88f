import IlkText
import IlkVocabulary

/// The numeric style features as flat tables, optimized for speed: a hundred ranges are determined for every
/// text.
struct StyleRanges: Sendable {
    private struct Entry {
        var kind: Kind
        /// The raw value of the ``TextFeature``, or the index of the closure in `others`.
        var index: Int32
        /// The start of the range of its bounds in `cuts`.
        var firstCut: Int32
        /// The end of the range of its bounds in `cuts`.
        var endCut: Int32
    }

    private enum Kind: UInt8 {
        case feature, perWord, ofLines, other
    }

    private let entries: [Entry]
    private let cuts: [Double]
    private let others: [@Sendable (AnalyzedText.View) -> Double?]

    static let standard = StyleRanges(StyleFeature.all)

    init(_ styleFeatures: [StyleFeature]) {
        var entries: [Entry] = []
        var cuts: [Double] = []
        var others: [@Sendable (AnalyzedText.View) -> Double?] = []
        for styleFeature in styleFeatures {
            let first = Int32(cuts.count)
            cuts += styleFeature.cuts
            let kind: Kind
            let index: Int
            switch styleFeature.measure {
            case .feature(let feature): (kind, index) = (.feature, feature)
            case .perWord(let feature): (kind, index) = (.perWord, feature)
            case .ofLines(let feature): (kind, index) = (.ofLines, feature)
            case .other(let value):
                (kind, index) = (.other, others.count)
                others.append(value)
            }
            entries.append(Entry(kind: kind, index: Int32(index), firstCut: first, endCut: Int32(cuts.count)))
        }
        self.entries = entries
        self.cuts = cuts
        self.others = others
    }

    /// Writes the index of the range of each style feature. Range 0 contains only the value 0, and the other
    /// ranges count from 1. The index is -1 if the feature does not apply to the text.
    func read(_ view: AnalyzedText.View, into ranges: inout [Int8]) {
        if ranges.count != entries.count { ranges = [Int8](repeating: -1, count: entries.count) }
        let words = max(1, view[.wordCount])
        let isOfLines = view[.lineCount] > 1
        entries.withUnsafeBufferPointer { entries in
            cuts.withUnsafeBufferPointer { cuts in
                ranges.withUnsafeMutableBufferPointer { ranges in
                    for index in 0..<entries.count {
                        let entry = entries[index]
                        var value: Double? = nil
                        switch entry.kind {
                        case .feature: value = view.features[Int(entry.index)]
                        case .perWord: value = view.features[Int(entry.index)] / words
                        case .ofLines: if isOfLines { value = view.features[Int(entry.index)] }
                        case .other: value = others[Int(entry.index)](view)
                        }
                        ranges[index] = Self.range(of: value, cuts, Int(entry.firstCut), Int(entry.endCut))
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func range(
        of value: Double?, _ cuts: UnsafeBufferPointer<Double>, _ first: Int, _ end: Int
    ) -> Int8 {
        guard let value else { return -1 }
        if value <= 0 { return 0 }
        var range: Int8 = 1
        var index = first
        while index < end, value > cuts[index] {
            range += 1
            index += 1
        }
        return range
    }
}
