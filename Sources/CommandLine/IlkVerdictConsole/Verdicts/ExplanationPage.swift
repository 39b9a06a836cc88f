import IlkConsole
package import Ilk
package import IlkText
package import IlkVocabulary

/// Why texts have their categories, as a page for a browser.
package struct ExplanationPage {
    /// How many pieces of evidence are shown by themselves; the others are one row together.
    package let top: Int
    /// What rules say, by id.
    package let sayings: [String: String]

    private var page = HTMLPage(
        title: "Why these texts have their categories",
        subtitle: "Weights are natural-log odds. What a category's column adds up to is its score.")

    package init(top: Int, sayings: [String: String]) {
        self.top = top
        self.sayings = sayings
    }

    /// The page.
    package var html: String { page.html }

    /// Adds a text that could not be read.
    package mutating func add(_ fault: RecordFault) {
        page.add(fault.place, "<p class=\"bad\">\(HTMLPage.escaped(fault.message))</p>")
    }

    /// Adds a text, under the name of its place if it has one.
    package mutating func add(_ verdict: Verdict, _ analysis: AnalyzedText, place: String?, remarks: [String])
    {
        let best = verdict.taxonomy.index(of: verdict.category) ?? 0
        let coloured = ColouredText(
            bytes: analysis.bytes, lines: analysis.lines, evidence: verdict.evidence, category: best)
        let places = TextPlaces(bytes: analysis.bytes, lines: analysis.lines)
        page.add(
            (place.map { "\($0): " } ?? "") + Self.claim(verdict), note: Self.note(verdict),
            remarks.map { "<p class=\"bad\">\(HTMLPage.escaped($0))</p>" }.joined() + coloured.html
                + Self.probabilities(verdict) + receipts(verdict, places))
    }

    private static func claim(_ verdict: Verdict) -> String {
        guard let abstention = verdict.abstention else { return verdict.category.rawValue }
        switch abstention {
        case .empty: return "nothing to read"
        case .noEvidence: return "nothing spoke"
        case .outOfVocabulary: return "unknown words, \(verdict.category) ahead"
        case .unsure: return "unsure, \(verdict.category) ahead"
        }
    }

    private static func note(_ verdict: Verdict) -> String {
        var parts = ["\(verdict.provenance.classifier)"]
        if let model = verdict.provenance.modelDigest { parts.append("model \(model.prefix(12))") }
        if let rules = verdict.provenance.ruleSetDigest { parts.append("rules \(rules.prefix(12))") }
        return (parts + verdict.flags.map(\.rawValue)).joined(separator: ", ")
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

    /// A row for each piece of evidence, a column for each category: the columns add up to the scores.
    private func receipts(_ verdict: Verdict, _ places: TextPlaces) -> String {
        guard !verdict.evidence.isEmpty else { return "" }
        let categories = verdict.taxonomy.categories
        var rows = verdict.evidence.prefix(top).map { evidence in
            [label(evidence, places), evidence.spans.first.map { places.place(of: $0.lowerBound) } ?? ""]
                + evidence.weights.map(Self.weight)
        }
        let others = verdict.evidence.dropFirst(top)
        if !others.isEmpty {
            rows.append(
                ["\(DecimalText.grouped(others.count)) others", ""]
                    + categories.indices.map { index in
                        Self.weight(others.reduce(0) { $0 + $1.weights[index] })
                    })
        }
        rows.append(["<b>score</b>", ""] + verdict.scores.map { "<b>\(Self.weight($0))</b>" })
        return HTMLPage.table(
            ["what spoke", "where"] + categories.map { HTMLPage.escaped($0.rawValue) }, rows)
    }

    /// What spoke, its kind, and below it what it saw.
    private func label(_ evidence: Evidence, _ places: TextPlaces) -> String {
        let name = HTMLPage.escaped(EvidencePhrase.name(of: evidence))
        let kind = HTMLPage.escaped(EvidencePhrase.kind(of: evidence))
        let seen = what(evidence, places)
        let below = seen.isEmpty ? "" : "<div class=\"seen\">\(HTMLPage.escaped(seen))</div>"
        return "\(name) <span class=\"kind\">\(kind)</span>\(below)"
    }

    /// A weight to two digits; a dot for none.
    private static func weight(_ weight: Double) -> String {
        if weight == 0 { return "·" }
        return (weight > 0 ? "+" : "") + DecimalText.fixed(weight, 2)
    }

    private func what(_ evidence: Evidence, _ places: TextPlaces) -> String {
        let seen = evidence.spans.prefix(3).map { "“\(places.excerpt($0, columns: 40))”" }
            .joined(separator: " ")
        guard evidence.kind == .rule, let says = sayings[evidence.name] else { return seen }
        return seen.isEmpty ? says : "\(seen) \(says)"
    }
}
