import IlkText
import IlkVocabulary
import RuleTestSupport
import TestSupport
import Testing

@testable import IlkRules

/// The problems reported for constant conditions: a condition, and the codes with the reported clauses.
@Suite struct `Condition lint` {
    static let match = "a: { words: [a] }\nb: { words: [b] }\nc: { literal: c }\nl: { language: [de] }"

    private func problems(_ condition: String) -> String {
        let rule = RuleFixture.rule("a.b", match: Self.match, when: "\"\(condition)\"")
        let result = RuleFixture.load(RuleFixture.pack(rule))
        let lint: [RuleDiagnosticCode] = [
            .neverTrue, .alwaysTrue, .outOfRange, .duplicateRule, .shadowedRule,
        ]
        return result.diagnostics.filter { lint.contains($0.code) }.map { problem in
            // The carets mark the clause.
            let lines = problem.excerpt.split(separator: "\n", omittingEmptySubsequences: false)
            let start = lines[1].firstIndex { $0 == "^" } ?? lines[1].startIndex
            let offset = lines[1].distance(from: lines[1].startIndex, to: start)
            let length = lines[1].count { $0 == "^" || $0 == "~" }
            let clause = lines[0].dropFirst(offset).prefix(length)
            let mark = problem.severity == .error ? "!" : ""
            return "\(problem.code.rawValue)\(mark) \(clause)"
        }.joined(separator: "; ")
    }

    @Test(arguments: [
        ("wordCount < 3 and wordCount > 5", "R070! wordCount < 3 and wordCount > 5"),
        ("wordCount < 3 and wordCount > 2", "R070! wordCount < 3 and wordCount > 2"),
        ("wordCount < 4 and wordCount > 2", ""),
        ("meanWordLength < 3 and meanWordLength > 2", ""),
        ("wordCount > 2.5 and wordCount < 3", "R070! wordCount > 2.5 and wordCount < 3"),
        ("a and not a", "R070! a and not a"),
        ("a or not a", "R071 a or not a"),
        ("not (a and not a)", "R070 (a and not a)"),
        ("b or a and not a", "R070 a and not a"),
        ("b and (a or not a)", "R071 (a or not a)"),
        ("count(a) < 0", "R072! count(a) < 0"),
        ("count(a) >= 0", "R072 count(a) >= 0"),
        ("count(a) > 1000", "R072! count(a) > 1000"),
        ("count(a) >= 1000", ""),
        ("count(a) == 1.5", "R072! count(a) == 1.5"),
        ("count(l) >= 2", "R072! count(l) >= 2"),
        ("count(l) >= 1", ""),
        ("a and count(a) == 0", "R070! a and count(a) == 0"),
        ("a or count(a) < 2", "R071 a or count(a) < 2"),
        ("count(a) >= 2 and not a", "R070! count(a) >= 2 and not a"),
        ("count(a) >= 2 or a", ""),
        ("digitRatio > 1", "R072! digitRatio > 1"),
        ("digitRatio > 20", "R072! digitRatio > 20"),
        ("digitRatio >= 1", ""),
        ("digitRatio > 20 %", ""),
        ("digitRatio <= 100 %", "R072 digitRatio <= 100 %"),
        ("b or digitRatio > 200 %", "R072 digitRatio > 200 %"),
        ("b and digitRatio > 200 %", "R072! digitRatio > 200 %"),
        ("wordCount >= 0 and a", "R072 wordCount >= 0"),
        ("-1 > wordCount", "R072! -1 > wordCount"),
        ("wordCount == 2.5", "R072! wordCount == 2.5"),
        ("finalStop == 2", "R072! finalStop == 2"),
        ("finalStop > 0 and finalStop < 1", "R070! finalStop > 0 and finalStop < 1"),
        ("finalStop != 0 and finalStop != 1", "R070! finalStop != 0 and finalStop != 1"),
        ("fleschReadingEase < -50", ""),
        ("fleschReadingEase > 300", "R072! fleschReadingEase > 300"),
        ("1 < 2", "R071 1 < 2"),
        ("wordCount > wordCount", "R070! wordCount > wordCount"),
        (
            "wordCount > lineCount and lineCount >= wordCount",
            "R070! wordCount > lineCount and lineCount >= wordCount"
        ),
        ("wordCount > lineCount or lineCount > wordCount", ""),
        ("count(a) < count(b) or count(b) <= count(a)", "R071 count(a) < count(b) or count(b) <= count(a)"),
        ("2 of (a, a)", ""),
        ("2 of (a, not a)", "R070! 2 of (a, not a)"),
        ("1 of (a, not a)", "R071 1 of (a, not a)"),
        ("2 of (a, b, not a)", ""),
        ("none(a, not a)", "R070! none(a, not a)"),
        ("all(a, b) and none(b, c)", "R070! all(a, b) and none(b, c)"),
        ("near(a, b, 5 words) and not a", "R070! near(a, b, 5 words) and not a"),
        (
            "near(a, b, 3 words) and not near(b, a, 5 words)",
            "R070! near(a, b, 3 words) and not near(b, a, 5 words)"
        ),
        ("near(a, b, 5 words) and not near(a, b, 3 words)", ""),
        ("near(a, b, 5 words) and not near(a, b, 5 lines)", ""),
        ("near(a, a, 5 words) and not a", "R070! near(a, a, 5 words) and not a"),
        ("near(a, b, 5 words) or a", ""),
        ("(a or b) and not a and not b", "R070! (a or b) and not a and not b"),
        (
            "a and (b or wordCount < 5) and wordCount > 9 and not b",
            "R070! a and (b or wordCount < 5) and wordCount > 9 and not b"
        ),
        ("a and (b or wordCount < 5) and wordCount > 3 and not b", ""),
        ("digitRatio <= 1 and a and not a", "R070! digitRatio <= 1 and a and not a; R072! digitRatio <= 1"),
    ])
    func `constant clauses are reported`(_ condition: String, _ expected: String) {
        #expect(problems(condition) == expected, "\(condition)")
    }

