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
        /// The number of texts, among the newest entries, whose prediction changes in this way.
        public var texts: Int
    }

    /// The name of the taxonomy.
    public var taxonomy: String
    /// The number of distinct texts with a human label.
    public var corrections: Int
    /// The number of corrections used for training.
    public var learned: Int
    /// The number of held-out corrections. The number is 0 if the log has fewer than 30 corrections, because
    /// no corrections are held out then.
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
    /// The comparison of the active and the new model on the corrections used for training.
    public var onLearned: PairedComparison
    /// The evaluation that decides about promotion.
    public var gate: RetrainingGate
    /// The predictions for the newest log entries that differ between the active and the new model.
    public var changedPredictions: [ChangedPrediction]
    /// The new version, or `nil` if none was added.
    public var version: String?
    /// `true` if the new version is active.
    public var isPromoted: Bool
    /// The versions that were deleted because they may have been trained on erased entries.
    public var erased: [String]
    /// The version that replaced the active version because the active version was deleted or because all
    /// authors of its corrections were excluded; otherwise `nil`.
    public var rolledBackTo: String?
    /// The return to an earlier version before the evaluation, or `nil` if there was none.
    public var rollback: Rollback?
    /// The author whose corrections are doubtful and were not used for the evaluation, or `nil` if there is
    /// no such author.
    public var suspectedAuthor: SuspectedAuthor?
    /// The reason for the decision.
    public var reason: String

    /// `true` if a model was trained and ``gate`` prevented its promotion.
    public var isRefused: Bool { trace != nil && !isPromoted && !gate.isPassed }

    /// The report as at most six lines of text. The JSON contains all figures.
    public var lines: [String] {
        let deleted = RetrainingGate.erasedLines(
            erased, "they may have been trained on texts erased from the log", rolledBackTo: rolledBackTo)
        guard corrections > 0 || version != nil || trace != nil else { return deleted + [reason] }
        var lines = ["Learned   " + learnedTexts]
        lines += RetrainingGate.correctLines(gate, training: onLearned)
        lines += RetrainingGate.gainLines(gate)
        lines += (rollbackLines + deleted + suspectLines + changeLines).prefix(1)
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
        if let newest = trace.headTexts, newest < learned { text += ", the newest \(newest) in full" }
        if trace.agreed + trace.unlabeled > 0 {
            text +=
                ", \(Self.count(trace.agreed, "text")) on which rules agree (\(Self.weight(trace.ruleWeight))), "
                + "\(trace.unlabeled) unlabeled (\(Self.weight(trace.unlabeledWeight)))"
        }
        if let halfLife = trace.halfLife { text += "; half-life \(Self.days(halfLife))" }
        if !trace.without.isEmpty { text += "; ignored: \(trace.without.joined(separator: ", "))" }
        return text
    }

    static func count(_ number: Int, _ noun: String) -> String {
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

    private var rollbackLines: [String] {
        rollback.map { ["Rollback  \($0.from) to \($0.to). \($0.reason)"] } ?? []
    }

    private var suspectLines: [String] {
        guard let author = suspectedAuthor else { return [] }
        return [
            "Check     \(author.differing) of \(Self.count(author.corrections, "correction")) "
                + "by \(author.name) contradict the log; "
                + "to ignore them: ilk retrain --without-author \(author.name)"
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

extension RetrainingGate {
    /// Returns the line with the correct predictions of the active and the new model, on the training
    /// corrections and on each sample.
    static func correctLines(_ gate: RetrainingGate, training: PairedComparison? = nil) -> [String] {
        var parts = gate.correctCounts
        if let training, training.texts > 0 { parts.insert("corrections \(training.correctCounts)", at: 0) }
        return parts.isEmpty ? [] : ["Correct   " + parts.joined(separator: ", ")]
    }

    /// The correct predictions of the active and the new model on each sample: `audit sample 9 → 9 of 9`.
    package var correctCounts: [String] {
        samples.map { "\($0.name) \($0.comparison.correctCounts)" }
    }

    /// Returns the line with the expected change in accuracy and its 95 % interval.
    static func gainLines(_ gate: RetrainingGate) -> [String] {
        guard let gain = gate.gain, !gate.samples.isEmpty else { return [] }
        return ["Gain      " + gain.line]
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
