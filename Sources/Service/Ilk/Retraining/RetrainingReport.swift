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

    /// The author whose corrections differ most often from the logged verdicts.
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
    public var heldBack: Int
    /// The number of texts in the audit sample, used only for evaluation.
    public var audits: Int
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
    public var fallbackVersion: String?
    /// The author most likely to have caused a refusal, or `nil`.
    public var suspect: SuspectedAuthor?
    /// The reason for the decision.
    public var reason: String

    /// `true` if a model was trained and not promoted.
    public var isRefused: Bool { trace != nil && !gate.isPassed }

    /// The report as lines for people.
    public var lines: [String] {
        guard corrections > 0 || version != nil || trace != nil else { return erasedLines + [reason] }
        var lines = [
            "corrections   \(corrections): \(learned) learned, \(heldBack) held back to measure with"
                + (audits > 0 ? ", \(audits) random audits" : "")
        ]
        if let trace, trace.agreed + trace.unlabelled > 0 {
            lines.append(
                "other texts   \(trace.agreed) on which rules agree, at \(Self.weight(trace.ruleWeight)); "
                    + "\(trace.unlabelled) more at \(Self.weight(trace.unlabelledWeight))"
                    + (trace.sampling > 1
                        ? "; a sample, one in \(trace.sampling) of the texts nobody said anything of" : ""))
        }
        if let trace, !trace.without.isEmpty {
            lines.append("left out      the words of \(trace.without.joined(separator: ", "))")
        }
        if onLearned.texts > 0 {
            lines.append("learned".padded(to: 14) + Self.counts(onLearned))
        }
        for sample in gate.samples { lines.append(sample.name.padded(to: 14) + sample.line) }
        for flip in changedPredictions {
            lines.append("logged texts  \(flip.texts) from \(flip.from) to \(flip.to)")
        }
        lines += RetrainingGate.versionLines(version, isPromoted: isPromoted)
        return lines + erasedLines + [reason]
            + (isRefused ? RetrainingGate.wayAround(version, of: taxonomy) : []) + suspectLines
    }

    private static func counts(_ comparison: PairedComparison) -> String {
        let before = comparison.bothRight + comparison.onlyFirstRight
        let after = comparison.bothRight + comparison.onlySecondRight
        return "\(before) of \(comparison.texts) right before, \(after) after"
    }

    /// Formats a weight as a fraction: `full weight`, `weight 1/4`, `no weight`.
    private static func weight(_ weight: Double) -> String {
        guard weight > 0 else { return "no weight" }
        return weight >= 1 ? "full weight" : "weight 1/\(Int((1 / weight).rounded()))"
    }

    private var erasedLines: [String] {
        RetrainingGate.erasedLines(
            erased, "may have counted texts that were erased from the log", fallbackVersion: fallbackVersion)
    }

    private var suspectLines: [String] {
        guard let suspect, suspect.otherwise > 0 else { return [] }
        return [
            "most words that say otherwise than was logged are by \(suspect.name): "
                + "\(suspect.otherwise) of \(suspect.words)",
            "to unlearn them: ilk retrain --without-author \(suspect.name)",
        ]
    }
}

extension RetrainingReport {
    /// Creates a report of the counts, before the evaluation.
    init(_ counted: LogCounting.Result) {
        let words = counted.words
        self.init(
            taxonomy: counted.counted.counts.taxonomy.name, corrections: words.count,
            learned: words.learned.count, heldBack: words.heldBack.count,
            audits: words.audits.count, isIncremental: counted.isIncremental, onLearned: PairedComparison(),
            gate: RetrainingGate([]), changedPredictions: [], isPromoted: false, erased: [], reason: "")
    }
}

extension RetrainingReport.SuspectedAuthor {
    /// Finds the author with the most differing corrections, or returns `nil` if there is none.
    init?(in words: Corrections) {
        var all: [String: Int] = [:]
        var otherwise: [String: Int] = [:]
        for word in words.learned {
            let name = word.author ?? word.source.rawValue
            all[name, default: 0] += 1
            if word.category != word.logged { otherwise[name, default: 0] += 1 }
        }
        guard let most = otherwise.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
        self.init(name: most.key, words: all[most.key] ?? 0, otherwise: most.value)
    }
}

extension RetrainingGate {
    static func versionLines(_ version: String?, isPromoted: Bool) -> [String] {
        version.map { ["version       \($0)\(isPromoted ? ", in use now" : ", kept as a candidate")"] } ?? []
    }

    /// Returns the lines about deleted versions and their replacement.
    static func erasedLines(_ erased: [String], _ reason: String, fallbackVersion: String?) -> [String] {
        let deleted =
            erased.isEmpty ? [] : ["deleted       \(erased.joined(separator: ", ")): \(reason)"]
        return deleted + (fallbackVersion.map { ["in use now    \($0)"] } ?? [])
    }

    /// Returns the hint for promoting a refused version.
    static func wayAround(_ version: String?, of taxonomy: String) -> [String] {
        guard let version else { return [] }
        let option = taxonomy == Taxonomy.documentType.name ? "" : " --taxonomy \(taxonomy)"
        return ["to use it all the same: ilk model promote \(version)\(option)"]
    }
}
