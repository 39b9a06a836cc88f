import Foundation
import IlkVocabulary
import RuleTestSupport
import TestSupport
import Testing

@testable import IlkRules
@testable import IlkRuleTools

@Suite struct `Diagnostics` {
    /// Codes whose input is generated: too large, too many problems, or a system without break rules.
    static let made: Set<RuleDiagnosticCode> = [.tooLarge, .tooManyProblems, .noSegmenter]
    static let written = RuleDiagnosticCode.allCases.filter { !made.contains($0) }

    /// Returns the problems for a code that no file of reasonable size can cause.
    private static func problems(made code: RuleDiagnosticCode) -> [RuleDiagnostic] {
        switch code {
        case .tooLarge:
            let source = RuleSource(name: "R002.yaml", bytes: [UInt8](repeating: 0x20, count: 16 << 20 + 1))
            let wide = RuleSource(
                name: "R002-wide.yaml", text: "rules: [" + String(repeating: "x,", count: 1_000_001) + "x]\n")
            return RuleLint.load(sources: [source, wide], taxonomy: .documentType).diagnostics
        case .tooManyProblems:
            let rules = (0..<500).map { "  - {id: a\($0), description: b, label: c, weight: 1, when: d}\n" }
                .joined()
            return RuleFixture.load(RuleFixture.pack(rules)).diagnostics.filter { $0.code == code }
        default:
            // Every system has break rules, so the compiler is created without an analyzer.
            let source = SourceText(name: "R050.yaml", bytes: Array("words: [Alpha]\n".utf8))
            func text(_ text: String, _ column: Int) -> LocatedText {
                LocatedText(plain: text, at: SourcePosition(line: 1, column: column))
            }
            let draft = MatcherDraft(
                name: text("m", 1), pattern: .words([text("Alpha", 9)]), place: MatchPosition(), near: nil)
            var compiler = MatcherCompiler { nil }
            var diagnostics = DiagnosticList()
            _ = compiler.compile(draft, in: source, &diagnostics)
            return diagnostics.sorted()
        }
    }

