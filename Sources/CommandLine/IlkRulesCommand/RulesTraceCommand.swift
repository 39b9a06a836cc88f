import Ilk
import IlkVerdictConsole
import ArgumentParser
import IlkRuleTools
import IlkConsole
import IlkRules
import IlkText
import IlkVocabulary

/// Shows the evaluation of each rule on a text, with its cost.
struct RulesTraceCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "trace",
        abstract: "Show how each rule is evaluated on a text, and its cost.",
        discussion: """
            Shows true and false clauses, the matches of each matcher, and the reason why an expression was \
            skipped. Rules that cannot match because a required word is missing are shown only with --all or \
            --rule. Each time is the minimum of several runs.
            """,
        examples: [
            "Trace all rules": "printf 'Dear Ms Hale,\\nthe invoice is attached.' | ilk rules trace",
            "Trace one rule": "echo 'lol no' | ilk rules trace --rule 'email.dear*'",
        ])

    @Argument(
        help: "The file with the text; - is standard input.", completion: .file())
    var file: String = "-"

    @OptionGroup var packs: NamedRulePackOptions

    @Option("Only rules with this id; * is a wildcard. Repeatable.", value: "glob")
    var rule: [RuleGlob] = []

    @Flag(help: "Include rules that cannot match.")
    var all = false

    @Option("Read at most this much of the text.", value: "size")
    var maxText = ByteCount(1 << 20)

    @OptionGroup var output: OutputOptions<OutputFormat>

    func run() throws {
        let console = Console.standard(output.display)
        try RuleTraceRun(
            globs: rule, showsAll: all || !rule.isEmpty, maxText: maxText.bytes, format: output.format,
            console: console
        ).run(packs.read(console.folders), on: file == "-" ? .standardInput : .path(file))
    }
}

/// A trace of the rules on one text.
struct RuleTraceRun {
    /// The patterns of the rules to trace; empty for all.
    var globs: [RuleGlob]
    /// `true` to include rules that were not evaluated, and to show the rules that do not match in full.
    var showsAll: Bool
    /// The maximum length of the text in bytes.
    var maxText: Int
    var format: OutputFormat
    var console: Console

    /// Reads the text, runs the rules and writes the trace.
    ///
    /// - Throws: `badConfiguration` with all problems if the packs do not compile; `usage` if a pattern
    ///   matches no rule.
    func run(_ packs: RulePackSources, on input: InputFile) throws {
        let ruleSet = try packs.ruleSet(telling: console, otherwise: "nothing was traced")
        try globs.check(among: ruleSet.rules.map(\.id))
        let whole = try console.read(input, maxBytes: maxText)
        try whole.drain(stop: console.stop)
        let analyzer = try TextAnalyzer(measuring: ruleSet.featureLevel)
        var analysis = AnalyzedText()
        whole.bytes[..<whole.textEnd].withUnsafeBufferPointer { analyzer.analyze($0, into: &analysis) }
        let clock = ContinuousClock()
        let start = clock.now
        let tracer = RuleTracer(ruleSet) { clock.now - start }
        let trace = tracer.trace(analysis) { rule, isConsidered in
            (isConsidered || showsAll) && (globs.isEmpty || globs.admit(ruleSet.rules[rule].id))
        }
        let places = TextLocations(analysis)
        try console.write(
            trace.fields(ruleSet), lines: trace.rules.map { $0.fields(ruleSet) }, as: format
        ) {
            RuleTraceText(ruleSet: ruleSet, places: places, console: console).rendered(
                trace, name: input.name, bytes: analysis.bytes.count, isFull: showsAll)
        }
    }
}

/// A trace as human-readable text.
struct RuleTraceText {
    let ruleSet: RuleSet
    let places: TextLocations
    let console: Console

    /// The maximum number of quoted spans per matcher.
    private static let placeCount = 3
    /// The maximum width of a quoted span in columns.
    private static let excerptWidth = 24

    /// Returns the trace in complete lines, ordered by outcome: rules that match, rules that reached a step
    /// limit, rules that do not match, and deprecated rules.
    ///
    /// - Parameter isFull: `true` to show rules that do not match in full, and not only their decisive
    ///   clauses.
    func rendered(_ trace: TextTrace, name: String, bytes: Int, isFull: Bool) -> String {
        var text = "\(VisibleText.oneLine(name)): \(DecimalText.size(bytes)); "
        text +=
            "\(DecimalText.counted(ruleSet.rules.count, "rule")): \(trace.considered) evaluated, \(trace.matching) match\(trace.matching == 1 ? "es" : "")"
        if trace.stepLimitReached > 0 {
            text += ", " + console.style.paint("\(trace.stepLimitReached) reached a step limit", .doubtful)
        }
        let whole = trace.literalPass + trace.wordPass + trace.conditions
        text += "\n\(Self.microseconds(whole)): \(Self.microseconds(trace.literalPass)) for literals, "
        text += "\(Self.microseconds(trace.wordPass)) for words, "
        text += "\(Self.microseconds(trace.conditions)) for conditions\n"
        let order: [RuleOutcome] = [.matches, .stepLimitReached, .doesNotMatch, .deprecated]
        for outcome in order {
            let rules = trace.rules.filter { $0.outcome == outcome }
            let isShort = !isFull && (outcome == .doesNotMatch || outcome == .deprecated)
            if isShort, !rules.isEmpty { text += "\n" }
            for rule in rules { text += isShort ? short(rule) : "\n" + rendered(rule) }
        }
        return text
    }