    @Test func `the result of another rule is treated as unknown`() {
        let rules =
            RuleFixture.rule("a.a", match: Self.match, when: "any(a, b, c, l)")
            + RuleFixture.rule("b.b", match: "x: { words: [x] }", when: "rule(a.a) and not rule(a.a) and x")
        #expect(RuleFixture.load(RuleFixture.pack(rules)).diagnostics.map(\.code) == [.neverTrue])
    }

    @Test func `a matcher with near does not match without its target`() {
        let match = "m: { words: [a], near: { matcher: n, words: 3 } }\nn: { words: [b] }"
        func codes(_ condition: String) -> [RuleDiagnosticCode] {
            RuleFixture.load(RuleFixture.pack(RuleFixture.rule("a.b", match: match, when: condition)))
                .diagnostics.map(\.code)
        }
        #expect(codes("m and not n") == [.neverTrue])
        #expect(codes("n or not m") == [.alwaysTrue])
        #expect(codes("n and not m") == [])
    }

    /// A condition that is reported as constant must be constant. Checked by trying all values of its parts.
    @Test(arguments: [41, 42])
    func `constants agree with an exhaustive search`(_ seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var constants = 0
        for _ in 0..<400 {
            let condition = Self.condition(3, &generator)
            let (syntax, failures) = ConditionParser.parse(condition)
            #expect(failures.isEmpty, "\(condition)")
            var outcomes: Set<Bool> = []
            for bits in 0..<4 {
                for words in [0.0, 1, 2, 3, 4, 5] {
                    for share in [0.0, 0.1, 0.25, 0.3, 0.4, 0.5, 0.9, 1] {
                        outcomes.insert(
                            Self.holds(syntax, a: bits & 1 != 0, b: bits & 2 != 0, words: words, share: share)
                        )
                    }
                }
            }
            let isConstant = outcomes.count == 1
            constants += isConstant ? 1 : 0
            let plain = RuleFixture.rule("a.b", match: Self.match, when: "\"\(condition)\"")
            #expect(
                RuleFixture.load(RuleFixture.pack(plain)).hasErrors == (outcomes == [false]), "\(condition)")
            let rule = RuleFixture.rule("a.b", match: Self.match, when: "\"(c and l) or (\(condition))\"")
            let told = RuleFixture.load(RuleFixture.pack(rule)).diagnostics
            let isTold = told.contains {
                [.neverTrue, .alwaysTrue, .outOfRange].contains($0.code)
            }
            #expect(isTold || !isConstant, "seed \(seed): \(condition) always comes out as \(outcomes)")
        }
        #expect(constants > 20)
    }

    private static func condition(_ depth: Int, _ generator: inout SeededGenerator) -> String {
        let comparison = ["<", "<=", ">", ">=", "==", "!="].randomElement(using: &generator) ?? "<"
        func part() -> String { condition(depth - 1, &generator) }
        if depth == 0 {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: return "a"
            case 1: return "b"
            case 2: return "wordCount \(comparison) \(Int.random(in: 1...4, using: &generator))"
            default:
                return "digitRatio \(comparison) \(["0.25", "40 %"].randomElement(using: &generator) ?? "1")"
            }
        }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: return "(\(part()) and \(part()))"
        case 1: return "(\(part()) or \(part()))"
        case 2: return "not \(part())"
        case 3: return "none(\(part()), \(part()))"
        case 4: return "2 of (\(part()), \(part()), \(part()))"
        default: return "all(\(part()), not \(part()))"
        }
    }

    private static func holds(_ syntax: ConditionSyntax, a: Bool, b: Bool, words: Double, share: Double)
        -> Bool
    {
        func holds(_ syntax: ConditionSyntax) -> Bool {
            switch syntax.kind {
            case .name(let name): return name == "a" ? a : b
            case .not(let inner): return !holds(inner)
            case .group(.all, _, let parts): return parts.allSatisfy(holds)
            case .group(.any, _, let parts): return parts.contains(where: holds)
            case .group(.none, _, let parts): return !parts.contains(where: holds)
            case .group(.atLeast, let limit, let parts): return parts.count(where: holds) >= Int(limit)
            case .comparison(let left, let comparison, let right):
                return comparison.isTrue(value(left), value(right))
            case .group, .near, .rule, .broken: return false
            }
        }
        func value(_ operand: OperandSyntax) -> Double {
            switch operand.kind {
            case .number(let number, _): number
            case .feature(let name): name == "wordCount" ? words : share
            case .count: 0
            }
        }
        return holds(syntax)
    }

    @Test func `measured features are within their declared ranges`() throws {
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        let texts = try CompiledFixture.corpus().enumerated().filter { $0.offset % 7 == 0 }.map(\.element)
        for text in texts + CompiledFixture.texts + ["!", "? ! .", "a", "I. I. I.", "\n\n", "1 2 3", "-- \n"]
        {
            analyzer.analyze(text, into: &analysis)
            for feature in TextFeature.allCases {
                let value = analysis.features[feature]
                #expect(feature.range.contains(value), "\(feature.name) is \(value)")
                #expect(!feature.isInteger || value == value.rounded(), "\(feature.name) is \(value)")
            }
        }
    }

    /// Matchers and condition of two rules, and the code reported for the second or the first rule (a).
    @Test(arguments: [
        ("m: { words: [one, two] }", "m", "x: { words: [two, one] }", "x", "R073"),
        ("m: { words: [one, two] }", "m", "x: { words: [one] }", "x", "R074"),
        ("m: { words: [one] }", "m", "x: { words: [one, two] }", "x", "R074 a"),
        ("m: { words: [one, two] }", "m", "x: { words: [one], at: start }", "x", "R074"),
        ("m: { words: [one, two], at: start }", "m", "x: { words: [one] }", "x", ""),
        ("m: { words: [one, two], at: start }", "m", "x: { words: [one], at: start }", "x", "R074"),
        ("m: { words: [one, two one], at: end }", "m", "x: { words: [one], at: end }", "x", ""),
        ("m: { words: [one], lines: 5 }", "m", "x: { words: [one], lines: 2 }", "x", "R074"),
        ("m: { words: [one], lines: 2 }", "m", "x: { words: [one], lines: 5 }", "x", "R074 a"),
        ("m: { literal: [a, b] }", "m", "x: { literal: b }", "x", "R074"),
        ("m: { literal: [a, b] }", "m", "x: { literal: B, fold: true }", "x", ""),
        ("m: { literal: [a, b], fold: true }", "m", "x: { literal: B, fold: true }", "x", "R074"),
        ("m: { regex: 'a+b' }", "m", "x: { regex: 'a+b' }", "x", "R073"),
        ("m: { regex: 'a+b' }", "m", "x: { regex: 'a+b', at: start }", "x", "R074"),
        ("m: { regex: 'a+b' }", "m", "x: { regex: 'a+c' }", "x", ""),
        ("m: { phrase: [a b, c d], gap: 2 }", "m", "x: { phrase: a b, gap: 2 }", "x", "R074"),
        ("m: { phrase: [a b, c d], gap: 2 }", "m", "x: { phrase: a b, gap: 3 }", "x", ""),
        ("m: { script: [Greek, Latin] }", "m", "x: { script: Greek, at: start }", "x", "R074"),
        ("m: { language: [de, en] }", "m", "x: { language: de }", "x", "R074"),
        ("m: { words: [one, two] }", "count(m) >= 2", "x: { words: [one, two] }", "count(x) > 1", "R073"),
        ("m: { words: [one, two] }", "count(m) >= 2", "x: { words: [one, two] }", "count(x) > 4", "R074"),
        ("m: { words: [one, two] }", "count(m) >= 2", "x: { words: [one] }", "count(x) >= 2", ""),
        ("m: { words: [one] }\nn: { words: [two] }", "m or n", "x: { words: [one] }", "x", "R074"),
        (
            "m: { words: [one] }\nn: { words: [two] }", "m and n", "y: { words: [two] }\nx: { words: [one] }",
            "x and y",
            "R073"
        ),
        (
            "m: { words: [one] }\nn: { words: [two] }", "m and n", "y: { words: [two] }\nx: { words: [one] }",
            "not (not x or not y)", "R073"
        ),
        ("m: { words: [one] }", "m", "x: { words: [one] }\ny: { words: [two] }", "x and y", "R074"),
        ("m: { words: [one] }", "m", "x: { words: [one] }", "x and wordCount < 9", "R074"),
        ("m: { words: [one] }", "m", "x: { words: [one] }", "x or wordCount < 9", "R074 a"),
        ("", "wordCount < 9", "x: { words: [one] }", "x and lineCount > 2 and wordCount < 5", "R074"),
        ("m: { words: [one] }", "m and wordCount < 9", "x: { words: [one] }", "x and lineCount < 5", ""),
        ("m: { words: [one] }\nn: { words: [two] }", "m and not n", "x: { words: [one] }", "x", "R074 a"),
        ("m: { words: [one] }", "m and wordCount < 9", "x: { words: [one] }", "x and wordCount < 5", "R074"),
        (
            "m: { words: [one] }", "m and wordCount < 5", "x: { words: [one] }", "x and wordCount < 9",
            "R074 a"
        ),
        ("m: { words: [one] }", "m", "x: { words: [one] }", "rule(a.first) and count(x) > 2", ""),
        ("", "wordCount < 9", "", "wordCount < 5", "R074"),
        ("", "wordCount < 9", "", "wordCount < 9 words", "R073"),
        (
            "m: { words: [one], near: { matcher: n, words: 2 } }\nn: { words: [two] }", "m",
            "x: { words: [one], near: { matcher: y, words: 1 } }\ny: { words: [two] }", "x", ""
        ),
    ])
    func `rules that repeat others are reported`(
        _ match: String, _ when: String, _ otherMatch: String, _ otherWhen: String, _ expected: String
    ) {
        let rules =
            RuleFixture.rule("a.first", match: match, when: when)
            + RuleFixture.rule("b.second", match: otherMatch, when: otherWhen)
        let found = RuleFixture.load(RuleFixture.pack(rules)).diagnostics
        let told = found.map {
            $0.code.rawValue
                + ($0.code == .shadowedRule && $0.message.hasPrefix("the rule 'a.first' has the same labels")
                    ? " a" : "")
        }
        #expect(told.joined() == expected, "\(found)")
        if let problem = found.first {
            #expect(problem.message.contains("'b.second'") && problem.message.contains("'a.first'"))
        }
    }

    @Test func `rules for other labels and rules that do not count shadow no rule`() {
        let first = RuleFixture.rule("a.first", match: "m: { words: [one, two] }")
        let second = RuleFixture.rule("b.second", match: "m: { words: [one] }")
        func codes(_ first: String, _ second: String) -> [RuleDiagnosticCode] {
            RuleFixture.load(RuleFixture.pack(first + second)).diagnostics.map(\.code)
        }
        #expect(codes(first, second) == [.shadowedRule])
        #expect(codes(first, second.replacing("label: email", with: "label: code")) == [])
        #expect(codes(first, second.replacing("weight: 1.5", with: "weight: -1")) == [])
        #expect(codes(first, second.replacing("status: test", with: "status: experimental")) == [])
        let same = RuleFixture.rule("b.second", match: "m: { words: [two, one] }")
        #expect(codes(first, same.replacing("label: email", with: "label: code")) == [.duplicateRule])
    }
}