    @Test(arguments: made)
    func `each code without a file has a golden file`(_ code: RuleDiagnosticCode) throws {
        let problems = Self.problems(made: code)
        #expect(problems.contains { $0.code == code })
        try check(problems.map { "\($0)\n" }.joined(separator: "\n"), golden: "\(code.rawValue).txt")
    }
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "Goldens")

    /// Returns the path of a golden file. Codes are grouped in folders, for example `R020.txt` in `R02`.
    static func golden(_ name: String) -> URL { folder.appending(path: "\(name.prefix(3))/\(name)") }

    /// The rules that the golden override files change.
    static let base = RuleFixture.pack(
        RuleFixture.rule("golden.rule", match: "m: { literal: a }")
            .replacing("weight: 1.5", with: "weight: 1")
            + RuleFixture.rule("golden.other", match: "m: { literal: b }")
            + RuleFixture.rule("golden.none", match: "m: { literal: c }")
            .replacing("weight: 1.5", with: "weight: 0")
            + RuleFixture.rule("golden.several", match: "m: { literal: d }")
            .replacing("label: email\n    weight: 1.5", with: "labels: { email: 1, code: -1 }"))

    @Test(arguments: written)
    func `each code has a file that causes it and a golden message`(
        _ code: RuleDiagnosticCode
    ) throws {
        let name = code.rawValue
        let bytes = try Data(contentsOf: Self.golden("\(name).yaml"))
        var sources = [RuleSource(name: "\(name).yaml", bytes: Array(bytes))]
        // An override file needs rules that it can change.
        if name.hasPrefix("R06") { sources.append(RuleSource(name: "base.yaml", text: Self.base)) }
        let result = RuleLint.load(sources: sources, taxonomy: .documentType)
        #expect(result.diagnostics.contains { $0.code == code })
        let told = result.diagnostics.map { "\($0)\n" }.joined(separator: "\n")
        try check(told, golden: "\(name).txt")
    }

    private func check(_ text: String, golden name: String) throws {
        let url = Self.golden(name)
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try text.write(to: url, atomically: true, encoding: .utf8)
            Issue.record("recorded \(name)")
            return
        }
        let golden = (try? String(contentsOf: url, encoding: .utf8)) ?? ""  // No file: empty.
        #expect(text == golden)
    }

    @Test func `there is no golden file without a code`() throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
            .filter { $0.contains("/") }
        let names = paths.compactMap { $0.split(separator: "/").last.map(String.init) }
        #expect(paths.sorted() == names.map { "\($0.prefix(3))/\($0)" }.sorted())
        let stems = Set(names.map { String($0.prefix { $0 != "." }) })
        #expect(stems == Set(RuleDiagnosticCode.allCases.map(\.rawValue)))
        #expect(
            Set(names.filter { $0.hasSuffix(".yaml") }) == Set(Self.written.map { "\($0.rawValue).yaml" }))
    }

    @Test func `an oversized file is rejected by its size alone`() {
        let bytes = [UInt8](repeating: 0x20, count: 100 << 20)
        var result: RuleLoadResult?
        let time = ThreadTime.least(of: 1) {
            result = RuleLint.load(
                sources: [RuleSource(name: "big.yaml", bytes: bytes)], taxonomy: .documentType)
        }
        #expect(result?.diagnostics.map(\.code) == [.tooLarge])
        #expect(time < 0.05)
    }

    @Test func `at most a thousand problems are kept`() {
        let rules = (0..<1_200).map { "  - {id: a\($0), description: b, label: c, weight: 1, when: d}\n" }
            .joined()
        let result = RuleFixture.load(RuleFixture.pack(rules))
        #expect(result.diagnostics.count == 1_001)
        #expect(result.diagnostics.count { $0.code == .tooManyProblems } == 1)
        #expect(result.ruleSet == nil)
    }

    @Test func `the problems of all files are reported together, sorted by file and line`() {
        let first = RuleFixture.pack(RuleFixture.rule("b.x", match: "m: { regex: '(' }"))
        let second = "version: 3\npack: a\n"
        let result = RuleLint.load(
            sources: [RuleSource(name: "b.yaml", text: first), RuleSource(name: "a.yaml", text: second)],
            taxonomy: .documentType)
        #expect(result.ruleSet == nil)
        #expect(result.diagnostics.map(\.file) == ["a.yaml", "a.yaml", "a.yaml", "a.yaml", "b.yaml"])
        #expect(result.diagnostics == result.diagnostics.sorted())
    }

    @Test func `invalid UTF-8 is reported with its position`() {
        let bytes = Array("version: 1\npack: a".utf8) + [0xFF, 0x0A]
        let result = RuleLint.load(
            sources: [RuleSource(name: "a.yaml", bytes: bytes)], taxonomy: .documentType)
        let found = result.diagnostics.map { "\($0.code.rawValue) \($0.line):\($0.column)" }
        #expect(found == ["R001 2:8"])
    }

    @Test(arguments: [
        ("m and and n or or m", ["R030 and", "R030 or"]),
        ("(m n) and wrod or (n m", ["R030 n", "R031 wrod", "R030 m"]),
        ("m n and count(m", ["R030 n", "R030"]),
        ("near(m, n) or mystery(m) and count(m) >= 2 pounds", ["R030 )", "R032 mystery", "R037 pounds"]),
        ("m) or n) and wrod", ["R030 )", "R030 )", "R031 wrod"]),
        ("any(m, , n and) and 5", ["R030 ,", "R030 )", "R030 5"]),
        ("lines > > 2 and wrods > 3", ["R030 >", "R031 wrods"]),
        ("m and n", []),
    ])
    func `every syntax error of a condition is reported, with its unknown names`(
        _ condition: String, _ expected: [String]
    ) {
        let match = "m: { literal: a }\nn: { literal: b }"
        let result = RuleFixture.load(
            RuleFixture.pack(RuleFixture.rule("a.b", match: match, when: "\"\(condition)\"")))
        let told = result.diagnostics.filter { $0.severity == .error }.map { problem in
            let lines = problem.excerpt.split(separator: "\n", omittingEmptySubsequences: false)
            let offset = lines[1].prefix { $0 != "^" }.count
            let place = lines[0].dropFirst(offset).prefix(lines[1].count { $0 == "^" || $0 == "~" })
            return "\(problem.code.rawValue) \(place)"
        }
        #expect(told.map { $0.replacing("\"", with: "").trimmingCharacters(in: .whitespaces) } == expected)
    }

    @Test func `a problem in a line of a megabyte has a position but no excerpt`() {
        let line = String(repeating: "# ", count: 500_000)
        let source = SourceText(name: "a.yaml", bytes: Array("\(line)é\n".utf8))
        let position = SourcePosition(line: 1, column: 1_000_002)
        #expect(source.utf8Offset(of: position) == 1_000_002)
        #expect(source.excerpt(at: position, length: 1) == "")
        #expect(source.excerpt(at: .start, length: 1).count < 300)
        for (text, column, offset) in [("aéb", 3, 3), ("aéb", 4, 4), ("aéb", 9, 4), ("", 1, 0), ("é", 2, 2)] {
            let source = SourceText(name: "a.yaml", bytes: Array(text.utf8))
            #expect(source.utf8Offset(of: SourcePosition(line: 1, column: column)) == offset, "\(text)")
        }
    }

    @Test func `warnings do not prevent the use of rules`() {
        let text = RuleFixture.pack(
            "  - {id: a.b, description: c, label: email, weight: 1, match: {m: {literal: x}}}\n")
        let result = RuleFixture.load(text)
        #expect(!result.hasErrors)
        #expect(Set(result.diagnostics.map(\.code)) == [.noMatchExample, .noRejectExample])
        #expect(result.ruleSet?.rules.count == 1)
    }

    @Test func `the caret marks the exact character in every scalar style`() {
        let styles = [
            ("    when: word and wrod\n", 16, 20),
            ("    when: 'word and wrod'\n", 16, 21),
            ("    when: \"word\\tand \\x77rod\"\n", 16, 22),
            ("    when: |\n      word\n      and wrod\n", 18, 11),
            ("    when: >-\n      word and\n      wrod\n", 18, 7),
            ("    when: word and\n      wrod\n", 17, 7),
        ]
        for (when, line, column) in styles {
            let rule =
                "  - id: a.b\n    description: c\n    label: email\n    weight: 1\n    status: test\n"
                + "    match:\n      word: { words: [x] }\n    examples:\n      match: [a]\n      reject: [b]\n"
            let result = RuleFixture.load(RuleFixture.pack(rule + when))
            let places = result.diagnostics.map { "\($0.code.rawValue) \($0.line):\($0.column)" }
            #expect(places == ["R031 \(line):\(column)"], "\(when)")
        }
    }
}
