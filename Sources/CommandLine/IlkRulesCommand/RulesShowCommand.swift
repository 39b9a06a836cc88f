import Ilk
import IlkRuleTools
import ArgumentParser
import IlkConsole
import IlkRules
import IlkVocabulary

/// Lists rules, or shows a rule in full.
struct RulesShowCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "show",
        abstract: "List rules, or show one in full.",
        examples: [
            "List all rules": "ilk rules show",
            "List rules that match a pattern": "ilk rules show 'email.*'",
            "Show one rule in full": "ilk rules show message.dialog",
        ])

    @Argument(help: "Rule ids to show in full, or patterns with * to list.")
    var rules: [RuleGlob] = []

    @OptionGroup var packs: NamedRulePackOptions

    @Flag(help: "Show all rules in full.")
    var full = false

    @OptionGroup var output: OutputOptions<OutputFormat>

    func run() throws {
        let console = Console.standard(output.display)
        try RuleShow(globs: rules, isFull: full, format: output.format, console: console)
            .run(packs.read(console.folders))
    }
}

/// A listing of rules.
struct RuleShow {
    /// The patterns of the rules to show; empty for all.
    var globs: [RuleGlob]
    /// `true` to show rules in full instead of on one line each.
    var isFull: Bool
    var format: OutputFormat
    var console: Console

    /// Writes the rules.
    ///
    /// - Throws: `badConfiguration` with all problems if the packs do not compile; `usage` if a pattern
    ///   matches no rule.
    func run(_ packs: RulePackSources) throws {
        let ruleSet = try packs.ruleSet(telling: console, otherwise: "no rule was shown")
        try globs.check(among: ruleSet.rules.map(\.id))
        let wanted = ruleSet.rules.indices.filter { globs.isEmpty || globs.admit(ruleSet.rules[$0].id) }
        let isWhole = isFull || !globs.isEmpty && globs.allSatisfy { !$0.isPattern }
        let anatomies = ruleSet.anatomies()
        let rows = wanted.map { index in
            let rule = ruleSet.rules[index]
            var row = rule.fields(anatomies[index], ruleSet.taxonomy)
            row["changes"] = rule.changes.map { RuleChangePhrase.sentence($0, ruleSet.taxonomy) }
            return row
        }
        try console.write(records: rows, as: format) {
            let text = RuleShowText(
                taxonomy: ruleSet.taxonomy, isCompiled: packs.compiled != nil, console: console)
            guard isWhole else { return text.list(wanted.map { ruleSet.rules[$0] }) }
            let sources = Dictionary(packs.sources.map { ($0.name, $0) }) { first, _ in first }
            return wanted.map { index in
                let rule = ruleSet.rules[index]
                let lines = sources[rule.file].flatMap {
                    RulePackFormatter.lines(ofRule: rule.id, in: $0, width: text.packColumns)
                }
                return text.whole(rule, anatomies[index], lines: lines)
            }.joined(separator: "\n")
        }
    }
}

/// Rules as human-readable text, on one line each or in full.
struct RuleShowText {
    let taxonomy: Taxonomy
    /// `true` if the rules were read from a compiled file, which contains no examples.
    let isCompiled: Bool
    let console: Console

    /// The maximum width of a rule's source lines in columns.
    var packColumns: Int { console.room - Self.packIndent }

    private static let packIndent = 4

    // MARK: List

    /// Returns a list with one line per rule, and their number.
    func list(_ rules: [Rule]) -> String {
        var table = Table([
            Table.Column("rule", minWidth: 24, tone: .strong), Table.Column("status", dispensability: 2),
            Table.Column("weights", minWidth: 12), Table.Column("examples", .right, dispensability: 1),
            Table.Column("location", tone: .faint, dispensability: 3),
            Table.Column("description", minWidth: 36),
        ])
        for rule in rules {
            table.add([
                rule.id, rule.status.rawValue, weights(rule), isCompiled ? "-" : "\(rule.examples.count)",
                "\(rule.pack):\(rule.line)", rule.description,
            ])
        }
        return table.rendered(console.style, within: console.room) + DecimalText.counted(rules.count, "rule")
            + "\n"
    }

    private func weights(_ rule: Rule) -> String {
        rule.labels(in: taxonomy).map { "\($0.category.rawValue) \(DecimalText.signed($0.weight))" }
            .joined(separator: ", ")
    }

    // MARK: Single rule

