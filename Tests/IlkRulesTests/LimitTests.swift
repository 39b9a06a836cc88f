import IlkRuleTools
import IlkText
import IlkVocabulary
import RuleTestSupport
import TestSupport
import Testing

@testable import IlkRules

/// Limits on hostile files and texts.
@Suite struct `Limits` {
    /// Seconds in optimized code. Debug builds get ten times as much.
    #if DEBUG
        static let budget = 0.5
    #else
        static let budget = 0.05
    #endif

    /// Checks that loading a text reports a code within the time budget.
    private func check(_ text: String, _ code: RuleDiagnosticCode, _ what: Comment) {
        // The first load initializes ICU.
        _ = RuleFixture.load("version: 1")
        var result: RuleLoadResult?
        let time = ThreadTime.least(of: 5) { result = RuleFixture.load(text) }
        #expect(result?.ruleSet == nil, what)
        #expect(result?.diagnostics.contains { $0.code == code } == true, what)
        #expect(time < Self.budget * ThreadTime.slowdown, what)
    }

    @Test func `files that expand, nest too deeply or overflow are rejected at once`() {
        check(Self.aliasBomb(levels: 9, width: 9), .tooManyAliases, "alias bomb")
        check(Self.aliasBomb(levels: 60, width: 2), .tooManyAliases, "slender alias bomb")
        check("version: 1\nrules: " + String(repeating: "[", count: 1_000), .tooDeep, "open brackets")
        check(
            "version: 1\nrules: " + String(repeating: "[", count: 1_000)
                + String(repeating: "]", count: 1_000),
            .tooDeep, "brackets")
        check(String(repeating: "- ", count: 1_000) + "x", .tooDeep, "block lists")
        check(Self.steps(1_000), .tooDeep, "block mappings")
        check(
            "{? " + String(repeating: "{a: ", count: 100) + String(repeating: "}", count: 101), .tooDeep,
            "keys")
        check("a: 1\na: 2\n", .duplicateKey, "duplicate keys")
        check("a: *b\n", .yamlSyntax, "alias of nothing")
        check("", .missingKey, "nothing")
        check("\u{0}", .yamlSyntax, "NUL")
        check("a: b\n--- \nc: d\n", .yamlSyntax, "two documents")
        for weight in [".nan", ".inf", "-.inf", "nan", "1e308", "1e999", "-21", "infinity"] {
            let rule = RuleFixture.rule("a.b", match: "m: { literal: x }")
            check(
                RuleFixture.pack(rule).replacing("weight: 1.5", with: "weight: \(weight)"), .badWeight,
                "weight \(weight)")
        }
        let condition = String(repeating: "(", count: 4_000) + "m" + String(repeating: ")", count: 4_000)
        check(
            RuleFixture.pack(RuleFixture.rule("a.b", match: "m: { literal: x }", when: condition)),
            .conditionSyntax,
            "deep condition")
        let negations = String(repeating: "not ", count: 2_000) + "m"
        check(
            RuleFixture.pack(RuleFixture.rule("a.b", match: "m: { literal: x }", when: negations)),
            .conditionSyntax,
            "many negations")
    }

    @Test(arguments: ["-0x-8000000000000000", "0x-1", "-0o-7", "0x", "-0x8000000000000000"])
    func `a weight with two signs or too many digits is rejected`(weight: String) {
        let rule = RuleFixture.rule("a.b", match: "m: { literal: x }")
        let pack = RuleFixture.pack(rule).replacing("weight: 1.5", with: "weight: \(weight)")
        #expect(RuleFixture.load(pack).ruleSet == nil)
    }

    /// A chain in which each rule negates the next one sixty times.
    private static func chain(_ rules: Int) -> String {
        let nots = String(repeating: "not ", count: 60)
        return RuleFixture.pack(
            (0..<rules).map { number in
                let next = number + 1 < rules ? "\(nots)rule(a.r\(number + 1))" : "wordCount > 0"
                return RuleFixture.rule("a.r\(number)", match: "m: { literal: x }", when: "m or \(next)")
            }.joined())
    }

