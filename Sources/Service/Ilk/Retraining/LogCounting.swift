import IlkTraining
import IlkLog
import IlkLearning
import IlkModels
import IlkRules
import IlkVocabulary

/// Counts a log, as it stands at one moment, for a model that its counts are added to: all of it, or what is new.
struct LogCounting: Sendable {
    /// The model.
    let base: BayesModel
    /// Which log it is: the digest of its path.
    let log: String
    /// The rules that may agree on texts; nil without rules.
    let rules: RuleSet?
    /// Whose words are left out.
    let without: [String]
    /// What was counted the last time; nil when nothing was.
    let before: CountedLog?
    /// Whether everything is counted anew, whatever was counted before.
    let recounts: Bool
    /// The marks of versions that may have counted what is gone now.
    let marks: [String: LogWatermark]

    /// Of more texts that no person said anything of only a sample is taken.
    static let greatestSample = 65_536

    struct Result: Sendable {
        var counted: CountedLog
        var words: PeoplesWords
        /// Whether only what is new was counted.
        var isIncremental: Bool
        /// Whether the weights are those of the last time.
        var isFrozen: Bool
        /// The versions that may have counted rows that are gone.
        var erased: [String]
    }

    func run(_ snapshot: LogSnapshot) throws -> Result {
        let words = PeoplesWords(
            try snapshot.correctedTexts(), without: without, categories: base.taxonomy)
        let mark = try snapshot.watermark()
        var trace = RetrainingTrace(log: log, watermark: mark, rules: rules?.digest)
        trace.correctionWeight = Retraining.correctionWeight
        trace.holdsBack = words.holdsBack
        trace.without = without.sorted()
        let known = before.flatMap { $0.base == base.digest.description && $0.trace.log == log ? $0 : nil }
        trace.sampling = Self.sampling(rows: mark.rows, before: known?.trace.sampling)
        var counted = CountedLog(
            base: base.digest.description, trace: trace,
            found: CountedLog.Found(rows: mark.rows, corrections: words.count), learned: [:], evidence: [:],
            counts: TrustedCounts(taxonomy: base.taxonomy, families: base.manifest.settings.families))
        var isFrozen = false
        var start: LogWatermark?
        if let known {
            isFrozen =
                mark.rows <= 2 * max(1, known.found.rows) && words.count <= 2 * known.found.corrections
                && known.trace.holdsBack == words.holdsBack
            if isFrozen {
                trace.ruleWeight = known.trace.ruleWeight
                trace.unlabelledWeight = known.trace.unlabelledWeight
                counted.found = known.found
            }
            if !recounts, try goesOn(known, with: trace, words, snapshot) {
                start = known.trace.watermark
                counted.learned = known.learned
                counted.evidence = known.evidence
                counted.counts = known.counts
            }
        }
        try count(words, in: &counted)
        try count(snapshot, after: start, words, trace.sampling, in: &counted)
        trace.corrections = counted.counts.corrected
        trace.agreed = counted.counts.texts[TrustedCounts.Evidence.rules.rawValue]
        trace.unlabelled = counted.counts.texts[TrustedCounts.Evidence.unlabelled.rawValue]
        counted.trace = trace
        let erased = try marks.filter { try !snapshot.holds($0.value) }.keys.sorted()
        return Result(
            counted: counted, words: words, isIncremental: start != nil, isFrozen: isFrozen, erased: erased)
    }

    /// Whether what was counted before is still in the log, and counts as it did.
    private func goesOn(
        _ known: CountedLog, with trace: RetrainingTrace, _ words: PeoplesWords, _ snapshot: LogSnapshot
    ) throws -> Bool {
        guard known.trace.agrees(with: trace), try snapshot.holds(known.trace.watermark) else { return false }
        let learned = Set(words.learned.map(\.digest))
        return known.learned.keys.allSatisfy(learned.contains)
    }

    /// One in so many texts is taken: the same as before until there are far too many or too few.
    private static func sampling(rows: Int, before: Int?) -> Int {
        if let before, rows / before <= 2 * greatestSample { return before }
        var sampling = 1
        while rows / sampling > greatestSample { sampling *= 2 }
        return sampling
    }

    /// What people said: what is new is counted, what they now say otherwise is taken back first.
    private func count(_ words: PeoplesWords, in counted: inout CountedLog) throws {
        var corrections = try CorrectionCounting()
        for word in words.learned {
            guard let category = base.taxonomy.index(of: word.category) else { continue }
            let old = counted.learned[word.digest]
            guard old != category else { continue }
            var text = word.text
            text.withUTF8 { corrections.count($0, word.digest, from: old, to: category, in: &counted) }
        }
    }

    /// What nobody said anything of. What was evidence, and has a person's word now, is taken back.
    private func count(
        _ snapshot: LogSnapshot, after start: LogWatermark?, _ words: PeoplesWords, _ sampling: Int,
        in counted: inout CountedLog
    ) throws {
        var reading = try EvidenceReading(base: base, rules: rules)
        for word in words.learned + words.heldBack + words.audits {
            guard let kind = counted.evidence.removeValue(forKey: TextKey.of(word.text)) else { continue }
            var text = word.text
            text.withUTF8 { reading.takeBack($0, kind, from: &counted.counts) }
        }
        try snapshot.texts(after: start) { bytes in
            let key = TextKey.of(bytes)
            guard TextKey.isSampled(key, sampling), !words.keys.contains(key), counted.evidence[key] == nil,
                let kind = reading.count(bytes, in: &counted.counts)
            else { return }
            counted.evidence[key] = kind
        }
    }
}
