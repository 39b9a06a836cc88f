import Ilk
import IlkConsole
import IlkLearning
import IlkVocabulary

/// Changed verdicts as human-readable text.
struct ReplayText {
    let outcome: RuleReplayOutcome
    let console: Console

    /// The maximum number of rules per changed verdict.
    private static let maximumCauses = 5
    /// The maximum number of rows of each table in the summary.
    private static let maximumChanges = 10

    /// Returns a changed verdict with its text and the responsible rules.
    func text(_ flip: VerdictFlip) -> String {
        let text = outcome.texts[flip.text]
        let change = "\(shown(flip.before)) → \(shown(flip.after))"
        var line = console.style.paint(change, .strong)
        let kind = outcome.change(flip)
        var meaning = kind.map { "  \($0.rawValue)" } ?? ""
        switch kind {
        case .toRight: line += console.style.paint(meaning, .good)
        case .toWrong: line += console.style.paint(meaning, .bad)
        case .stillWrong:
            meaning += ", actual label \(VisibleText.oneLine(outcome.label(flip)?.rawValue ?? ""))"
            line += meaning
        case nil: break
        }
        let room = console.columns - DisplayWidth.of(change + meaning) - 2
        line += "  " + console.style.paint(FileLocation.fitting(text.place, in: room), .faint) + "\n"
        let said = VisibleText.oneLine(String(text.text.prefix(4 * console.columns)))
        line += "    " + DisplayWidth.truncated(said, to: max(20, console.columns - 4)) + "\n"
        for cause in flip.causes.prefix(Self.maximumCauses) { line += "    " + self.line(cause) + "\n" }
        let more = flip.causes.count - Self.maximumCauses
        if more > 0 { line += "    and \(more) more\n" }
        return line + scores(flip) + "\n"
    }

    private func shown(_ side: VerdictFlip.Outcome) -> String {
        let name = VisibleText.oneLine(side.category.rawValue)
        switch side.abstention {
        case nil: return "\(name) \(DecimalText.fixed(side.probability, 2))"
        case .unsure: return "\(name)? \(DecimalText.fixed(side.probability, 2))"
        default: return "-"
        }
    }

    private func line(_ cause: VerdictFlip.Cause) -> String {
        let id = VisibleText.oneLine(cause.rule)
        let (before, after) = (weights(cause.before), weights(cause.after))
        switch cause.reason {
        case .added: return console.style.paint("+ \(id)", .good) + "  added: \(after)"
        case .removed: return console.style.paint("- \(id)", .bad) + "  removed: \(before)"
        case .matchesNow: return console.style.paint("+ \(id)", .good) + "  matches now: \(after)"
        case .matchesNoLonger: return console.style.paint("- \(id)", .bad) + "  no longer matches: \(before)"
        case .limitReached:
            return console.style.paint("~ \(id)", .doubtful)
                + "  step limit reached on one side: \(before) → \(after)"
        case .weightChanged, .status:
            return console.style.paint("~ \(id)", .doubtful) + "  \(before) → \(after)"
        }
    }

    private func weights(_ weights: [Double]) -> String {
        let weights = outcome.named(weights).filter { $0.value != 0 }
        guard !weights.isEmpty else { return "adds nothing" }
        return weights.sorted { (abs($1.value), $0.key) < (abs($0.value), $1.key) }
            .map { name, weight in
                "\(VisibleText.oneLine(name)) \(weight < 0 ? "" : "+")\(DecimalText.fixed(weight, 2))"
            }
            .joined(separator: ", ")
    }

    /// Returns the scores of the old and the new top category.
    private func scores(_ flip: VerdictFlip) -> String {
        var categories = [flip.before.category]
        // Without evidence, no category is the top one.
        let isNothing = flip.after.abstention == .noEvidence
        if flip.after.category != flip.before.category, !isNothing { categories.append(flip.after.category) }
        let parts = categories.map { category in
            let place = outcome.taxonomy.index(of: category)
            let scores = [flip.before, flip.after].map { side in
                DecimalText.fixed(place.map { side.scores[$0] } ?? 0, 2)
            }
            return "\(VisibleText.oneLine(category.rawValue)) \(scores[0]) → \(scores[1])"
        }
        return "    " + console.style.paint("scores: " + parts.joined(separator: ", "), .faint) + "\n"
    }

    /// The summary of all changed verdicts.
    var summary: String {
        let (flips, texts) = (outcome.flips.count, outcome.texts.count)
        let (toRight, toWrong) = (outcome.count(.toRight), outcome.count(.toWrong))
        let share = texts == 0 ? 0 : 100 * Double(flips) / Double(texts)
        var head =
            "\(DecimalText.grouped(flips)) of \(DecimalText.grouped(texts)) verdicts flip "
            + "(\(DecimalText.fixed(share, 2)) %, \(outcome.classifier))"
        if outcome.labeled > 0, flips > 0 {
            head +=
                ": \(DecimalText.grouped(toRight)) wrong to right, "
                + "\(DecimalText.grouped(toWrong)) right to wrong"
        }
        var text = console.style.paint(head, flips == 0 ? .good : toWrong > toRight ? .bad : .strong) + "\n"
        text += "rules: \(outcome.added.count) added, \(outcome.removed.count) removed, "
        text += "\(outcome.reweighted.count) reweighted\n"
        let (changes, parts) = (outcome.changes, outcome.parts)
        if !changes.isEmpty { text += table("change", "texts", changes) }
        if !parts.isEmpty { text += table("rule", "flips", parts) }
        return text
    }

    private func table(_ title: String, _ count: String, _ counts: [String: Int]) -> String {
        var table = Table([.init(title, maxWidth: max(20, console.columns - 10)), .init(count, .right)])
        let ordered = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        for (name, number) in ordered.prefix(Self.maximumChanges) {
            table.add([name, DecimalText.grouped(number)])
        }
        if ordered.count > Self.maximumChanges {
            let rest = ordered.dropFirst(Self.maximumChanges).reduce(0) { $0 + $1.value }
            table.add(["others", DecimalText.grouped(rest)])
        }
        return "\n" + table.rendered(console.style)
    }
}
