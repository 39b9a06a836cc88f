import IlkConsole
import IlkRuleTools
import IlkRules
import IlkVocabulary

/// Rules for people: one a line, or one whole.
struct RuleShowText {
    private let taxonomy: Taxonomy
    private let style: Style
    private let columns: Int
    /// Whether the rules are compiled: these do not have what the engine does not need.
    private let isCompiled: Bool

    init(taxonomy: Taxonomy, isCompiled: Bool, console: Console) {
        self.taxonomy = taxonomy
        self.isCompiled = isCompiled
        style = console.style
        columns = console.room
    }

    /// How many columns the lines of a pack may take.
    var packColumns: Int { columns - Self.packIndent }

    private static let packIndent = 4

    // MARK: Many

    /// A line a rule, and how many there are.
    func list(_ rules: [Rule]) -> String {
        var table = Table([
            Table.Column("rule", minWidth: 24, tone: .strong), Table.Column("status", dispensability: 2),
            Table.Column("weights", minWidth: 12), Table.Column("examples", .right, dispensability: 1),
            Table.Column("where", tone: .faint, dispensability: 3), Table.Column("says", minWidth: 36),
        ])
        for rule in rules {
            table.add([
                rule.id, rule.status.rawValue, weights(rule), isCompiled ? "-" : "\(rule.examples.count)",
                "\(rule.pack):\(rule.line)", rule.says,
            ])
        }
        return table.rendered(style, within: columns) + DecimalText.counted(rules.count, "rule") + "\n"
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
        let summary = "  \(rule.status.rawValue)  \(weights(rule))"
        let room = columns - DisplayWidth.of("\(rule.id)\(summary)  ")
        let place = FilePlace.fitting("\(rule.file):\(rule.line)", in: room)
        let pack = "  in \(rule.pack)"
        var text = style.paint(rule.id, .strong) + summary + style.paint("  \(place)", .faint)
        if DisplayWidth.of(place + pack) <= room { text += style.paint(pack, .faint) }
        text += "\n"
        text += FlowingText.lines(VisibleText.oneLine(rule.says), columns: columns) + "\n"
        for line in lines ?? [] {
            let line = VisibleText.oneLine(line)
            let depth = line.prefix { $0 == " " }.count
            text += FlowingText.lines(
                String(line.dropFirst(depth)), first: String(repeating: " ", count: Self.packIndent + depth),
                indent: String(repeating: " ", count: 2 * Self.packIndent + depth), columns: columns)
        }
        text += (lines == nil ? "" : "\n") + facts(rule, anatomy)
        if !rule.changes.isEmpty {
            text += "\n" + style.paint("What other files made of it", .heading) + "\n"
            for change in rule.changes {
                text += FlowingText.lines(
                    RuleChangePhrase.said(change, taxonomy), first: "  ", columns: columns)
            }
        }
        if !anatomy.matchers.isEmpty { text += "\n" + style.paint("What is looked for", .heading) + "\n" }
        for matcher in anatomy.matchers {
            text += "  \(style.paint(matcher.name, .strong))  \(matcher.kind)\n"
            for line in told(matcher) { text += FlowingText.lines(line, first: "      ", columns: columns) }
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
            (
                "examples",
                isCompiled
                    ? "not in compiled rules" : counts.isEmpty ? "none" : counts.joined(separator: ", ")
            ),
        ]
        var text = ""
        for (name, value) in facts where !value.isEmpty {
            text +=
                style.paint(name, .faint)
                + FlowingText.lines(value, first: String(repeating: " ", count: 11), columns: columns)
                .dropFirst(name.count)
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
            lines.append("needs characters of \(DecimalText.counted(matcher.characterSets, "set"))")
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
}