    @Test func `a chain of rules is evaluated up to a limit and rejected beyond it`() throws {
        let ruleSet = try RuleFixture.ruleSet(Self.chain(RuleLimits.ruleChain))
        let matcher = RuleMatcher(ruleSet)
        matcher.evaluate(try RuleFixture.analysis("hello"))
        #expect(matcher.hits.count == RuleLimits.ruleChain)
        let bytes = CompiledRules.bytes(of: ruleSet, from: [])
        let read = try bytes.withUnsafeBytes {
            try CompiledRules.ruleSet(from: $0, taxonomy: .documentType)
        }
        #expect(read.rules.count == RuleLimits.ruleChain)
        for rules in [RuleLimits.ruleChain + 1, 2_000] {
            let found = RuleFixture.load(Self.chain(rules)).diagnostics.filter { $0.severity == .error }
            #expect(found.map(\.code) == [.tooDeep])
        }
    }

    @Test(arguments: ["literal: aa", "literal: [aa, aaa]", "regex: aa"])
    func `overlapping literals are counted up to the limit on matches`(matcher: String) throws {
        let text = String(repeating: "a", count: 2_100)
        for (count, isMatch) in [(600, true), (1_000, !matcher.contains("aaa"))] {
            let rule = RuleFixture.rule("a.b", match: "m: { \(matcher) }", when: "count(m) >= \(count)")
            let matcher = RuleMatcher(try RuleFixture.ruleSet(RuleFixture.pack(rule)))
            matcher.evaluate(try RuleFixture.analysis(text))
            #expect(!matcher.hits.isEmpty == isMatch)
        }
    }

    private static func aliasBomb(levels: Int, width: Int) -> String {
        var text = "a0: &a0 [x, x]\n"
        for level in 1...levels {
            let aliases = [String](repeating: "*a\(level - 1)", count: width).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        return text + "rules: *a\(levels)\n"
    }

    private static func steps(_ count: Int) -> String {
        (0..<count).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    }

    @Test func `a few aliases are resolved`() throws {
        let text = RuleFixture.pack(
            """
              - id: a.b
                description: &says One text for two
                label: email
                weight: 1
                match: &match { word: { words: [hello] } }
                examples: &examples { match: [hello], reject: [bye] }
              - id: a.c
                description: *says
                label: message
                weight: 1
                match: *match
                examples: *examples

            """)
        #expect(
            try RuleFixture.ruleSet(text).rules.map(\.description) == [
                "One text for two", "One text for two",
            ])
    }

    /// An expression that takes many steps for each character, and a text on which it reaches the step limit.
    private static let slow = "a.{1,900}[^z]{1,900}y"
    private static let slowText = String(repeating: "a", count: 30_000) + "y"

    @Test func `an expression is undecided after the step limit`() throws {
        let pattern = Self.slow
        let rules =
            RuleFixture.rule("a.plain", match: "m: { regex: '\(pattern)' }")
            + RuleFixture.rule("b.not", match: "m: { regex: '\(pattern)' }", when: "not m")
            + RuleFixture.rule(
                "c.or", match: "m: { regex: '\(pattern)' }\nw: { regex: '[ab1]' }", when: "w or m")
            + RuleFixture.rule(
                "d.and", match: "m: { regex: '\(pattern)' }", when: "wordCount > 1000000 and m")
            + RuleFixture.rule("e.count", match: "m: { regex: '\(pattern)' }", when: "count(m) >= 1")
        let ruleSet = try RuleFixture.ruleSet(RuleFixture.pack(rules))
        let matcher = RuleMatcher(ruleSet)
        let analysis = try RuleFixture.analysis(Self.slowText)
        matcher.evaluate(analysis)
        let found = matcher.hits.map { "\(ruleSet.rules[$0.rule].id) \($0.isUndecided)" }
        #expect(found == ["a.plain true", "b.not true", "c.or false", "e.count true"])
        #expect(matcher.hits.map { matcher.evidence(of: $0).weights.reduce(0, +) } == [0, 0, 1.5, 0])
    }