    /// Returns a rule in full: its source, followed by its compiled form.
    ///
    /// - Parameter lines: The formatted source, or `nil` if it is unknown.
    func whole(_ rule: Rule, _ anatomy: RuleAnatomy, lines: [String]?) -> String {
        let summary = "  \(rule.status.rawValue)  \(weights(rule))"
        let room = console.room - DisplayWidth.of("\(rule.id)\(summary)  ")
        let place = FileLocation.fitting("\(rule.file):\(rule.line)", in: room)
        let pack = "  in \(rule.pack)"
        var text = console.style.paint(rule.id, .strong) + summary + console.style.paint("  \(place)", .faint)
        if DisplayWidth.of(place + pack) <= room { text += console.style.paint(pack, .faint) }
        text += "\n"
        text += WrappedText.lines(VisibleText.oneLine(rule.description), columns: console.room) + "\n"
        for line in lines ?? [] {
            let line = VisibleText.oneLine(line)
            let depth = line.prefix { $0 == " " }.count
            text += WrappedText.lines(
                String(line.dropFirst(depth)), first: String(repeating: " ", count: Self.packIndent + depth),
                indent: String(repeating: " ", count: 2 * Self.packIndent + depth), columns: console.room)
        }
        text += (lines == nil ? "" : "\n") + facts(rule, anatomy)
        if !rule.changes.isEmpty {
            text += "\n" + console.style.paint("Changes by other files", .heading) + "\n"
            for change in rule.changes {
                text += WrappedText.lines(
                    RuleChangePhrase.sentence(change, taxonomy), first: "  ", columns: console.room)
            }
        }
        if !anatomy.matchers.isEmpty {
            text += "\n" + console.style.paint("Matchers", .heading) + "\n"
        }
        for matcher in anatomy.matchers {
            text += "  \(console.style.paint(matcher.name, .strong))  \(matcher.kind)\n"
            for line in matcherLines(matcher) {
                text += WrappedText.lines(line, first: "      ", columns: console.room)
            }
        }
        return text
    }

    private func facts(_ rule: Rule, _ anatomy: RuleAnatomy) -> String {
        let counts = RuleExample.Kind.allCases.compactMap { kind -> String? in
            let count = rule.examples.count { $0.kind == kind }
            return count == 0 ? nil : "\(count) \(kind.rawValue)"
        }
        let facts = [
            ("condition", rule.condition == nil ? "all matchers" : ""),
            (
                "evaluated",
                anatomy.isAlwaysTried
                    ? "on every text: it can match without a literal or word"
                    : "if the text contains one of its literals or words"
            ),
            ("requires", anatomy.checks.joined(separator: " and ")),
            ("features", anatomy.features.joined(separator: ", ")),
            ("refers to", anatomy.dependsOn.joined(separator: ", ")),
            ("used by", anatomy.dependents.joined(separator: ", ")),
            (
                "examples",
                isCompiled
                    ? "not in compiled rules" : counts.isEmpty ? "none" : counts.joined(separator: ", ")
            ),
        ]
        var text = ""
        for (name, value) in facts where !value.isEmpty {
            text +=
                console.style.paint(name, .faint)
                + WrappedText.lines(value, first: String(repeating: " ", count: 11), columns: console.room)
                .dropFirst(name.count)
        }
        return text
    }

    /// Returns lines that describe how the engine finds a matcher.
    private func matcherLines(_ matcher: MatcherDetails) -> [String] {
        guard matcher.expression != nil else { return ["found in the shared pass over the text"] }
        var lines: [String] = []
        if !matcher.starts.isEmpty {
            lines.append("tried where one of these occurs: " + Self.quoted(matcher.starts))
        }
        if !matcher.others.isEmpty {
            lines.append("requires one of these anywhere: " + Self.quoted(matcher.others))
        }
        if matcher.isAlwaysRun { lines.append("requires no string: tried on every text") }
        if matcher.characterSets > 0 {
            lines.append(
                "requires a character from "
                    + (matcher.characterSets == 1 ? "one set" : "each of \(matcher.characterSets) sets"))
        }
        return lines
    }

    private static func quoted(_ strings: [String]) -> String {
        strings.map { string in
            let marked = string.map { $0 == "\t" ? "\\t" : $0 == "\n" ? "\\n" : String($0) }.joined()
            return "'\(VisibleText.oneLine(marked))'"
        }.joined(separator: " ")
    }
}
