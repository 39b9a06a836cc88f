import IlkText
import IlkVocabulary
import RuleTestSupport
import TestSupport
import Testing

@testable import IlkRules

/// Compares automata with ICU: if an expression matches, its automaton must accept the text.
@Suite struct `Pattern network` {
    /// Expressions that are hard to model, in addition to built-in ones and those of the engine tests.
    private static let patterns = [
        "(?i)straße", "(?i)ﬁn", "(?i)k+s", "(?i)[k-s]+!", "(?i)[^a]x", "(?i)\\p{Lu}x", "(?i)é+t", "(?i)ΐ",
        "(?i)ss",
        "(?i)[é]x", "\\bé", "é\\b", "\\Bx\\B", "a\\b", "\\b\\d{2,4}\\b", "x$", "(?m)x$", "(?m)^x", "^x",
        "x\\z",
        "x\\Z", "(?m)^$\\n", "(?m)(\\{|^)a", "(\\A|\\s)#\\w", "\\A\\s*[a-z ]{3,9}\\s*\\z", "a{2}b", "a{0}b",
        "(ab){2,3}c",
        "(a|bc){4,}d", "[^\\n]{3,80}\\(", "(?s)a.b", "a.b", "a\\Rb", "a\\sb", "a\\Sb", "a\\hb", "a\\vb",
        "a\\Wb", "a\\Db",
        "(?<=a)b", "(?<!a)b", "a(?!b)", "(?>a+)b", "a++b", "a*+b", "a+?b", "(a)\\1", "\\x41b",
        "[\\x{e9}-\\x{ff}]b",
        "[А-Я]", "[à-ÿ]", "[\\u2764]", "[&a]b", "[a-z&&[^b]]c", "[[:alpha:]]b", "\\p{L}{2}!", "\\P{L}b",
        "[^\\p{L}]b",
        "\\p{Emoji_Presentation}", "\\X!", "(?w)\\bb", "(?d)a.b", "(?x) a b", "\\Qa.b\\E", "(?m)^[ \\t]*>",
        "(a*)*b", "(|a)b",
        "a|", "\\n-- ?\\r?\\n", "[\\w.]+@\\w+", "“[^”]+”", "\\u00e9b",
    ]
    private static let fragments =
        Engine.fragments + [
            "straße", "STRASSE", "ﬁn", "FIN", "fin", "\u{212A}", "\u{17F}", "k", "s", "ks!", "x", "X", "ΐ",
            "ι\u{308}\u{301}",
            "éa", "Ét", "12", "12345", "_", "{", "{a", "#tag", "(", "a", "aa", "aab", "ababc", "aaaad",
            "bcbcabcd", "a\u{B}b",
            "a\u{C}b", "a\u{85}b", "a\u{2028}b", "a\u{A0}b", "a\tb", "a\rb", "a\r\nb", "a b", "a-b",
            "\u{301}", "\u{200D}", "\u{FE0F}",
            "❤", "😀", "А", "я", "ÿ", "Ab", "&b", ">", "a.b", "\n-- \n", "me@b", "“x”", "\u{1C}", "\u{0}", "ẞ",
            "ŉ", "ʼn", "İ",
        ]

    /// Returns the expressions of the built-in rule files.
    private static func shippedPatterns() throws -> [String] {
        var patterns: [String] = []
        for file in try ShippedRules.sources() {
            var diagnostics = DiagnosticList()
            let source = SourceText(name: file.name, bytes: file.bytes)
            let pack = try #require(PackReader.read(source, taxonomy: .documentType, &diagnostics))
            for case .regex(let text) in pack.rules.flatMap(\.matchers).map(\.pattern) {
                patterns.append(text.text)
            }
        }
        return patterns
    }

    /// Returns pieces of an expression for random texts: its runs of letters, digits and common punctuation.
    private static func pieces(_ pattern: String) -> [String] {
        let marks = Set("\\()[]{}|?*+^$".unicodeScalars)
        return pattern.unicodeScalars.split { marks.contains($0) }.map { String($0) }.filter {
            $0.utf8.count < 40
        }
    }

