import IlkTraining
import IlkLog
import IlkLearning
import IlkModels
import IlkRules
import IlkVocabulary

/// Counts the features of a log's texts, with the labels of a base version. Counts all entries, or only the
/// entries since the last retraining.
struct LogCounting: Sendable {
    let base: RetrainingBase
    /// The identifier of the log, a digest of its path.
    let log: String
    let rules: RuleSet?
    /// The label set of the log, or `nil` if its labels never change.
    let labels: LabelSet?
    /// The user's regression set, or `nil`.
    let regression: RegressionSet?
    /// The excluded authors and sources.
    let without: [String]
    /// The counts of the last retraining, or `nil`.
    let before: LogCounts?
    /// The discount of old corrections, or `nil`.
    let discount: AgeDiscount?
    let recounts: Bool
    /// For each version, the watermark of the log when the version was trained. If a watermark no longer
    /// holds, entries were erased since then.
    let marks: [String: LogWatermark]
    /// The maximum number of threads that count unlabeled texts.
    var threads = 1
    /// Called repeatedly. An error thrown here ends the counting.
    var check: @Sendable () throws -> Void = {}

    /// The number of entries above which a log is sampled. A growing sample may reach twice this number.
    static let greatestSample = 65_536

    struct Result: Sendable {
        var counted: LogCounts
        var words: Corrections
        /// `true` if only new entries were counted.
        var isIncremental: Bool
        /// `true` if the weights of unlabeled texts were kept from the last retraining.
        var isWeighed: Bool
        /// The versions that may have been trained on erased entries.
        var erased: [String]
    }

    func run(_ snapshot: LogSnapshot) throws -> Result {
        let corrected = try snapshot.correctedTexts()
        let words = Corrections(
            corrected, without: without, categories: base.taxonomy, labels: labels, regression: regression)
        let mark = try snapshot.watermark()
        var trace = RetrainingTrace(log: log, watermark: mark, rules: rules?.digest)
        trace.correctionWeight = Retraining.correctionWeight
        trace.lastCorrection = corrected.map(\.correctionTime).max()
        (trace.holdsOut, trace.without) = (words.holdsOut, without.sorted())
        (trace.halfLife, trace.discountedAt) = (discount?.halfLife, discount?.time)
        let digest = base.model.digest.description
        let known = before.flatMap { before in
            before.base == digest && before.trace.log == log
                && before.counts.taxonomy.categories == base.taxonomy.categories ? before : nil
        }
        trace.sampling = Self.sampling(rows: mark.rows, before: known?.trace.sampling)
        var counted = LogCounts(
            base: digest, trace: trace,
            found: LogCounts.Found(rows: mark.rows, corrections: words.count), learned: [:], evidence: [:],
            counts: RetrainingCounts(taxonomy: base.taxonomy, featureGroups: base.featureGroups))
        var isWeighed = false
        var start: LogWatermark?
        if let known {
            isWeighed =
                mark.rows <= 2 * max(1, known.found.rows) && words.count <= 2 * known.found.corrections
                && known.trace.holdsOut == words.holdsOut
            if isWeighed {
                trace.ruleWeight = known.trace.ruleWeight
                trace.unlabeledWeight = known.trace.unlabeledWeight
                counted.found = known.found
            }
            if !recounts, try goesOn(known, with: trace, words, snapshot) {
                start = known.trace.watermark
                counted.learned = known.learned
                counted.ages = known.ages
                counted.evidence = known.evidence
                counted.counts = known.counts
            }
        }
        try check()
        try count(words, in: &counted)
        try count(snapshot, after: start, words, trace.sampling, in: &counted)
        trace.corrections = counted.counts.correctionCount
        trace.agreed = counted.counts.texts[RetrainingCounts.Evidence.rules.rawValue]
        trace.unlabeled = counted.counts.texts[RetrainingCounts.Evidence.unlabeled.rawValue]
        counted.trace = trace
        let erased = try marks.filter { try !snapshot.holds($0.value) }.keys.sorted()
        return Result(
            counted: counted, words: words, isIncremental: start != nil, isWeighed: isWeighed, erased: erased)
    }

    /// Returns `true` if counting can continue from the earlier counts: they still match the log and the
    /// settings.
    private func goesOn(
        _ known: LogCounts, with trace: RetrainingTrace, _ words: Corrections, _ snapshot: LogSnapshot
    ) throws -> Bool {
        guard known.trace.canContinue(with: trace), try snapshot.holds(known.trace.watermark) else {
            return false
        }
        let learned = Set(words.learned.map(\.digest))
        return known.learned.keys.allSatisfy(learned.contains)
    }

    /// Returns the sampling interval *n*: one of *n* texts is counted. The earlier interval is kept until the
    /// sample exceeds twice ``greatestSample``.
    private static func sampling(rows: Int, before: Int?) -> Int {
        if let before, rows / before <= 2 * greatestSample { return before }
        var sampling = 1
        while rows / sampling > greatestSample { sampling *= 2 }
        return sampling
    }

    /// Counts corrections. Changed corrections are first subtracted with their old label and weight.
    private func count(_ words: Corrections, in counted: inout LogCounts) throws {
        var corrections = try CorrectionCounting()
        for word in words.learned {
            guard let category = word.countedLabel(in: base.taxonomy) else { continue }
            let old = counted.learned[word.digest]
            let age = discount?.quarters(of: word.timestamp) ?? 0
            guard old != category || age != counted.ages[word.digest] ?? 0 else { continue }
            var text = word.text
            text.withUTF8 {
                corrections.count($0, word.digest, from: old, to: category, age: age, in: &counted)
            }
        }
    }

    /// Counts unlabeled texts. Texts that were counted as unlabeled and now have a correction are subtracted.
    private func count(
        _ snapshot: LogSnapshot, after start: LogWatermark?, _ words: Corrections, _ sampling: Int,
        in counted: inout LogCounts
    ) throws {
        guard let counting = base.counting else { return }
        var reading = try UnlabeledCounting(base: counting.model, rules: rules)
        let others = (words.learned + words.heldOut + words.audits).map(\.text) + words.leftOut
        for text in others {
            guard let kind = counted.evidence.removeValue(forKey: TextKey.of(text)) else { continue }
            var text = text
            text.withUTF8 { reading.subtractRows($0, kind, from: &counted.counts) }
        }
        let batches = UnlabeledBatches(
            threads: threads, taxonomy: counted.counts.taxonomy, featureGroups: counted.counts.featureGroups
        ) { try UnlabeledCounting(base: counting.model, rules: rules) }
        try snapshot.texts(after: start) { bytes in
            try check()
            let key = TextKey.of(bytes)
            guard TextKey.isSampled(key, sampling), !words.keys.contains(key), counted.evidence[key] == nil
            else { return }
            try batches.add(key, bytes)
        }
        try batches.finish(into: &counted)
    }
}
