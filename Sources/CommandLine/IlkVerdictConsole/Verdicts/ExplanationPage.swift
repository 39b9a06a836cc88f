import IlkConsole
package import Ilk
package import IlkPipeline
package import IlkText
package import IlkVocabulary

/// Explanations as an HTML page.
package struct ExplanationPage {
    /// The maximum number of pieces of evidence with a separate row. The other pieces of a group share a row.
    package let top: Int

    private var page = HTMLPage(
        title: "Explanations",
        subtitle:
            "Weights are natural-log odds. The column of a label adds up to its score. The support is the "
            + "weight for the label minus the mean weight for the other labels, or the weight itself if a text "
            + "can have several labels.")

    package init(top: Int) { self.top = top }

    package var html: String { page.html }

    /// Appends an error in place of an invalid text.
    package mutating func add(_ fault: RecordFault) {
        page.add(fault.place, "<p class=\"bad\">\(HTMLPage.escaped(fault.message))</p>")
    }

    /// Appends a text, with its location as the heading if it has one.
    package mutating func add(
        _ verdict: Verdict, _ analysis: AnalyzedText, place: String?,
        components: ComponentSession.Verdicts? = nil, remarks: [String]
    ) {
        let best = verdict.taxonomy.index(of: verdict.category) ?? 0
        let colored = ColoredText(
            bytes: analysis.bytes, lines: analysis.lines, evidence: verdict.evidence, category: best)
        let places = TextLocations(analysis)
        page.add(
            (place.map { "\($0): " } ?? "") + Self.outcome(verdict), note: Self.note(verdict, components),
            remarks.map { "<p class=\"bad\">\(HTMLPage.escaped($0))</p>" }.joined() + colored.html
                + Self.probabilities(verdict) + evidenceTable(verdict, best, places))
    }

    private static func outcome(_ verdict: Verdict) -> String {
        guard let abstention = verdict.abstention else {
            return (verdict.categories ?? [verdict.category]).map(\.rawValue).joined(separator: ", ")
        }
        switch abstention {
        case .empty: return "empty text"
        case .noEvidence: return "no evidence"
        case .unfamiliar: return "unfamiliar, guess: \(verdict.category)"
        case .unsure: return "unsure, guess: \(verdict.category)"
        }
    }

    private static func note(_ verdict: Verdict, _ components: ComponentSession.Verdicts?) -> String {
        var parts = ["\(verdict.provenance.classifier)"]
        if let model = verdict.provenance.modelDigest { parts.append("model \(model.prefix(12))") }
        if let rules = verdict.provenance.ruleSetDigest { parts.append("rules \(rules.prefix(12))") }
        parts += verdict.flags.map(\.rawValue)
        for (name, part) in components?.named ?? [] {
            parts.append("\(name) alone: \(VerdictLine.short(part))")
        }
        return parts.joined(separator: ", ")
    }

    private static func probabilities(_ verdict: Verdict) -> String {
        let order = verdict.probabilities.indices.sorted {
            (verdict.probabilities[$1], $0) < (verdict.probabilities[$0], $1)
        }
        return HTMLPage.table(
            ["category", "probability", "score", ""],
            order.map { index in
                let share = verdict.probabilities[index]
                return [
                    HTMLPage.escaped(verdict.taxonomy.categories[index].rawValue),
                    DecimalText.fixed(share * 100, 1) + "\u{202F}%",
                    weight(verdict.scores[index]),
                    "<span class=\"bar\" style=\"width:\(DecimalText.fixed(share * 12, 2))rem\"></span>",
                ]
            })
    }

    /// Returns a table with a row for each piece of evidence, a row for each group of other pieces, and a
    /// column for each category. The columns add up to the scores.
    private func evidenceTable(_ verdict: Verdict, _ best: Int, _ places: TextLocations) -> String {
        guard !verdict.evidence.isEmpty else { return "" }
        let evidence = EvidenceRows(verdict.evidence, forCategoryAt: best, top: top)
        var rows = evidence.pieces.map { piece in
            let place = piece.evidence.spans.first.map { places.place(of: $0.lowerBound) }
            return [label(piece.evidence, places), DecimalText.signed(piece.support), place ?? ""]
                + piece.evidence.weights.map(Self.weight)
        }
        rows += evidence.rests.map { rest in
            [rest.phrase, DecimalText.signed(rest.support), ""] + rest.weights.map(Self.weight)
        }
        rows.append(
            ["<b>total</b>", "<b>\(DecimalText.signed(evidence.total))</b>", ""]
                + verdict.scores.map { "<b>\(Self.weight($0))</b>" })
        return HTMLPage.table(
            ["evidence", "support", "where"]
                + verdict.taxonomy.categories.map { HTMLPage.escaped($0.rawValue) }, rows)
    }

    /// Returns the phrase of evidence as HTML. For a rule, its excerpts and its id are below the phrase.
    private func label(_ evidence: Evidence, _ places: TextLocations) -> String {
        let phrase = "<div class=\"phrase\">\(HTMLPage.escaped(VisibleText.oneLine(evidence.title)))</div>"
        guard evidence.type == .rule else { return phrase }
        let id = "<span class=\"kind\">\(HTMLPage.escaped(VisibleText.oneLine(evidence.id)))</span>"
        let seen = HTMLPage.escaped(places.excerpts(evidence.spans))
        return "\(phrase)<div class=\"seen\">\(seen)\(id)</div>"
    }

    /// Returns a weight with two decimals, or a dot for zero.
    private static func weight(_ weight: Double) -> String {
        if weight == 0 { return "·" }
        return (weight > 0 ? "+" : "") + DecimalText.fixed(weight, 2)
    }
}
