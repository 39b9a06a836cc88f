import Foundation
import IlkPipeline
import IlkRuleTools
import IlkRules
import IlkText
import IlkVocabulary
import RulePeers
import Yams

/// Rules compared with Hyperscan and RE2::Set on the same sets and texts, YAML parsing compared with Yams
/// alone, and loading of compiled rules.
enum RulesTopic {
    private static let peers: [(name: String, number: Int32)] = [
        ("Hyperscan", Int32(PEER_HYPERSCAN)), ("RE2::Set", Int32(PEER_RE2_SET)),
    ]

    static func run() throws {
        print("medians of \(Measurement.rounds) rounds; seed \(BenchRules.seed)")
        for count in [10, 100, 1_000, 10_000] { try match(count) }
        try read("1,000 rules, made", BenchRules(count: 1_000).sources)
        try read("shipped rules", BuiltIn.ruleSources())
        try loadCompiled()
    }

    // MARK: Matching

    private static func match(_ count: Int) throws {
        let rules = BenchRules(count: count)
        guard
            let ruleSet = RulePack.load(sources: rules.sources, taxonomy: .documentType)
                .ruleSet
        else { return print("the rules do not compile") }
        let texts = BenchRules.texts(200)
        let analyzer = try TextAnalyzer(measuring: .classification)
        let analyses = texts.map { text in
            var analysis = AnalyzedText()
            analyzer.analyze(text, into: &analysis)
            return analysis
        }
        let matcher = RuleMatcher(ruleSet)
        var hits = 0
        let ours = {
            hits = 0
            for analysis in analyses {
                matcher.evaluate(analysis)
                hits += matcher.hits.count
            }
        }
        var line = ""
        var best = Double.infinity
        for peer in peers {
            guard let opened = open(peer.number, rules.patterns) else {
                line += ", \(peer.name) skipped: not installed, or it refuses the set"
                continue
            }
            defer { peer_close(opened) }
            var found = 0
            let measured = Measurement(ours, beside: { found = matches(opened, texts) })
            best = min(best, measured.ratio)
            line += ", \(peer.name) \(micros(measured.second, texts.count)) (\(found) hits)"
        }
        let alone = Measurement(
            ours,
            beside: {
                var analysis = AnalyzedText()
                for text in texts { analyzer.analyze(text, into: &analysis) }
            })
        let ratio = best.isFinite ? "; \(hundredths(1 / best)) of the better one's time" : ""
        print(
            "\(count) rules, microseconds a text of 2 KB: Ilk \(micros(alone.first, texts.count)) (\(hits) hits)"
                + "\(line)\(ratio); the text's analysis \(micros(alone.second, texts.count))")
    }

    private static func open(_ which: Int32, _ patterns: [String]) -> OpaquePointer? {
        let strings = patterns.map { strdup($0) }
        defer { for string in strings { free(string) } }
        return strings.map { UnsafePointer<CChar>($0) }.withUnsafeBufferPointer {
            peer_open(which, $0.baseAddress, Int32(patterns.count))
        }
    }

    private static func matches(_ peer: OpaquePointer, _ texts: [String]) -> Int {
        var found = 0
        for var text in texts {
            found += text.withUTF8 { Int(peer_matches(peer, $0.baseAddress, $0.count)) }
        }
        return found
    }

    // MARK: Loading

    private static func read(_ name: String, _ sources: [RuleSource]) throws {
        let texts = sources.map { String(decoding: $0.bytes, as: UTF8.self) }
        let measured = Measurement(
            { _ = RuleLint.load(layers: [RuleLayer(name: name, sources: sources)], taxonomy: .documentType) },
            beside: {
                // Load has already checked the text, so Yams cannot reject it here.
                for text in texts { _ = try? Yams.compose(yaml: text) }
            })
        print(
            "\(name): read and checked in \(micros(measured.first, 1)), Yams alone \(micros(measured.second, 1)): "
                + "\(hundredths(1 / measured.ratio)) of its time")
    }

    private static func loadCompiled() throws {
        var isLoaded = true
        let shipped = Measurement.time(20) { isLoaded = BuiltIn.compiledRuleSet() != nil && isLoaded }
        print(
            isLoaded
                ? "shipped rules, compiled: loaded in \(micros(shipped, 1)) microseconds"
                : "shipped rules, compiled: of another form or other sources; run: make rules")
        let sources = BenchRules(count: 100_000).sources
        guard
            let ruleSet = RulePack.load(sources: sources, taxonomy: .documentType).ruleSet
        else { return print("the rules do not compile") }
        let bytes = CompiledRules.bytes(of: ruleSet, from: sources)
        let times = (0..<5).map { _ in
            Measurement.time(1) {
                bytes.withUnsafeBytes {
                    // `CompiledRules.bytes` has just created these bytes, so they are valid.
                    _ = try? CompiledRules.ruleSet(from: $0, taxonomy: .documentType)
                }
            }
        }
        print("100,000 rules, compiled: loaded in \(micros(Measurement.median(times), 1)) microseconds")
    }

    private static func micros(_ seconds: Double, _ count: Int) -> String {
        hundredths(seconds / Double(count) * 1e6)
    }

    private static func hundredths(_ value: Double) -> String { String(Double(Int(value * 100)) / 100) }
}
