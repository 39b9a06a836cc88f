import IlkText
import IlkVocabulary
import RuleTestSupport
import Testing

@testable import IlkRules
@testable import IlkRuleTools

@Suite struct `Override files` {
    private static let email = Taxonomy.documentType.index(of: "email") ?? 0

    @Test func `weights and status change, and the rule records the old values and the file`() throws {
        let set = try LayerFixture.ruleSet([
            [LayerFixture.base],
            [LayerFixture.changes("rules: [email.alpha], weight: 0.25, status: experimental")],
        ])
        let rule = try #require(set.rules.first { $0.id == "email.alpha" })
        #expect(rule.weights[Self.email] == 0.25 && rule.authoredWeights[Self.email] == 1.5)
        #expect(rule.status == .experimental && rule.authoredStatus == .test)
        #expect(rule.changes.map(\.name) == ["site.tuning", "site.tuning"])
        #expect(rule.changes.allSatisfy { $0.reason == "we saw it" && $0.file == "layer1-0.yaml" })
        #expect(rule.changes.map(\.line) == [6, 6])
        let other = try #require(set.rules.first { $0.id == "email.beta" })
        #expect(other.changes.isEmpty && other.authoredWeights == other.weights)
    }

    @Test(arguments: [
        ("email.alpha", ["email.alpha"]), ("\"email.*\"", ["email.alpha", "email.beta"]),
        ("\"*.alpha\"", ["chat.alpha", "email.alpha"]),
        ("\"*\"", ["chat.alpha", "chat.both", "email.alpha", "email.beta"]),
        ("\"*a*.*a\"", ["chat.alpha", "email.alpha", "email.beta"]),
        ("\"e*\", email.beta", ["email.alpha", "email.beta"]),
    ])
    func `names are ids or patterns with stars`(names: String, changed: [String]) throws {
        let set = try LayerFixture.ruleSet([
            [LayerFixture.base, LayerFixture.changes("rules: [\(names)], weight: -2")]
        ])
        #expect(set.rules.filter { !$0.changes.isEmpty }.map(\.id) == changed)
    }

    @Test func `a deprecated rule does not fire, and a later layer can restore it`() throws {
        let set = try LayerFixture.ruleSet([
            [LayerFixture.base], [LayerFixture.changes("rules: [email.alpha], status: deprecated")],
        ])
        #expect(try LayerFixture.hits(set, "alpha beta !") == ["chat.alpha", "email.beta"])
        let back = try LayerFixture.ruleSet([
            [LayerFixture.base], [LayerFixture.changes("rules: [email.alpha], status: deprecated")],
            [LayerFixture.changes("rules: [email.alpha], status: test", name: "mine")],
        ])
        #expect(try LayerFixture.hits(back, "alpha").contains("email.alpha"))
        let rule = try #require(back.rules.first { $0.id == "email.alpha" })
        #expect(rule.authoredStatus == .test && rule.changes.map(\.name) == ["site.tuning", "mine"])
    }

    @Test func `an exception keeps rules and their dependents from firing`() throws {
        let set = try LayerFixture.ruleSet([[LayerFixture.base], [LayerFixture.exception]])
        let all = ["chat.alpha", "chat.both", "email.alpha", "email.beta"]
        #expect(try LayerFixture.hits(set, "alpha beta !") == all)
        #expect(try LayerFixture.hits(set, "alpha beta ! robot") == ["chat.alpha"])
        #expect(try LayerFixture.hits(set, "alpha beta ! no robot") == all)
        #expect(set.exceptions.map(\.id) == ["site.tuning#1"])
        #expect(set.rules.filter { !$0.changes.isEmpty }.map(\.id) == ["email.alpha", "email.beta"])
        #expect(set.rules.count == 4, "an exception is not a rule")
        // An exception that matches alone fires nothing.
        #expect(try LayerFixture.hits(set, "robot") == [])
    }

    @Test func `an exception is evaluated once per text for all its rules`() throws {
        let set = try LayerFixture.ruleSet([[LayerFixture.base], [LayerFixture.exception]])
        let exception = set.rules.count
        // All rules with the exception refer to the same condition, whose result is cached for the text.
        let asking = set.program.nodes.filter { $0.operation == .rule && $0.first == Int32(exception) }
        #expect(asking.count == 2)
        #expect(set.program.rules.count == 5 && set.program.exceptionCount == 1)
        let matcher = RuleMatcher(set)
        matcher.evaluate(try RuleFixture.analysis("alpha robot"))
        #expect(matcher.rules[exception].stamp == matcher.stamp && matcher.rules[exception].truth == .yes)
        matcher.evaluate(try RuleFixture.analysis("robot"))
        #expect(matcher.rules[exception].stamp != matcher.stamp, "it is not evaluated again")
    }

