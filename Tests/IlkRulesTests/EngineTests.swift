import IlkText
import IlkVocabulary
import RuleTestSupport
import TestSupport
import Testing

@testable import IlkRules

/// Compares the engine with a reference that runs every expression and every word on every text.
@Suite struct `Engine` {
    static let patterns = [
        "(?im)^(from|to|cc|subject):[ \\t]+\\S", "https?://[^ ]+", "(?i)kiss|miss", "a{2,}b", "colou?r",
        "[Ww]arning: \\d+",
        "(?:re|fwd?):", "\\bclass\\s+\\w+", "=>|->|::", "(?i)stra(ss|ß)e", "x[yz]x", "\\.$", "(?m);[ \\t]*$",
        "é+",
        "(?>ab|a)c", "a(?i)b|c", "(?=foo)fo", "fo(?!x)", "[^a]b", "\\Aab", "a.c", "(ab)+c",
    ]
    static let words = [
        "hello", "good morning", "good", "morning", "see you soon", "see you", "straße", "don't", "e-mail",
        "привет", "été",
    ]
    static let literals = ["-- ", "Hi", "aa", "aaa", "::", "ss", "<b>", "é", "Kiss", "from:"]
    static let fragments = [
        "From: x", "to:\ty", "SUBJECT: z", "https://a.b", "http", "KISS", "\u{212A}iss", "mi\u{17F}\u{17F}",
        "aaab", "color",
        "Colour", "warning: 7", "fw: ", "re:", "class  Foo", "=>", "->", "::", "STRASSE", "Straße", "xyx",
        "xzX", ".", ";  ",
        "é", "É", "abc", "ac", "aB", "c", "foo", "fox", "b", "ab", "abab", "hello", "Good  Morning", "good",
        "good-morning",
        "see you", "soon", "Don’t", "e-mail", "Привет", "été", "-- ", "Hi", "hi", "aaa", "<b>", "Kiss",
        "from:", "ﬁ", "ß", "\n",
        "\r\n", " ", "\u{2028}", "\n\n", "!", "日本語",
    ]

    /// Returns the spans of a word set according to the reference.
    private func spans(ofWords entries: [[String]], _ analysis: AnalyzedText) -> [TextSpan] {
        let tokens = analysis.words.map { analysis.tokens[Int($0)] }
        let forms = tokens.map { analysis.normalForm(of: $0) }
        var spans: [TextSpan] = []
        var next = 0
        for start in tokens.indices where start >= next {
            var best = 0
            for entry in entries where entry.count > best && start + entry.count <= forms.count {
                guard Array(forms[start..<(start + entry.count)]) == entry else { continue }
                let gaps = (start..<(start + entry.count - 1)).map {
                    analysis.text(in: TextSpan(Int(tokens[$0].upperBound), Int(tokens[$0 + 1].lowerBound)))
                }
                let isPhrase = gaps.joined().unicodeScalars.allSatisfy {
                    " \t\n\u{B}\u{C}\r-\u{A0}".unicodeScalars.contains($0)
                }
                if isPhrase { best = entry.count }
            }
            guard best > 0 else { continue }
            spans.append(TextSpan(Int(tokens[start].lowerBound), Int(tokens[start + best - 1].upperBound)))
            next = start + best
        }
        return spans
    }

    private func spans(ofLiterals literals: [String], fold: Bool, _ analysis: AnalyzedText) -> [TextSpan] {
        func lowered(_ bytes: some Sequence<UInt8>) -> [UInt8] {
            bytes.map { (65...90).contains($0) && fold ? $0 + 32 : $0 }
        }
        let text = lowered(analysis.bytes)
        var spans: [TextSpan] = []
        var start = 0
        while start < text.count {
            let longest = literals.map { lowered($0.utf8) }.filter { text[start...].starts(with: $0) }.map(
                \.count
            ).max()
            if let longest { spans.append(TextSpan(start, start + longest)) }
            start += longest ?? 1
        }
        return spans
    }

    private func spans(ofPattern pattern: String, _ analysis: AnalyzedText) throws -> [TextSpan] {
        let cursor = try #require(ICUExpression(pattern))
        return analysis.bytes.withUnsafeBufferPointer { bytes in
            var spans: [TextSpan] = []
            guard cursor.begin(bytes) else { return [] }
            while case .match(let span) = cursor.next() { spans.append(span) }
            return spans
        }
    }

    private func randomText(_ generator: inout SeededGenerator) -> String {
        let count = Int.random(in: 0...12, using: &generator)
        return (0..<count).map { _ in
            let fragment = Self.fragments.randomElement(using: &generator) ?? ""
            // Some fragments are cut, so that word boundaries vary.
            let cut = Int.random(in: 0...5, using: &generator)
            let piece =
                cut == 0 ? String(fragment.dropLast()) : cut == 1 ? String(fragment.dropFirst()) : fragment
            return piece + (Bool.random(using: &generator) ? " " : "")
        }.joined()
    }

