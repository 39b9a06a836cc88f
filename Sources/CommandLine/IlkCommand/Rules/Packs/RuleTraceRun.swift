import IlkConsole
import IlkRuleTools
import IlkRules
import IlkText

/// Traces the rules on one text.
struct RuleTraceRun {
    /// Which rules; empty for all.
    var globs: [RuleGlob]
    /// Whether rules that were never looked at are told too.
    var showsAll: Bool
    /// How much of the text is read, in bytes.
    var maxText: Int
    /// How it is told.
    var format: OutputFormat
    /// Where.
    var console: Console

    /// Reads the text, runs the rules, tells.
    ///
    /// - Throws: `badConfiguration` with all problems when the packs do not compile; `usage` when no rule is meant.
    func run(_ packs: PackSources, on input: InputFile) throws {
        let ruleSet = try packs.ruleSet(telling: console, otherwise: "nothing was traced")
        try globs.check(among: ruleSet.rules.map(\.id))
        guard let whole = try WholeText.read(input, maxBytes: maxText, stop: console.stop) else {
            return try console.checkStop()
        }
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
        let places = TextPlaces(bytes: analysis.bytes, lines: analysis.lines)
        switch format {
        case .text:
            let text = RuleTraceText(ruleSet: ruleSet, places: places, console: console)
            console.output.append(
                text.rendered(trace, name: input.name, bytes: analysis.bytes.count, isFull: showsAll))
        case .json: try console.write(json: TraceRow(trace, ruleSet))
        case .ndjson:
            for rule in trace.rules { try console.write(json: RuleTraceRow(rule, ruleSet), isPretty: false) }
        }
        try console.output.flush()
    }
}