    private static func text(of fragments: [String], _ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...10, using: &generator)).map { _ in
            let fragment = fragments.randomElement(using: &generator) ?? ""
            switch Int.random(in: 0...9, using: &generator) {
            case 0: return fragment.uppercased()
            case 1: return String(fragment.dropLast())
            case 2, 3: return fragment + " "
            case 4: return fragment + "\n"
            default: return fragment
            }
        }.joined()
    }

    /// An expression with its automaton and an ICU cursor.
    private struct Subject {
        let pattern: String
        let network: PatternAutomaton
        let ignoresCase: Bool
        let cursor: RegexCursor
    }

    /// Creates subjects. The automaton of each is built from the second expression.
    private func subjects(_ patterns: [(String, network: String)]) throws -> [Subject] {
        var subjects: [Subject] = []
        for (pattern, other) in patterns {
            guard let ignoresCase = PatternParser.parse(pattern)?.ignoresCase,
                let node = PatternParser.parse(other)?.node, let network = PatternAutomaton(node)
            else { continue }
            let cursor = try #require(RegexPattern(pattern).cursor())
            subjects.append(
                Subject(pattern: pattern, network: network, ignoresCase: ignoresCase, cursor: cursor))
        }
        return subjects
    }

    /// Finds characters that case folding expands. There, case-insensitive expressions are always run.
    private static let folding: LiteralIndex = {
        var table = LiteralTable()
        table.addFolding()
        return LiteralIndex(table.literals)
    }()

    private func isFolding(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var found = false
        let scan = LiteralScan()
        Self.folding.scan(bytes, using: scan) { _, _ in found = true }
        return found
    }

    /// Returns the matches that an automaton rejects, and the numbers of matches and of accepted texts.
    private func compare(
        _ subjects: [Subject], seed: UInt64, texts: Int
    ) -> (missed: [String], matches: Int, passes: Int) {
        var generator = SeededGenerator(seed: seed)
        let fragments = Self.fragments + subjects.flatMap { Self.pieces($0.pattern) }
        var result = (missed: [String](), matches: 0, passes: 0)
        for _ in 0..<texts {
            let text = Self.text(of: fragments, &generator)
            Array(text.utf8).withUnsafeBufferPointer { bytes in
                let isFolding = isFolding(bytes)
                for subject in subjects {
                    let passes = subject.network.mayMatch(bytes)
                    if passes { result.passes += 1 }
                    guard subject.cursor.begin(bytes), case .match = subject.cursor.next() else { continue }
                    result.matches += 1
                    if !passes, !(isFolding && subject.ignoresCase) {
                        result.missed.append("\(subject.pattern) in \(text.debugDescription)")
                    }
                }
            }
        }
        return result
    }

    @Test(arguments: TestLength.some(1, of: [11, 12]))
    func `the automaton accepts every text that its expression matches`(_ seed: UInt64) throws {
        print("seed \(seed)")
        let patterns = try Self.patterns + Engine.patterns + Self.shippedPatterns()
        let subjects = try subjects(patterns.map { ($0, $0) })
        #expect(subjects.count > patterns.count * 9 / 10)
        let result = compare(subjects, seed: seed, texts: 10_000)
        #expect(result.missed.prefix(5) == [])
        #expect(result.matches > 20_000)
        // The automaton is only slightly wider than the expression.
        #expect(result.passes < result.matches * 3)
        print("matches \(result.matches), passes \(result.passes) of \(10_000 * subjects.count)")
    }

    @Test func `a wrong automaton is detected`() throws {
        // Each second expression is narrower than the first.
        let mutants = [
            ("a{2}b", "a{3}b"), ("(?m)^x", "^x"), ("x$", "x\\z"), ("a\\b", "a\\B"), ("(?i)ks", "ks"),
            ("é", "è"),
        ]
        for mutant in mutants {
            let result = compare(try subjects([mutant]), seed: 3, texts: 2_000)
            #expect(!result.missed.isEmpty, "\(mutant)")
        }
    }

    @Test func `a text that exceeds the visit limit may match`() throws {
        // Many states stay active.
        let pattern = "a[^\\n]{3,}" + String(repeating: "b[^\\n]*", count: 100) + "c!"
        let subject = try #require(subjects([(pattern, pattern)]).first)
        for (text, passes) in [("ab", false), (String(repeating: "ab ", count: 10_000), true)] {
            Array(text.utf8).withUnsafeBufferPointer { #expect(subject.network.mayMatch($0) == passes) }
        }
    }
}