    @Test(arguments: [1, 20_240_601, 77_777])
    func `the engine finds the same spans as the reference`(_ seed: UInt64) throws {
        print("seed \(seed)")
        var rules = ""
        for (index, pattern) in Self.patterns.enumerated() {
            rules += RuleFixture.rule("r.p\(100 + index)", match: "m: { regex: '\(pattern)' }")
        }
        rules += RuleFixture.rule(
            "w.all", match: "m: { words: [\"\(Self.words.joined(separator: "\", \""))\"] }")
        let literals = Self.literals.map { "'\($0)'" }.joined(separator: ", ")
        rules += RuleFixture.rule("l.exact", match: "m: { literal: [\(literals)] }")
        let ascii = Self.literals.filter { $0.utf8.allSatisfy { $0 < 0x80 } }
        rules += RuleFixture.rule(
            "l.fold",
            match: "m: { literal: [\(ascii.map { "'\($0)'" }.joined(separator: ", "))], fold: true }")
        let ruleSet = try RuleFixture.ruleSet(RuleFixture.pack(rules))
        let matcher = RuleMatcher(ruleSet)
        let entries = try Self.words.map { word -> [String] in
            let analysis = try RuleFixture.analysis(word)
            return analysis.words.map { analysis.normalForm(of: analysis.tokens[Int($0)]) }
        }
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        var generator = SeededGenerator(seed: seed)
        var hits = 0
        for _ in 0..<2_000 {
            let text = randomText(&generator)
            analyzer.analyze(text, into: &analysis)
            matcher.evaluate(analysis)
            hits += matcher.hits.count
            var found: [String: [TextSpan]] = [:]
            for hit in matcher.hits { found[ruleSet.rules[hit.rule].id] = Array(matcher.spans[hit.spans]) }
            var wanted: [String: [TextSpan]] = [:]
            for (index, pattern) in Self.patterns.enumerated() {
                wanted["r.p\(100 + index)"] = try spans(ofPattern: pattern, analysis)
            }
            wanted["w.all"] = spans(ofWords: entries, analysis)
            wanted["l.exact"] = spans(ofLiterals: Self.literals, fold: false, analysis)
            wanted["l.fold"] = spans(ofLiterals: ascii, fold: true, analysis)
            wanted = wanted.filter { !$0.value.isEmpty }.mapValues { Array(Set($0.prefix(16))).sorted() }
            #expect(found == wanted, "seed \(seed), text \(text.debugDescription)")
            if found != wanted { return }
        }
        #expect(hits > 2_000)
    }

    @Test(arguments: [5, 6])
    func `conditions have the same result without candidate selection`(_ seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let match =
            "a: { words: [hello, good] }\nb: { literal: 'aa' }\nc: { regex: '(?i)kiss' }\nd: { regex: '[^a]b' }"
        var rules = ""
        for index in 0..<200 {
            rules += RuleFixture.rule(
                "r.c\(1_000 + index)", match: match,
                when: Self.condition(3, &generator) + " or all(a, b, c, d)")
        }
        let ruleSet = try RuleFixture.ruleSet(RuleFixture.pack(rules))
        let matcher = RuleMatcher(ruleSet)
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        for _ in 0..<300 {
            let text = randomText(&generator)
            analyzer.analyze(text, into: &analysis)
            matcher.evaluate(analysis)
            let found = matcher.hits.map(\.rule)
            // The reference evaluates every rule, regardless of its literals.
            let wanted = AnalyzedText.View.with(analysis) { text in
                ruleSet.rules.indices.filter { matcher.truth(ofRule: $0, text) == .yes }
            }
            #expect(found == wanted, "seed \(seed), text \(text.debugDescription)")
        }
    }

    private static func condition(_ depth: Int, _ generator: inout SeededGenerator) -> String {
        let names = ["a", "b", "c", "d"]
        let name = names.randomElement(using: &generator) ?? "a"
        if depth == 0 { return name }
        func part() -> String { condition(depth - 1, &generator) }
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: return "(\(part()) and \(part()))"
        case 1: return "(\(part()) or \(part()))"
        case 2: return "not \(part())"
        case 3: return "none(\(part()), \(part()))"
        case 4: return "2 of (\(part()), \(part()), \(part()))"
        case 5:
            return
                "count(\(name)) \(["<", "<=", ">", ">=", "==", "!="].randomElement(using: &generator) ?? "<") 1"
        case 6: return "wordCount > \(Int.random(in: 0..<9, using: &generator))"
        case 7: return "near(\(name), b, 2 words)"
        default: return name
        }
    }

    @Test func `evaluation does not allocate once the buffers have grown`() throws {
        let ruleSet = try RuleFixture.ruleSet(
            RuleFixture.pack(RuleFixture.rule("a.b", match: "m: { words: [one] }\nn: { regex: 'on+e' }")))
        let matcher = RuleMatcher(ruleSet)
        let analysis = try RuleFixture.analysis("one two one")
        matcher.evaluate(analysis)
        let hits = matcher.hits.withUnsafeBufferPointer { $0.baseAddress }
        let spans = matcher.spans.withUnsafeBufferPointer { $0.baseAddress }
        for _ in 0..<100 { matcher.evaluate(analysis) }
        #expect(matcher.hits.withUnsafeBufferPointer { $0.baseAddress } == hits)
        #expect(matcher.spans.withUnsafeBufferPointer { $0.baseAddress } == spans)
    }

    @Test func `matchers of one rule set run concurrently`() async throws {
        let ruleSet = try RuleFixture.ruleSet(
            RuleFixture.pack(RuleFixture.rule("a.b", match: "m: { regex: '(?i)kiss+' }")))
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let analysis = try? RuleFixture.analysis("a KISS")  // On failure the count is wrong.
                    guard let analysis else { return 0 }
                    let matcher = RuleMatcher(ruleSet)
                    return (0..<500).reduce(0) { sum, _ in
                        matcher.evaluate(analysis)
                        return sum + matcher.hits.count
                    }
                }
            }
            return await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(counts == [Int](repeating: 500, count: 8))
    }
}