    @Test(arguments: [
        ("m", "holds"), ("not m", "does not"), ("any(m, w)", "holds"), ("all(m, w)", "does not"),
        ("count(m) >= 2", "holds"), ("count(m) >= 3", "unknown"), ("count(m) > 1", "holds"),
        ("count(m) > 2", "unknown"), ("count(m) < 2", "does not"), ("count(m) < 3", "unknown"),
        ("count(m) <= 1", "does not"), ("count(m) <= 2", "unknown"), ("count(m) == 1", "does not"),
        ("count(m) == 2", "unknown"), ("count(m) != 1", "holds"), ("count(m) != 2", "unknown"),
        ("2 <= count(m)", "holds"), ("2 > count(m)", "does not"), ("3 > count(m)", "unknown"),
        ("count(m) > count(n)", "unknown"), ("n", "unknown"), ("not n", "unknown"), ("n and w", "does not"),
        ("n or m", "holds"), ("none(n, m)", "does not"), ("2 of (m, n, w)", "unknown"),
        ("2 of (m, n, x)", "holds"),
        ("near(m, x, 0 words)", "holds"), ("near(m, end, 0 words)", "unknown"),
        ("near(n, x, 0 words)", "unknown"),
    ])
    func `matches before the step limit still count`(_ condition: String, _ expected: String) throws {
        let match = """
            m: { regex: 'x|\(Self.slow)' }
            n: { regex: '\(Self.slow)' }
            w: { literal: w }
            x: { literal: x }
            end: { literal: b, at: end }
            """
        let rule = RuleFixture.rule("a.b", match: match, when: "\"\(condition)\"")
        let matcher = RuleMatcher(try RuleFixture.ruleSet(RuleFixture.pack(rule)))
        matcher.evaluate(try RuleFixture.analysis("x x ? \(Self.slowText) b"))
        let found = matcher.hits.first.map { $0.isUndecided ? "unknown" : "holds" } ?? "does not"
        #expect(found == expected, "\(condition)")
    }

    @Test(arguments: [
        ("(a+)+$", String(repeating: "a", count: 40) + "b"),
        ("(.*,){12}x", "x" + String(repeating: "1,", count: 40)),
        ("(?:[a-z]|b)*c", String(repeating: "b", count: 1_000_000)),
    ])
    func `a runaway pattern is not run if it cannot match`(_ pattern: String, _ text: String)
        throws
    {
        let rule = RuleFixture.rule("a.b", match: "m: { regex: '\(pattern)' }", when: "not m")
        let matcher = RuleMatcher(try RuleFixture.ruleSet(RuleFixture.pack(rule)))
        matcher.evaluate(try RuleFixture.analysis(text))
        #expect(matcher.hits.map(\.isUndecided) == [false])
    }

    @Test(arguments: [
        ("\\w+\\d", String(repeating: "a", count: 20_000) + " x1", true),
        ("(?:a|aa)+c", String(repeating: "a", count: 20_000) + "b aac", true),
        ("(?:\\w+,?)+:", String(repeating: "a,", count: 20_000) + " b,c:", true),
        ("(?:\\w+,?)+:", String(repeating: "a,", count: 20_000) + " b,c", false),
        ("\\A\\s*(?:hi|ho) ?-", String(repeating: " ", count: 20_000) + "ho-", true),
        ("(?>[a-f]+x?)+c", String(repeating: "a", count: 20_000) + " xc axgc", false),
    ])
    func `a match after a long run of characters is found`(_ pattern: String, _ text: String, _ isFound: Bool)
        throws
    {
        let rule = RuleFixture.rule("a.b", match: "m: { regex: '\(pattern)' }", when: "count(m) > 0")
        let matcher = RuleMatcher(try RuleFixture.ruleSet(RuleFixture.pack(rule)))
        matcher.evaluate(try RuleFixture.analysis(text))
        #expect(matcher.hits.map(\.isUndecided) == (isFound ? [false] : []))
    }

    @Test func `an expression with too many steps for a long text is undecided`() throws {
        let rule = RuleFixture.rule("a.b", match: "m: { regex: '.*.{1,900}x' }")
        let matcher = RuleMatcher(try RuleFixture.ruleSet(RuleFixture.pack(rule)))
        let text = String(repeating: "a", count: 100_000)
        matcher.evaluate(try RuleFixture.analysis(text))
        #expect(matcher.hits.isEmpty)
        let analysis = try RuleFixture.analysis(text + "\nax")
        let time = ThreadTime.least(of: 3) { matcher.evaluate(analysis) }
        #expect(matcher.hits.map(\.isUndecided) == [true])
        #expect(time < Self.budget * ThreadTime.slowdown)
    }

    @Test func `counts stop at a thousand`() throws {
        let rules =
            RuleFixture.rule("a.many", match: "m: { literal: x }", when: "count(m) == 1000")
            + RuleFixture.rule("b.end", match: "m: { literal: x, at: end }")
        let matcher = RuleMatcher(try RuleFixture.ruleSet(RuleFixture.pack(rules)))
        matcher.evaluate(try RuleFixture.analysis(String(repeating: "x ", count: 5_000)))
        #expect(matcher.hits.map(\.rule) == [0, 1])
    }

