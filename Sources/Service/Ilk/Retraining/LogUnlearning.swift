import IlkTraining
import IlkLog
import IlkLearning
import IlkModels
import IlkRules
import IlkStore
import IlkText
import IlkVocabulary

/// Removes texts that are about to be erased from the counts of a log.
///
/// Counts are sums of integers, so unlearning gives the same result as counting only the remaining entries
/// with the same weights. A text that also occurs in a remaining entry is still counted. A text whose only
/// correction is erased is counted as unlabeled.
struct LogUnlearning: Sendable {
    let base: RetrainingBase
    let rules: RuleSet?
    let known: LogCounts
    /// The label set of the log, or `nil` if its labels never change.
    let labels: LabelSet?
    /// The user's regression set, or `nil`.
    let regression: RegressionSet?

    struct Result: Sendable {
        var counted: LogCounts
        /// The corrections that are still counted.
        var learned: [CorrectedText]
        /// The number of texts that were removed.
        var texts: Int
    }

    /// Subtracts the texts that are about to be erased from the counts.
    ///
    /// - Parameter erased: The rows to be erased.
    /// - Returns: The remaining counts and corrections, or `nil` if the counts do not match the log.
    /// - Throws: `RecordStoreError` for damaged rows, and SQLite's errors.
    func run(_ snapshot: LogSnapshot, without erased: RowIDSet) throws -> Result? {
        let mark = known.trace.watermark
        let corrected = try snapshot.correctedTexts(without: erased)
        let left = try words(corrected)
        var result = Result(counted: known, learned: [], texts: 0)
        // The watermark still holds if an interrupted process has already unlearned the rows.
        if try !snapshot.holds(mark, without: erased) {
            guard try snapshot.holds(mark) else { return nil }
            let before = try words(snapshot.correctedTexts())
            let touched = try touched(snapshot, erased, before.keys)
            let staying = try staying(snapshot, erased, touched)
            try subtractRows(touched, staying, left, &result)
            result.counted.trace.watermark = try snapshot.mark(mark, without: erased)
        }
        let counts = result.counted.counts
        result.counted.trace.corrections = counts.correctionCount
        result.counted.trace.lastCorrection = known.trace.lastCorrection.flatMap { last in
            corrected.map(\.correctionTime).filter { $0 <= last }.max()
        }
        result.counted.trace.agreed = counts.texts[RetrainingCounts.Evidence.rules.rawValue]
        result.counted.trace.unlabeled = counts.texts[RetrainingCounts.Evidence.unlabeled.rawValue]
        result.learned = result.counted.learnedWords(left.learned + left.heldOut, base.taxonomy)
        return result.learned.count == result.counted.learned.count ? result : nil
    }

    /// Splits corrections with the settings with which the log was counted.
    private func words(_ all: [CorrectedText]) throws -> Corrections {
        Corrections(
            all, without: known.trace.without, categories: base.taxonomy, labels: labels,
            regression: regression)
    }

    private struct Touched {
        var text: [UInt8]
        var length: Int
    }

    /// Returns the distinct texts of the erased rows that may be in the counts.
    private func touched(
        _ snapshot: LogSnapshot, _ erased: RowIDSet, _ corrected: Set<UInt64>
    ) throws -> [UInt64: Touched] {
        var touched: [UInt64: Touched] = [:]
        try snapshot.texts(of: erased, upTo: known.trace.watermark) { bytes, length in
            let key = TextKey.of(bytes)
            guard touched[key] == nil, known.evidence[key] != nil || corrected.contains(key) else { return }
            touched[key] = Touched(text: Array(bytes), length: length)
        }
        return touched
    }

    /// Returns the keys of those texts that also occur in remaining rows.
    private func staying(
        _ snapshot: LogSnapshot, _ erased: RowIDSet, _ touched: [UInt64: Touched]
    ) throws -> Set<UInt64> {
        var staying: Set<UInt64> = []
        guard !touched.isEmpty else { return staying }
        try snapshot.texts(
            stayingBeside: erased, upTo: known.trace.watermark, lengths: Set(touched.values.map(\.length))
        ) { bytes in
            let key = TextKey.of(bytes)
            if touched[key] != nil { staying.insert(key) }
        }
        return staying
    }

    private func subtractRows(
        _ touched: [UInt64: Touched], _ staying: Set<UInt64>, _ left: Corrections, _ result: inout Result
    ) throws {
        var reading = try base.counting.map { try UnlabeledCounting(base: $0.model, rules: rules) }
        var corrections = try CorrectionCounting()
        let discount = AgeDiscount(known.trace)
        let said = Dictionary(
            (left.learned + left.heldOut).map { word in
                (
                    word.digest,
                    (
                        label: word.countedLabel(in: base.taxonomy),
                        age: discount?.quarters(of: word.timestamp) ?? 0
                    )
                )
            }, uniquingKeysWith: { $1 })
        for (key, one) in touched {
            // Count a remaining text without a correction like other unlabeled texts.
            let stays =
                staying.contains(key) && !left.keys.contains(key)
                && TextKey.isSampled(key, known.trace.sampling)
            let digest = ContentDigest(of: one.text)
            one.text.withUnsafeBufferPointer { bytes in
                if let old = known.learned[digest] {
                    let new = said[digest]
                    let age = new?.age ?? 0
                    guard new?.label != old || age != known.ages[digest] ?? 0 else { return }
                    corrections.count(bytes, digest, from: old, to: new?.label, age: age, in: &result.counted)
                    result.texts += 1
                } else if let kind = known.evidence[key] {
                    guard !staying.contains(key) else { return }
                    reading?.subtractRows(bytes, kind, from: &result.counted.counts)
                    result.counted.evidence[key] = nil
                    result.texts += 1
                }
                guard stays, result.counted.learned[digest] == nil else { return }
                result.counted.evidence[key] = reading?.count(bytes, in: &result.counted.counts)
            }
        }
    }
}

/// Counts texts with their corrected labels.
struct CorrectionCounting {
    private let analyzer: TextAnalyzer
    private var analysis = AnalyzedText()
    private var scratch = ModelScratch()

    init() throws {
        analyzer = try TextAnalyzer(measuring: .classification)
    }

    /// Counts a text for a label and subtracts the text from its previous label.
    ///
    /// - Parameters:
    ///   - old: The index of the previous label, or `nil`.
    ///   - new: The index of the new label, or `nil`.
    ///   - age: The age of the text now, in quarters of the half-life. Its previous age is in `counted`.
    mutating func count(
        _ bytes: UnsafeBufferPointer<UInt8>, _ digest: ContentDigest, from old: Int?, to new: Int?,
        age: Int, in counted: inout LogCounts
    ) {
        analyzer.analyze(bytes, into: &analysis)
        let before = counted.ages[digest] ?? 0
        for (category, age, isBack) in [(old, before, true), (new, age, false)] {
            guard let category else { continue }
            counted.counts.count(
                analysis, category: category, weight: AgeDiscount.weight(age), takingBack: isBack,
                using: &scratch)
        }
        counted.learned[digest] = new
        counted.ages[digest] = new == nil || age == 0 ? nil : age
    }
}

extension LogCounts {
    /// Returns those of the given corrections that are counted. Each returned correction has the label for
    /// which it was counted or, in a multi-label taxonomy, all of its labels.
    func learnedWords(_ words: [CorrectedText], _ taxonomy: Taxonomy) -> [CorrectedText] {
        words.compactMap { word in
            guard let place = learned[word.digest] else { return nil }
            var word = word
            if word.labels == nil { word.category = taxonomy.categories[place] }
            return word
        }
    }
}