    @Test func `the explanation of a rule that does not fire names the exception`() throws {
        let set = try LayerFixture.ruleSet([[LayerFixture.base], [LayerFixture.exception]])
        let matcher = RuleMatcher(set)
        let analysis = try RuleFixture.analysis("alpha robot")
        matcher.evaluate(analysis)
        let rule = try #require(set.index(ofRule: "email.alpha"))
        #expect(
            matcher.clauses(ofRule: rule, analysis, because: .no).map(\.description)
                == ["'except site.tuning#1': Texts of the machine"])
    }

    @Test func `examples of exceptions are run, and those of rules ignore exceptions`() throws {
        let exception = LayerFixture.exception
            .replacing("robot: { words: [robot] }", with: "robot: { words: [robot, beta] }")
            .replacing("reject: [no robot, robots]", with: "reject: [no robot, robots, beta]")
        let analyzer = try TextAnalyzer()
        let results = RuleTester(try LayerFixture.ruleSet([[LayerFixture.base], [exception]]))
            .run { analyzer.analyze($0, into: &$1) }
        let failed = results.filter { !$0.passed }
        #expect(
            failed.map { "\($0.ruleID) \($0.example.kind.rawValue) \($0.example.index)" } == [
                "site.tuning#1 reject 2"
            ])
        #expect(failed.first?.explanation.contains("'robot': found at 0..<4") == true)
        // 'alpha beta !' is an example of all rules, and the exception changes its result.
        #expect(
            results.filter(\.isChangedByException).map(\.ruleID) == [
                "chat.both", "email.alpha", "email.beta",
            ])
    }

    @Test func `compiled rules keep changes and exceptions`() throws {
        let layers = [
            [LayerFixture.base], [LayerFixture.exception],
            [
                LayerFixture.changes(
                    "rules: [email.beta], labels: { email: 1, code: -1 }, status: experimental"),
                RuleFixture.pack(RuleFixture.rule("chat.alpha", match: "m: { literal: gamma }")),
            ],
        ]
        let read = try LayerFixture.ruleSet(layers)
        let bytes = CompiledRules.bytes(of: read, from: LayerFixture.layered(layers).flatMap(\.sources))
        let compiled = try CompiledFixture.read(bytes)
        #expect(compiled.rules.map(\.changes) == read.rules.map(\.changes))
        #expect(read.rules.flatMap(\.changes).count == 5)
        #expect(compiled.exceptions.map(\.says) == ["Texts of the machine"])
        #expect(compiled.exceptions.map(\.file) == ["layer1-0.yaml"])
        #expect(compiled.digest == read.digest)
        for text in ["alpha beta !", "alpha beta ! robot", "gamma robot", "no robot beta"] {
            #expect(try LayerFixture.hits(compiled, text) == LayerFixture.hits(read, text))
        }
        // Any changed byte with a valid checksum is rejected or yields runnable rules.
        var refused = 0
        for offset in stride(from: CompiledRulesFile.headerSize, to: bytes.count, by: 3) {
            var changed = bytes
            changed[offset] ^= 0x15
            do {
                _ = try LayerFixture.hits(
                    CompiledFixture.read(StableHash.addingChecksum(changed)), "alpha robot")
            } catch is FormatError {
                refused += 1
            }
        }
        #expect(refused > 100)
    }

    @Test(arguments: [
        (["rules: [email.alpha], weight: 1", "rules: [email.alpha], status: stable"], [String]()),
        (
            ["rules: [email.alpha], weight: 1", "rules: [\"email.*\"], weight: 2"],
            ["R062 layer0-1.yaml:7:15"]
        ),
        (["rules: [email.alpha, email.alpha], weight: 1"], []),
        (["rules: [email.alpha], weight: 1.5"], ["R064 layer0-1.yaml:6:29"]),
        (["rules: [email.gamma], weight: 1"], ["R060 layer0-1.yaml:6:15"]),
        (["rules: [email.alpha], weight: 21"], ["R012 layer0-1.yaml:6:37"]),
        (["rules: [email.alpha], labels: { mail: 1 }"], ["R011 layer0-1.yaml:6:39"]),
        (["rules: [email.alpha], status: gone"], ["R015 layer0-1.yaml:6:37"]),
        (["rules: [email.alpha]"], ["R007 layer0-1.yaml:6:5"]),
        (["rules: [Email], weight: 1"], ["R061 layer0-1.yaml:6:15"]),
        (["rules: [\"email.*\"], status: test"], []),
        (["rules: [], weight: 1"], ["R060 layer0-1.yaml:6:7"]),
        (["rules: [email.alpha], weight: 1, labels: { email: 2 }"], ["R016 layer0-1.yaml:6:29"]),
    ])
    func `invalid entries are reported with their positions`(lines: [String], problems: [String]) {
        let file = LayerFixture.overrides(
            "change:\n" + lines.map { "  - { \($0), reason: we saw it }\n" }.joined())
        #expect(LayerFixture.problems([[LayerFixture.base, file]]) == problems)
    }

    @Test func `two files of a layer must not conflict, and a later layer wins`() throws {
        let one = LayerFixture.changes("rules: [email.alpha], weight: 1", name: "one")
        let two = LayerFixture.changes("rules: [email.alpha], weight: 2", name: "two")
        #expect(LayerFixture.problems([[LayerFixture.base], [one, two]]) == ["R062 layer1-1.yaml:6:15"])
        #expect(LayerFixture.problems([[LayerFixture.base], [two, one]]) == ["R062 layer1-0.yaml:6:15"])
        let set = try LayerFixture.ruleSet([[LayerFixture.base], [one], [two]])
        let rule = try #require(set.rules.first { $0.id == "email.alpha" })
        #expect(rule.weights[Self.email] == 2 && rule.authoredWeights[Self.email] == 1.5)
        #expect(rule.changes.map(\.name) == ["one", "two"])
    }

    @Test func `an exception that depends on its own rule is a cycle`() {
        let file = LayerFixture.overrides(
            """
            except:
              - rules: [email.alpha]
                description: a circle
                when: rule(chat.both)
                examples: { match: [x], reject: [y] }

            """)
        let found = LayerFixture.load([[LayerFixture.base], [file]]).diagnostics
        #expect(found.map(\.code) == [.ruleCycle])
        #expect(found.first?.message.contains("site.tuning#1") == true)
    }

    @Test func `a file that is both a pack and an override file, or that changes nothing, is rejected`() {
        let both = LayerFixture.base.replacing("pack: test", with: "pack: test\noverrides: test")
        #expect(LayerFixture.problems([[both]]) == ["R016 layer0-0.yaml:2:1"])
        #expect(LayerFixture.problems([[LayerFixture.overrides("")]]) == ["R007 layer0-0.yaml:1:1"])
    }
}
