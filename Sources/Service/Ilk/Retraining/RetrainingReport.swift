import IlkTraining
import IlkLog
public import IlkLearning
import IlkModels
public import IlkVocabulary

/// The report of a retraining.
public struct RetrainingReport: Sendable, Codable, Hashable {
    /// A changed prediction for logged texts.
    public struct ChangedPrediction: Sendable, Codable, Hashable {
        /// The prediction of the active model.
        public var from: Category
        /// The prediction of the new model.
        public var to: Category
        /// The number of affected texts among the newest entries.
        public var texts: Int
    }

    /// The author whose corrections differ from the logged verdicts significantly more often than those of the
    /// other authors.
    public struct SuspectedAuthor: Sendable, Codable, Hashable {
        /// The name of the author, or the source of corrections without an author.
        public var name: String
        /// The number of training corrections by the author.
        public var words: Int
        /// The number of these that differ from the logged verdict.
        public var otherwise: Int
    }

    /// The name of the taxonomy.
    public var taxonomy: String
    /// The number of distinct texts with a human label.
    public var corrections: Int
    /// The number of corrections used for training.
    public var learned: Int
    /// The number of held-out corrections, 0 if there are fewer than 30 in all.
    public var heldOut: Int
    /// The number of texts in the audit sample, used only for evaluation.
    public var audits: Int
    /// The number of corrections that were excluded because their text is in the regression set, or `nil` for
    /// none.
    public var leftOut: Int?
    /// `true` if only new entries were counted.
    public var isIncremental: Bool
    /// The settings and totals stored in the version's manifest, or `nil` if no model was trained.
    public var trace: RetrainingTrace?
    /// The comparison on the training corrections.
    public var onLearned: PairedComparison
    /// The evaluation that decides about promotion.
    public var gate: RetrainingGate
    /// The changed predictions for the newest log entries.
    public var changedPredictions: [ChangedPrediction]
    /// The new version, or `nil` if none was added.
    public var version: String?
    /// `true` if the new version is active.
    public var isPromoted: Bool
    /// The versions that were deleted because they may have been trained on erased entries.
    public var erased: [String]
    /// The version that replaced the active one, because it was deleted or all its authors were excluded, or
    /// `nil`.
    public var rolledBackTo: String?
    /// The author most likely to have caused a refusal, or `nil`.
    public var suspectedAuthor: SuspectedAuthor?
    /// The reason for the decision.
    public var reason: String

    /// `true` if a model was trained and not promoted.
    public var isRefused: Bool { trace != nil && !gate.isPassed }

    /// The report as at most six lines for people. The JSON contains all figures.
    public var lines: [String] {
        let deleted = RetrainingGate.erasedLines(
            erased, "they may have been trained on texts erased from the log", rolledBackTo: rolledBackTo)
        guard corrections > 0 || version != nil || trace != nil else { return deleted + [reason] }
        var lines = ["Learned   " + learnedTexts]
        lines += RetrainingGate.correctLines(gate, training: onLearned)
        lines += RetrainingGate.riskLines(gate)
        lines += (deleted + suspectLines + changeLines).prefix(1)
        lines.append("Result    " + RetrainingGate.result(version, isPromoted: isPromoted, reason))
        lines += RetrainingGate.undoLines(
            version, isPromoted: isPromoted, isRefused: isRefused, taxonomy: taxonomy)
        return lines
    }

    /// The training texts: corrections, and texts without a correction.
    private var learnedTexts: String {
        var text = learned == corrections ? Self.count(learned, "correction") : "\(learned) of "
        if learned != corrections { text += Self.count(corrections, "correction") }
        var others: [String] = []
        if heldOut > 0 { others.append("\(heldOut) held out") }
        if audits > 0 { others.append("\(audits) in the audit sample") }
        if let leftOut { others.append("\(leftOut) in your regression set") }
        if !others.isEmpty { text += " (\(others.joined(separator: ", ")))" }
        guard let trace else { return text }
        if trace.agreed + trace.unlabeled > 0 {
            text +=
                ", \(Self.count(trace.agreed, "text")) on which rules agree (\(Self.weight(trace.ruleWeight))), "
                + "\(trace.unlabeled) unlabeled (\(Self.weight(trace.unlabeledWeight)))"
        }
        if let halfLife = trace.halfLife { text += "; half-life \(Self.days(halfLife))" }
        if !trace.without.isEmpty { text += "; ignored: \(trace.without.joined(separator: ", "))" }
        return text
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// Formats a time as whole days, or as seconds if it is shorter than a day.
    private static func days(_ seconds: Double) -> String {
        seconds < 86_400 ? count(Int(seconds), "second") : count(Int(seconds / 86_400), "day")
    }

    /// Formats a weight as a fraction: `full weight`, `weight 1/4`, `no weight`.
    private static func weight(_ weight: Double) -> String {
        guard weight > 0 else { return "no weight" }
        return weight >= 1 ? "full weight" : "weight 1/\(Int((1 / weight).rounded()))"
    }

    private var changeLines: [String] {
        guard let first = changedPredictions.first else { return [] }
        let texts = changedPredictions.reduce(0) { $0 + $1.texts }
        let most = changedPredictions.count > 1 ? ", most often" : ","
        return ["Changes   \(Self.count(texts, "logged text"))\(most) from \(first.from) to \(first.to)"]
    }

    private var suspectLines: [String] {
        guard isRefused, let author = suspectedAuthor, author.otherwise > 0 else { return [] }
        return [
            "Check     \(author.otherwise) of \(Self.count(author.words, "correction")) by \(author.name) "
                + "contradict the log; to ignore them: ilk retrain --without-author \(author.name)"
        ]
    }
}

extension RetrainingReport {
    /// Creates a report of the counts, before the evaluation.
    init(_ counted: LogCounting.Result) {
        let words = counted.words
        self.init(
            taxonomy: counted.counted.counts.taxonomy.name, corrections: words.count,
            learned: words.learned.count, heldOut: words.heldOut.count,
            audits: words.audits.count, leftOut: words.duplicates > 0 ? words.duplicates : nil,
            isIncremental: counted.isIncremental, onLearned: PairedComparison(),
            gate: RetrainingGate([]), changedPredictions: [], isPromoted: false, erased: [], reason: "")
    }
}

extension RetrainingReport.SuspectedAuthor {
    /// The least number of corrections by the author, and by all others.
    private static let minimumWords = 8
    /// The critical value of the test. A chance of 1 in 740 for one author.
    private static let criticalValue = 3.0

