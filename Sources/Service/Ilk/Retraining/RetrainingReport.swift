import IlkTraining
import IlkLog
public import IlkLearning
import IlkModels
public import IlkVocabulary

/// What a retraining did, measured and decided.
public struct RetrainingReport: Sendable, Codable, Hashable {
    /// A change of mind about logged texts.
    public struct Flip: Sendable, Codable, Hashable {
        /// What the model in use says.
        public var from: Category
        /// What the new model says.
        public var to: Category
        /// About how many texts.
        public var texts: Int
    }

    /// Whose words say most often otherwise than was logged.
    public struct Suspect: Sendable, Codable, Hashable {
        /// The author, or the source of words without one.
        public var name: String
        /// How many of the words that were learned are theirs.
        public var words: Int
        /// How many of them say otherwise than was logged.
        public var otherwise: Int
    }

    /// What the log's texts are told apart by.
    public var taxonomy: String
    /// The texts that people corrected or confirmed, each once.
    public var corrections: Int
    /// How many of them were learned.
    public var learned: Int
    /// How many were held back to measure with. None while there are fewer than 30.
    public var heldBack: Int
    /// How many are random audits, which are measured with only.
    public var audits: Int
    /// Whether only what is new since the last time was counted.
    public var isIncremental: Bool
    /// How it was done, as the version's manifest says; nil when nothing was made.
    public var trace: RetrainingTrace?
    /// On the texts that were learned.
    public var onLearned: PairedComparison
    /// What decides whether the new model is put to use.
    public var gate: RetrainingGate
    /// What the new model says otherwise of the newest logged texts.
    public var flips: [Flip]
    /// The new version, or nil when none was made.
    public var version: String?
    /// Whether it is in use now.
    public var isPromoted: Bool
    /// The versions that may have counted rows that are gone from the log, and so were deleted.
    public var erased: [String]
    /// The version that took the place of a deleted one; nil when none had to.
    public var wentBackTo: String?
    /// Who may have spoiled a model that was refused; nil otherwise.
    public var suspect: Suspect?
    /// Why, or why not.
    public var reason: String

    /// Whether a model was made that the gate did not let pass.
    public var isRefused: Bool { trace != nil && !gate.isPassed }

    /// The report in lines for people.
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
        for flip in flips { lines.append("logged texts  \(flip.texts) from \(flip.from) to \(flip.to)") }
        lines += RetrainingGate.versionLines(version, isPromoted: isPromoted)
        return lines + erasedLines + [reason]
            + (isRefused ? RetrainingGate.wayAround(version, of: taxonomy) : []) + suspectLines
    }

    private static func counts(_ comparison: PairedComparison) -> String {
        let before = comparison.bothRight + comparison.onlyFirstRight
        let after = comparison.bothRight + comparison.onlySecondRight
        return "\(before) of \(comparison.texts) right before, \(after) after"
    }

    /// A weight as people read it: `0`, `1/4`, `1/340`.
    private static func weight(_ weight: Double) -> String {
        guard weight > 0 else { return "no weight" }
        return weight >= 1 ? "full weight" : "weight 1/\(Int((1 / weight).rounded()))"
    }

    private var erasedLines: [String] {
        RetrainingGate.erasedLines(
            erased, "may have counted texts that were erased from the log", wentBackTo: wentBackTo)
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
    /// What was counted, before anything was measured.
    init(_ counted: LogCounting.Result) {
        let words = counted.words
        self.init(
            taxonomy: counted.counted.counts.taxonomy.name, corrections: words.count,
            learned: words.learned.count, heldBack: words.heldBack.count,
            audits: words.audits.count, isIncremental: counted.isIncremental, onLearned: PairedComparison(),
            gate: RetrainingGate([]), flips: [], isPromoted: false, erased: [], reason: "")
    }
}

extension RetrainingReport.Suspect {
    /// The one whose words say otherwise most often; nil when nobody's do.
    init?(in words: PeoplesWords) {
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
    /// The line about a new version; none without one.
    static func versionLines(_ version: String?, isPromoted: Bool) -> [String] {
        version.map { ["version       \($0)\(isPromoted ? ", in use now" : ", kept as a candidate")"] } ?? []
    }

    /// The lines about versions that were deleted, and about what took their place.
    static func erasedLines(_ erased: [String], _ reason: String, wentBackTo: String?) -> [String] {
        let deleted =
            erased.isEmpty ? [] : ["deleted       \(erased.joined(separator: ", ")): \(reason)"]
        return deleted + (wentBackTo.map { ["in use now    \($0)"] } ?? [])
    }

    /// How a version is put to use that the gate did not let pass.
    static func wayAround(_ version: String?, of taxonomy: String) -> [String] {
        guard let version else { return [] }
        let option = taxonomy == Taxonomy.documentType.name ? "" : " --taxonomy \(taxonomy)"
        return ["to use it all the same: ilk model promote \(version)\(option)"]
    }
}
