import IlkConsole
package import Ilk
package import IlkText
package import IlkVocabulary

/// Explanations as an HTML page.
package struct ExplanationPage {
    /// The number of pieces of evidence with a separate row. The others are summed in one row.
    package let top: Int
    /// The descriptions of rules by id.
    package let sayings: [String: String]

    private var page = HTMLPage(
        title: "Explanations",
        subtitle: "Weights are natural-log odds. The column of a category adds up to its score.")

    package init(top: Int, sayings: [String: String]) {
        self.top = top
        self.sayings = sayings
    }

    package var html: String { page.html }

    /// Appends an error in place of an invalid text.
    package mutating func add(_ fault: RecordFault) {
        page.add(fault.place, "<p class=\"bad\">\(HTMLPage.escaped(fault.message))</p>")
    }

    /// Appends a text, with its location as the heading if it has one.
    package mutating func add(_ verdict: Verdict, _ analysis: AnalyzedText, place: String?, remarks: [String])
    {
        let best = verdict.taxonomy.index(of: verdict.category) ?? 0
        let coloured = ColoredText(
            bytes: analysis.bytes, lines: analysis.lines, evidence: verdict.evidence, category: best)
        let places = TextLocations(bytes: analysis.bytes, lines: analysis.lines)
        page.add(
            (place.map { "\($0): " } ?? "") + Self.claim(verdict), note: Self.note(verdict),
            remarks.map { "<p class=\"bad\">\(HTMLPage.escaped($0))</p>" }.joined() + coloured.html
                + Self.probabilities(verdict) + evidenceTable(verdict, places))
    }

    private static func claim(_ verdict: Verdict) -> String {
        guard let abstention = verdict.abstention else { return verdict.category.rawValue }
        switch abstention {
        case .empty: return "empty text"
        case .noEvidence: return "no evidence"
        case .outOfVocabulary: return "unknown words, most probable: \(verdict.category)"
        case .unsure: return "unsure, most probable: \(verdict.category)"
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

    /// Returns a table with a row for each piece of evidence and a column for each category. The columns add
    /// up to the scores.
    private func evidenceTable(_ verdict: Verdict, _ places: TextLocations) -> String {
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
            ["evidence", "where"] + categories.map { HTMLPage.escaped($0.rawValue) }, rows)
    }

    /// Returns the name and the type of evidence, with its excerpts below.
    private func label(_ evidence: Evidence, _ places: TextLocations) -> String {
        let name = HTMLPage.escaped(EvidencePhrase.name(of: evidence))
        let kind = HTMLPage.escaped(EvidencePhrase.typeName(of: evidence))
        let seen = what(evidence, places)
        let below = seen.isEmpty ? "" : "<div class=\"seen\">\(HTMLPage.escaped(seen))</div>"
        return "\(name) <span class=\"kind\">\(kind)</span>\(below)"
    }

    /// Returns a weight with two decimals, or a dot for zero.
    private static func weight(_ weight: Double) -> String {
        if weight == 0 { return "·" }
        return (weight > 0 ? "+" : "") + DecimalText.fixed(weight, 2)
    }

    private func what(_ evidence: Evidence, _ places: TextLocations) -> String {
        let seen = evidence.spans.prefix(3).map { "“\(places.excerpt($0, columns: 40))”" }
            .joined(separator: " ")
        guard evidence.type == .rule, let says = sayings[evidence.name] else { return seen }
        return seen.isEmpty ? says : "\(seen) \(says)"
    }
}
