import IlkConsole
import IlkVocabulary

/// Flips of verdicts as people read them.
struct ReplayText {
    /// How it looks.
    let style: Style
    /// How many columns a line may take.
    let columns: Int

    /// So many rules are shown of a flip.
    private static let mostCauses = 5
    /// So many kinds of change are shown of all flips.
    private static let mostChanges = 10

    /// A flip: the verdicts, the text, and what the rules have to do with it.
    func text(_ flip: ReplayOutcome.Flip) -> String {
        let change = "\(shown(flip.before)) → \(shown(flip.after))"
        var line = style.paint(change, .strong)
        var outcome = flip.outcome.map { "  \($0)" } ?? ""
        switch flip.outcome {
        case ReplayOutcome.Flip.toRight: line += style.paint(outcome, .good)
        case ReplayOutcome.Flip.toWrong: line += style.paint(outcome, .bad)
        case nil: break
        default:
            outcome += ", it is \(VisibleText.oneLine(flip.label ?? ""))"
            line += outcome
        }
        let room = columns - DisplayWidth.of(change + outcome) - 2
        line += "  " + style.paint(FilePlace.fitting(flip.place, in: room), .faint) + "\n"
        let said = VisibleText.oneLine(String(flip.text.prefix(4 * columns)))
        line += "    " + DisplayWidth.truncated(said, to: max(20, columns - 4)) + "\n"
        for cause in flip.causes.prefix(Self.mostCauses) { line += "    " + self.line(cause) + "\n" }
        let more = flip.causes.count - Self.mostCauses
        if more > 0 { line += "    and \(more) more\n" }
        return line + scores(flip) + "\n"
    }

    private func shown(_ side: ReplayOutcome.Side) -> String {
        let name = VisibleText.oneLine(side.category)
        switch side.abstention {
        case nil: return "\(name) \(DecimalText.fixed(side.probability, 2))"
        case Verdict.Abstention.unsure.rawValue: return "\(name)? \(DecimalText.fixed(side.probability, 2))"
        default: return "-"
        }
    }

    private func line(_ cause: ReplayOutcome.Cause) -> String {
        let id = VisibleText.oneLine(cause.rule)
        switch cause.reason {
        case "added": return style.paint("+ \(id)", .good) + "  new: \(weights(cause.after))"
        case "removed": return style.paint("- \(id)", .bad) + "  gone: \(weights(cause.before))"
        case "holdsNow": return style.paint("+ \(id)", .good) + "  holds now: \(weights(cause.after))"
        case "holdsNoLonger":
            return style.paint("- \(id)", .bad) + "  holds no longer: \(weights(cause.before))"
        case "gaveUp":
            return style.paint("~ \(id)", .doubtful)
                + "  gave up on one side: \(weights(cause.before)) → \(weights(cause.after))"
        default:
            return style.paint("~ \(id)", .doubtful)
                + "  \(weights(cause.before)) → \(weights(cause.after))"
        }
    }

    private func weights(_ weights: [String: Double]) -> String {
        guard !weights.isEmpty else { return "adds nothing" }
        return weights.sorted { (abs($1.value), $0.key) < (abs($0.value), $1.key) }
            .map { name, weight in
                "\(VisibleText.oneLine(name)) \(weight < 0 ? "" : "+")\(DecimalText.fixed(weight, 2))"
            }
            .joined(separator: ", ")
    }

    /// The scores of the categories that are ahead before and now.
    private func scores(_ flip: ReplayOutcome.Flip) -> String {
        var names = [flip.before.category]
        // Where nothing spoke, no category is ahead of the others.
        let isNothing = flip.after.abstention == Verdict.Abstention.noEvidence.rawValue
        if flip.after.category != flip.before.category, !isNothing { names.append(flip.after.category) }
        let parts = names.map { name in
            let scores = (flip.before.scores[name] ?? 0, flip.after.scores[name] ?? 0)
            return
                "\(VisibleText.oneLine(name)) \(DecimalText.fixed(scores.0, 2)) → \(DecimalText.fixed(scores.1, 2))"
        }
        return "    " + style.paint("scores: " + parts.joined(separator: ", "), .faint) + "\n"
    }

    /// All flips together.
    func summary(_ summary: ReplayOutcome.Summary) -> String {
        var lines: [String] = []
        let share = summary.texts == 0 ? 0 : 100 * Double(summary.flips) / Double(summary.texts)
        var head =
            "\(DecimalText.grouped(summary.flips)) of \(DecimalText.grouped(summary.texts)) verdicts flip "
            + "(\(DecimalText.fixed(share, 2)) %, \(summary.classifier))"
        if summary.labelled > 0, summary.flips > 0 {
            head +=
                ": \(DecimalText.grouped(summary.toRight)) wrong to right, "
                + "\(DecimalText.grouped(summary.toWrong)) right to wrong"
        }
        let isWorse = summary.toWrong > summary.toRight
        lines.append(style.paint(head, summary.flips == 0 ? .good : isWorse ? .bad : .strong))
        lines.append(
            "rules: \(summary.added.count) new, \(summary.removed.count) gone, "
                + "\(summary.reweighed.count) with other weights")
        var text = lines.map { $0 + "\n" }.joined()
        if !summary.changes.isEmpty { text += table("change", "texts", summary.changes) }
        if !summary.rules.isEmpty { text += table("rule", "flips", summary.rules) }
        return text
    }

    private func table(_ title: String, _ count: String, _ counts: [String: Int]) -> String {
        var table = Table([.init(title, maxWidth: max(20, columns - 10)), .init(count, .right)])
        let ordered = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        for (name, number) in ordered.prefix(Self.mostChanges) {
            table.add([name, DecimalText.grouped(number)])
        }
        if ordered.count > Self.mostChanges {
            let rest = ordered.dropFirst(Self.mostChanges).reduce(0) { $0 + $1.value }
            table.add(["others", DecimalText.grouped(rest)])
        }
        return "\n" + table.rendered(style)
    }
}
