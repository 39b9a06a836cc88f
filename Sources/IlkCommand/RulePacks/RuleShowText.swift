import IlkRules
import IlkVocabulary

/// Rules for people: one a line, or one whole.
struct RuleShowText {
    private let taxonomy: Taxonomy
    private let style: Style
    private let columns: Int

    init(taxonomy: Taxonomy, console: Console) {
        self.taxonomy = taxonomy
        style = console.style
        columns = console.columns
    }

    // MARK: Many

    /// A line a rule, and how many there are.
    func list(_ rules: [Rule]) -> String {
        let place = { (rule: Rule) in "\(rule.pack):\(rule.line)" }
        let taken = [rules.map(\.id.count), rules.map { weights($0).count }, rules.map { place($0).count }]
            .map { $0.max() ?? 0 }.reduce(28, +)
        var table = Table([
            Table.Column("rule", tone: .strong), Table.Column("status"), Table.Column("weights"),
            Table.Column("examples", .right), Table.Column("where", tone: .faint),
            Table.Column("says", maxWidth: max(16, columns - taken)),
        ])
        for rule in rules {
            table.add([
                rule.id, rule.status.rawValue, weights(rule), "\(rule.examples.count)",
                place(rule), rule.says,
            ])
        }
        return table.rendered(style) + PackLint.counted(rules.count, "rule") + "\n"
    }

    private func weights(_ rule: Rule) -> String {
        rule.labels(in: taxonomy).map { "\($0.category.rawValue) \(EvidencePhrase.signed($0.weight))" }
            .joined(separator: ", ")
    }

    // MARK: One

    /// All there is to a rule: as it is written, then what the engine made of it.
    ///
    /// - Parameter lines: The rule as its pack says it, laid out; nil when that cannot be told.
    func whole(_ rule: Rule, _ anatomy: RuleAnatomy, lines: [String]?) -> String {
        let place = "\(VisibleText.oneLine(rule.file)):\(rule.line)"
        var text = style.paint(rule.id, .strong) + "  \(rule.status.rawValue)  \(weights(rule))"
        text += style.paint("  \(place)  in \(rule.pack)", .faint) + "\n"
        text += VisibleText.oneLine(rule.says) + "\n\n"
        for line in lines ?? [] { text += "    " + VisibleText.oneLine(line) + "\n" }
        text += "\n" + facts(rule, anatomy)
        if !rule.changes.isEmpty {
            text += "\n" + style.paint("What other files made of it", .heading) + "\n"
            for change in rule.changes {
                text += wrapped(RuleChangePhrase.said(change, taxonomy), indent: "  ")
            }
        }
        if !anatomy.matchers.isEmpty { text += "\n" + style.paint("What is looked for", .heading) + "\n" }
        for matcher in anatomy.matchers {
            text += "  \(style.paint(matcher.name, .strong))  \(matcher.kind)\n"
            for line in told(matcher) { text += wrapped(line, indent: "      ") }
        }
        return text
    }

    private func facts(_ rule: Rule, _ anatomy: RuleAnatomy) -> String {
        let counts = RuleExample.Kind.allCases.compactMap { kind -> String? in
            let count = rule.examples.count { $0.kind == kind }
            return count == 0 ? nil : "\(count) \(kind.rawValue)"
        }
        let facts = [
            ("condition", rule.condition == nil ? "all of its matchers" : ""),
            (
                "looked at",
                anatomy.isAlwaysTried
                    ? "in every text: it can hold although nothing is found"
                    : "where one of its matchers has something to do"
            ),
            ("only if", anatomy.checks.joined(separator: " and ")),
            ("features", anatomy.features.joined(separator: ", ")),
            ("asks", anatomy.dependsOn.joined(separator: ", ")),
            ("asked by", anatomy.dependents.joined(separator: ", ")),
            ("examples", counts.isEmpty ? "none" : counts.joined(separator: ", ")),
        ]
        var text = ""
        for (name, value) in facts where !value.isEmpty {
            let pad = String(repeating: " ", count: 11 - name.count)
            text +=
                style.paint(name, .faint) + pad
                + wrapped(value, indent: String(repeating: " ", count: 11)).drop { $0 == " " }
        }
        return text
    }

    /// What the engine does to find a matcher.
    private func told(_ matcher: MatcherAnatomy) -> [String] {
        guard matcher.expression != nil else { return ["found in the one pass over the text"] }
        var lines: [String] = []
        if !matcher.starts.isEmpty {
            lines.append("tried where one of these stands: " + Self.quoted(matcher.starts))
        }
        if !matcher.others.isEmpty {
            lines.append("needs one of these anywhere: " + Self.quoted(matcher.others))
        }
        if matcher.isAlwaysLookedFor { lines.append("requires no string: looked for in every text") }
        if matcher.characterSets > 0 {
            lines.append("needs characters of \(PackLint.counted(matcher.characterSets, "set"))")
        }
        lines.append(
            matcher.hasAutomaton
                ? "run where its automaton lets it" : "run without an automaton: it is not understood")
        return lines
    }

    private static func quoted(_ strings: [String]) -> String {
        strings.map { string in
            let marked = string.map { $0 == "\t" ? "\\t" : $0 == "\n" ? "\\n" : String($0) }.joined()
            return "'\(VisibleText.oneLine(marked))'"
        }.joined(separator: " ")
    }

    private func wrapped(_ line: String, indent: String) -> String {
        var text = ""
        var current = ""
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            if !current.isEmpty,
                DisplayWidth.of(current) + 1 + DisplayWidth.of(String(word)) > columns - indent.count
            {
                text += indent + current + "\n"
                current = String(word)
            } else {
                current += current.isEmpty ? String(word) : " " + word
            }
        }
        return text + indent + current + "\n"
    }
}