    /// Returns a rule that does not match, with the reasons.
    private func short(_ trace: RuleTrace) -> String {
        let marks = ClauseMarks(places: places)
        let reasons = trace.decisive.map { "\($0.text) \(marks.description($0))" }
        let causes = trace.skipReason.map { ["filtered out: \($0)"] } ?? reasons
        let line = VisibleText.oneLine(causes.joined(separator: "; "))
        return head(trace) + "    " + DisplayWidth.truncated(line, to: max(40, console.room - 4)) + "\n"
    }

    private func head(_ trace: RuleTrace) -> String {
        let rule = ruleSet.rules[trace.rule]
        let word = Self.word(trace.outcome)
        var facts = rule.labels(in: ruleSet.taxonomy).map { category, weight in
            "\(VisibleText.oneLine(category.rawValue)) \(DecimalText.signed(weight))"
        }
        if let cost = trace.cost { facts.append(Self.microseconds(cost)) }
        let figures = facts.map { "  " + $0 }.joined()
        let place = FileLocation.fitting(
            "\(rule.file):\(rule.line)", in: console.room - DisplayWidth.of("\(word)  \(rule.id)\(figures)  ")
        )
        return console.style.paint(word, ClauseMarks.tone(trace.outcome)) + "  "
            + console.style.paint(rule.id, .strong) + figures
            + console.style.paint("  \(place)", .faint) + "\n"
    }

    private static func word(_ outcome: RuleOutcome) -> String {
        switch outcome {
        case .matches: "match"
        case .doesNotMatch: "no match"
        case .stepLimitReached: "step limit reached"
        case .notEvaluated: "not evaluated"
        case .deprecated: "deprecated"
        }
    }

    private func rendered(_ trace: RuleTrace) -> String {
        let rule = ruleSet.rules[trace.rule]
        var text = head(trace)
        if let passedOver = trace.skipReason { text += "    filtered out: \(passedOver)\n" }
        if trace.skipReason == nil || !trace.matchers.isEmpty {
            let marks = ClauseMarks(places: places)
            text += marks.rendered(trace.clauses, of: rule.condition, CaretText(console), indent: "    ")
        }
        return text + table(trace.matchers)
    }

    private func table(_ matchers: [MatcherTrace]) -> String {
        guard !matchers.isEmpty else { return "" }
        var table = Table([
            Table.Column("", .right), Table.Column("", minWidth: 12), Table.Column(""),
            Table.Column("", .right),
            Table.Column("", minWidth: 20),
        ])
        for matcher in matchers {
            table.add([
                "  ", matcher.name, matcher.kind, matcher.cost.map(Self.microseconds) ?? "-", what(matcher),
            ])
        }
        return table.rendered(console.style, within: console.room)
    }

    /// Returns the spans that a matcher found, or the reason why it was not run.
    private func what(_ matcher: MatcherTrace) -> String {
        switch matcher.outcome {
        case .absent: return "not found"
        case .notEvaluated: return "not evaluated"
        case .filtered: return "filtered out: \(matcher.reason ?? "")"
        case .found, .stepLimitReached: break
        }
        let quoted = matcher.spans.prefix(Self.placeCount).map { span in
            "\(places.place(of: span.lowerBound)) “\(places.excerpt(span, columns: Self.excerptWidth))”"
        }
        let rest = matcher.count - quoted.count
        let found = quoted.joined(separator: "  ") + (rest > 0 ? " and \(rest) more" : "")
        guard matcher.outcome == .stepLimitReached else { return found }
        return "step limit reached: \(matcher.reason ?? "")" + (found.isEmpty ? "" : "; before: \(found)")
    }

    private static func microseconds(_ duration: Duration) -> String {
        DecimalText.fixed(duration.microseconds, 1) + " µs"
    }
}

extension TextTrace {
    /// The JSON fields of the trace. Times are in microseconds.
    func fields(_ ruleSet: RuleSet) -> JSONObject {
        let passes: JSONObject = [
            "literals": literalPass.microseconds, "words": wordPass.microseconds,
            "conditions": conditions.microseconds,
        ]
        return [
            "ruleCount": ruleSet.rules.count, "considered": considered, "matching": matching,
            "stepLimitReached": stepLimitReached, "microseconds": passes,
            "rules": rules.map { $0.fields(ruleSet) },
        ]
    }
}

extension RuleTrace {
    /// The JSON fields of one rule in a trace. Times are in microseconds.
    func fields(_ ruleSet: RuleSet) -> JSONObject {
        let rule = ruleSet.rules[rule]
        return [
            "rule": rule.id, "file": rule.file, "line": rule.line, "outcome": outcome.rawValue,
            "skipReason": skipReason, "condition": rule.condition, "clauses": clauses.map(\.fields),
            "decisive": decisive.map(\.text),
            "matchers": matchers.map { matcher -> JSONObject in
                [
                    "name": matcher.name, "kind": matcher.kind, "outcome": matcher.outcome.rawValue,
                    "reason": matcher.reason, "count": matcher.count, "spans": matcher.spans,
                    "microseconds": matcher.cost?.microseconds,
                ]
            },
            "microseconds": cost?.microseconds,
        ]
    }
}

extension Duration {
    /// The duration in microseconds, rounded to nanoseconds.
    var microseconds: Double { (self / .nanoseconds(1)).rounded() / 1_000 }
}