    /// Finds the author whose corrections differ from the logged verdicts significantly more often than those
    /// of the others, by a one-sided test of two proportions.
    ///
    /// Corrections are made because a verdict is wrong, so the share of differing ones says nothing about a
    /// single author. Returns `nil` if there is one author only, or no significant difference.
    init?(in words: Corrections) {
        self.init(
            among: words.learned.reduce(into: [:]) { authors, word in
                let name = word.authorOrSource
                authors[name, default: (0, 0)].words += 1
                authors[name, default: (0, 0)].otherwise += word.category == word.logged ? 0 : 1
            })
    }

    /// - Parameter authors: The number of corrections, and of differing ones, by author.
    init?(among authors: [String: (words: Int, otherwise: Int)]) {
        let all = authors.values.reduce((words: 0, otherwise: 0)) {
            ($0.words + $1.words, $0.otherwise + $1.otherwise)
        }
        let pooled = Double(all.otherwise) / Double(max(1, all.words))
        func excess(_ own: (words: Int, otherwise: Int)) -> Double {
            let others = all.words - own.words
            guard min(own.words, others) >= Self.minimumWords, pooled < 1 else { return 0 }
            let share = Double(own.otherwise) / Double(own.words)
            let rest = Double(all.otherwise - own.otherwise) / Double(others)
            let variance = pooled * (1 - pooled) * (1 / Double(own.words) + 1 / Double(others))
            return share > rest ? (share - rest) / variance.squareRoot() : 0
        }
        let most = authors.map { (name: $0.key, counts: $0.value, excess: excess($0.value)) }
            .max { ($0.excess, $1.name) < ($1.excess, $0.name) }
        guard let most, most.excess >= Self.criticalValue else { return nil }
        self.init(name: most.name, words: most.counts.words, otherwise: most.counts.otherwise)
    }
}

extension RetrainingGate {
    /// Returns the line with the correct predictions of the active and the new model, on the training
    /// corrections and on each sample.
    static func correctLines(_ gate: RetrainingGate, training: PairedComparison? = nil) -> [String] {
        var parts = gate.correctCounts
        if let training, training.texts > 0 { parts.insert("corrections \(correct(training))", at: 0) }
        return parts.isEmpty ? [] : ["Correct   " + parts.joined(separator: ", ")]
    }

    /// The correct predictions of the active and the new model on each sample: `audit sample 9 → 9 of 9`.
    package var correctCounts: [String] {
        samples.map { "\($0.name) \(Self.correct($0.comparison))" }
    }

    private static func correct(_ comparison: PairedComparison) -> String {
        let before = comparison.bothRight + comparison.onlyFirstRight
        let after = comparison.bothRight + comparison.onlySecondRight
        return "\(before) → \(after) of \(comparison.texts)"
    }

    /// Returns the line with the lower bound of the change in accuracy on each sample.
    static func riskLines(_ gate: RetrainingGate) -> [String] {
        guard !gate.samples.isEmpty else { return [] }
        let bounds = gate.samples.map { "\($0.name) \($0.lowerBoundInPoints)" }
        return ["Risk      at worst: \(bounds.joined(separator: ", ")) points (95 % confidence)"]
    }

    static func result(_ version: String?, isPromoted: Bool, _ reason: String) -> String {
        guard let version else { return reason }
        return "version \(version) is \(isPromoted ? "active" : "a candidate"). \(reason)"
    }

    /// Returns the line about deleted versions and their replacement.
    static func erasedLines(_ erased: [String], _ reason: String, rolledBackTo: String?) -> [String] {
        guard !erased.isEmpty else {
            return rolledBackTo.map { ["Active    \($0)"] } ?? []
        }
        let active = rolledBackTo.map { "; active now: \($0)" } ?? ""
        return ["Deleted   \(erased.joined(separator: ", ")): \(reason)\(active)"]
    }

    /// Returns the command that reverts a promotion, or that promotes a refused version.
    static func undoLines(
        _ version: String?, isPromoted: Bool, isRefused: Bool, taxonomy: String
    ) -> [String] {
        guard let version else { return [] }
        let option = taxonomy == Taxonomy.documentType.name ? "" : " --taxonomy \(taxonomy)"
        if isPromoted { return ["Undo      ilk model rollback\(option)"] }
        return isRefused ? ["Use it    ilk model promote \(version)\(option)"] : []
    }
}