    @Test(arguments: [100, 499, 500, 501, 900])
    func `an error after any number of warnings is reported and nothing is loaded`(count: Int) throws {
        // Each rule without examples causes two warnings. The label of the last rule is an error.
        let rules = (0..<count).map { number in
            "  - {id: many.r\(number), description: A rule, label: \(number == count - 1 ? "emial" : "email"), weight: 1, "
                + "match: {a: {words: [word\(number)]}}}\n"
        }
        let pack = "version: 1\npack: many\ntaxonomy: doctype\ndescription: Many.\nrules:\n" + rules.joined()
        let result = RuleLint.load(
            sources: [RuleSource(name: "many.yaml", bytes: Array(pack.utf8))], taxonomy: .documentType)
        #expect(result.ruleSet == nil && result.hasErrors)
        #expect(result.diagnostics.filter { $0.severity == .error }.map(\.code) == [.unknownLabel])
    }

    @Test func `files with too many entries are rejected before parsing`() {
        let packs = [
            "rules: [" + String(repeating: "x,", count: RuleLimits.marks) + "x]\n",
            String(repeating: "- x\n", count: RuleLimits.marks + 1),
            (0...RuleLimits.marks).map { "k\($0):\n" }.joined(),
        ]
        for pack in packs {
            var diagnostics = DiagnosticList()
            let source = SourceText(name: "a.yaml", bytes: Array(pack.utf8))
            #expect(PackLoader.compose(source, &diagnostics) == nil)
            #expect(diagnostics.sorted().map(\.code) == [.tooLarge])
            // Parsing would find other errors, so their absence shows that the file was not parsed.
            #expect(diagnostics.count == 1)
        }
    }

    @Test func `a thousand of a hundred thousand problems are reported`() {
        let keys = (0..<20_000).map { "key\($0): 1\n" }.joined()
        let result = RuleFixture.load("version: 1\npack: many\nrules: []\n" + keys)
        #expect(result.diagnostics.count == DiagnosticList.capacity + 1)
        #expect(result.diagnostics.contains { $0.code == .tooManyProblems })
    }

    @Test(arguments: ["word", "Wörd", "e-mail word"])
    func `a list of very many words is accepted`(_ word: String) throws {
        let count = 20_000
        let words = (0..<count).map { number in
            word
                + String(number, radix: 26).map { String(UnicodeScalar(UInt8($0.hexDigitValue ?? 0) + 97)) }
                .joined()
        }
        let list = Set(words).sorted().joined(separator: ", ")
        let ruleSet = try RuleFixture.ruleSet(
            RuleFixture.pack(RuleFixture.rule("a.b", match: "m: { words: [\(list)] }")))
        let matcher = RuleMatcher(ruleSet)
        matcher.evaluate(try RuleFixture.analysis("it is \(words[17]), they say"))
        #expect(matcher.hits.count == 1)
        matcher.evaluate(try RuleFixture.analysis("it is another one"))
        #expect(matcher.hits.isEmpty)
    }

    @Test(
        arguments: [
            ("1.5", .decimal(1.5)), ("-3", .decimal(-3)), ("+2", .decimal(2)), ("1e1", .decimal(10)),
            (".5", .decimal(0.5)),
            ("017", .decimal(17)), ("1e999", .infinite), ("-.INF", .infinite), ("infinity", .infinite),
            (".nan", .notANumber), ("NaN", .notANumber), ("0x10", .otherBase(16)), ("-0X1f", .otherBase(-31)),
            ("0o17", .otherBase(15)), ("0xffffffffffffffffff", .otherBase(nil)), ("0x1p4", .otherBase(nil)),
            ("", nil),
            ("heavy", nil), ("-", nil), ("1 2", nil), ("e5", nil), ("1_000", nil), ("1,5", nil),
        ] as [(String, NumberLiteral?)])
    func `numbers in rule files are decimal`(_ text: String, _ expected: NumberLiteral?) {
        #expect(NumberLiteral(text) == expected)
    }

    @Test func `a byte order mark before a pack is ignored`() throws {
        let pack = """
            version: 1
            pack: marked
            taxonomy: doctype
            description: A file of an editor that marks it.
            rules:
              - {id: marked.a, description: A word, label: email, weight: 1, match: {a: {words: [anchor]}}}
            """
        let result = RuleLint.load(
            sources: [RuleSource(name: "marked.yaml", bytes: [0xEF, 0xBB, 0xBF] + Array(pack.utf8))],
            taxonomy: .documentType)
        #expect(result.ruleSet?.rules.map(\.id) == ["marked.a"])
    }
}
