import Testing

@testable import IlkRules

@Suite struct `Patterns` {
    /// What a match begins with, `...`, and what must stand elsewhere; `^` is the start of a line, `<` and `>` are edges
    /// of words.
    private func required(_ pattern: String) -> String? {
        guard let (node, _) = PatternParser.parse(pattern), let required = RequiredLiterals.of(node) else {
            return nil
        }
        let others = required.others.isEmpty ? "" : "..." + text(of: required.others)
        return text(of: required.starts) + others
    }

    private func text(of literals: [RequiredLiteral]) -> String {
        literals.map { literal in
            (literal.edges.contains(.lineStart) ? "^" : "") + (literal.edges.contains(.lower) ? "<" : "")
                + String(decoding: literal.bytes, as: UTF8.self) + (literal.edges.contains(.upper) ? ">" : "")
        }.joined(separator: "|")
    }

    @Test(arguments: [
        ("hello", "hello"),
        ("HeLLo", "hello"),
        ("(?im)^(from|to):[ \\t]+\\S", "^from:|^to:"),
        ("(?i)^from:", "from:"),
        ("https?://\\w+", "http://|https://"),
        ("a|b", nil),
        ("ab|cd", nil),
        ("abc|cde", "abc|cde"),
        ("ab|c*", nil),
        ("a*", nil),
        ("(abc)+", "abc"),
        ("(abc){0,3}", nil),
        ("x(abc)?y", "xabcy|xy"),
        ("\\d+ apples", "... apples"),
        ("[ab]cd", "acd|bcd"),
        ("[Kk]iss", "kiss"),
        (".*needle.*", "...needle"),
        ("foo.bar|foo\\.bazz", "foo|foo.bazz"),
        ("(?=look)ahead", "ahead"),
        ("(?>abc)d", "abcd"),
        ("a(?i)bé|cdx", "abÉ|abé|cdx"),
        ("(?:(?i)x)é", "xé"),
        ("(?i)(?:(?-i)ab)é", "abÉ|abé"),
        ("(?x) a b c", nil),
        ("[[a-z]&&[^b]]x", nil),
        ("\\Qa.b\\E", nil),
        ("(ab)\\1", nil),
        ("\\x41b", nil),
        ("(?m)^\\s*import ", "...import "),
        ("=>", "=>"),
        ("@", "@"),
        ("e", nil),
        ("é", "é"),
        ("(?i)é", "É|é"),
        ("日本", "日本"),
        ("[А-Я]x", "...<x"),
        ("[А-Я]e", nil),
        ("[à-ÿ]abc", "...<abc"),
        ("[\u{1F600}-\u{1F64F}]ok", "...<ok"),
        ("[a-é]bc", "...bc"),
        ("[\\x{1F600}-\\x{1F64F}\\u2764\\xE9]ok", "...<ok"),
        ("[&a]bc", "&bc|abc"),
        ("[a&&b]bc", nil),
        ("\\bhello\\b", "<hello>"),
        ("\\b(send|text)\\b[^.]{1,9}\\bto \\d", "<send>|<text>"),
        ("\\b\\(note\\)", "(note)"),
        ("one\\b two", "one two"),
        ("(?i)chère", "chÈre|chère"),
        ("[,.]", nil),
        ("(?m)^>", "^>"),
        ("(?m)^(> ?){2,}", "^>|^> "),
        ("(abc|def)+ghi", "abc|def"),
        ("(?>abc|def)x?ghi", "abcghi|abcxghi|defghi|defxghi"),
        ("(abc)?d*efg", "...efg"),
        ("(abc.*|def\\d)ghi", "abc|def"),
        ("\\b(how|why)\\b[^?]{3,80}\\?", "<how>|<why>...?"),
        ("(?i)\\b(hello|team)\\s+(all|sir)\\b", "<hello>|<team>...<all>|<sir>"),
        ("(?i)\\bteam\\s*all", "<team"),
        (
            "\\b\\d{1,2}/\\d",
            "<0|<1|<2|<3|<4|<5|<6|<7|<8|<9|\u{FFFD}|\u{FFFD}|\u{FFFD}|\u{FFFD}|\u{FFFD}|\u{FFFD}|\u{FFFD}|\u{FFFD}"
        ),
        ("(?m)(^abc|def)x", "abcx|defx"),
        ("\\Aabc\\d", "abc"),
    ])
    func `required literals`(_ pattern: String, _ expected: String?) {
        #expect(required(pattern) == expected, "\(pattern)")
    }

    @Test(arguments: [
        ("\"[^\"]*\"", "\"", true),
        ("\"[^\"]*\"", "none here", false),
        ("\\d+/\\d+", "1 of 2", false),
        ("\\d+/\\d+", "1/2", true),
        ("a|b", "nothing", true),
        ("[#＃]x", "ascii", false),
        ("[#＃]x", "＃x", true),
        ("(#|@)x", "an @x", true),
        ("(#|@)x", "none", false),
        ("#*x", "none", false),
        ("#*e", "none", true),
        ("(?:#x)+", "none", false),
        ("(?=#)x", "x", true),
    ])
    func `required characters`(_ pattern: String, _ text: String, _ expected: Bool) throws {
        let (node, _) = try #require(PatternParser.parse(pattern))
        let sets = RequiredCharacters(of: node).sets.map(CharacterMembers.init)
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        let hasMembers = Array(text.utf8).withUnsafeBufferPointer { bytes in
            sets.withUnsafeBufferPointer { SeenBytes().hasMembers(of: $0, bytes, isASCII: isASCII) }
        }
        #expect(hasMembers == expected, "\(pattern) in \(text)")
    }

    /// Expressions that can backtrack badly, and texts that make them.
    static let dangerous: [(pattern: String, danger: PatternLint.Danger, text: String)] = [
        ("(a+)+$", .exponential, String(repeating: "a", count: 40) + "b"),
        ("(a*)*\\d", .exponential, String(repeating: "a", count: 40)),
        ("(?:a+)*\\d", .exponential, String(repeating: "a", count: 40)),
        ("([a-z]+)*\\d", .exponential, String(repeating: "a", count: 40)),
        ("(?:\\w+\\s?)+$", .exponential, String(repeating: "a", count: 40) + "!"),
        ("(.*,){20}\\d", .exponential, String(repeating: ",", count: 60)),
        ("(.*a){20}", .exponential, String(repeating: "a", count: 19)),
        ("((ab)*)*c", .exponential, String(repeating: "ab", count: 40)),
        ("(a|b+)+c", .exponential, String(repeating: "b", count: 40)),
        ("(a|a)*\\d", .exponential, String(repeating: "a", count: 40)),
        ("(a|aa)+$", .exponential, String(repeating: "a", count: 60) + "b"),
        ("(?:[a-z]|[a-m]x?)+\\d", .exponential, String(repeating: "a", count: 40)),
        ("(\\w|\\d)+\\W", .exponential, String(repeating: "1", count: 40)),
        ("(?:ab|a|b)*c", .exponential, String(repeating: "ab", count: 40)),
        ("(?i)(?:x+x+)+y", .exponential, String(repeating: "x", count: 40)),
        ("\\s*\\s*\\s*\\d", .polynomial, String(repeating: " ", count: 8_000)),
        ("(?s).*.*.*\\d", .polynomial, String(repeating: "a", count: 8_000)),
        (".*.*.*\\d", .polynomial, String(repeating: "a", count: 8_000)),
        ("\\w+\\d*[a-z0-9]*\\W", .polynomial, String(repeating: "1", count: 8_000)),
        ("[ab]*[bc]*[cb]+$", .polynomial, String(repeating: "b", count: 8_000) + "!"),
        ("(a+){3}b", .polynomial, String(repeating: "a", count: 8_000)),
        ("\\s*\\s*\\d", .polynomial, String(repeating: " ", count: 30_000)),
        ("a*[ab]*c", .polynomial, String(repeating: "a", count: 30_000)),
        ("^\\s*.*\\d", .polynomial, String(repeating: " ", count: 30_000)),
    ]

    @Test func `patterns that can backtrack badly are told, and do`() throws {
        for (pattern, danger, text) in Self.dangerous {
            let (node, _) = try #require(PatternParser.parse(pattern))
            #expect(PatternLint.danger(node) == danger, "\(pattern)")
            let rule = RuleFixture.rule("a.b", match: "m: { regex: '\(pattern)' }")
            let matcher = RuleMatcher(try RuleFixture.ruleSet(RuleFixture.pack(rule)))
            matcher.filtersExpressions = false
            matcher.evaluate(try RuleFixture.analysis(text))
            #expect(matcher.hits.map(\.gaveUp) == [true], "\(pattern) on \(text.count)")
        }
    }

    @Test(arguments: [
        "(?:\\w+,)+x", "(?:\\w+\\s+)+x", "(?>a+)+b", "(a++)+b", "(ab)+c", "(a+){2}", "\\w+@\\w+",
        "(?im)^(from|to):[ \\t]+\\S", "(?:a|b)+c", "(?:ab|cd)*e", "(?:\\d+\\.)+\\d+", "\\s+$", "a*b*c*d",
        "(?:\"[^\"]*\"|[^\",]*,)+x", "[a-z]+[0-9]+x", "\\s*+\\s*x", "(?:https?://)?\\w+\\.\\w+", ".*\\s*",
        "(?:\\b\\w+\\b)+!", "(?:(?!x)\\w)+y", "\\w+(?:-\\w+)*!", "(?:[^\\\\]|\\\\.)*\"",
        "\\p{Lu}+\\d+x", "(?:one|two|three)+four", "(?:a?b)+c", "x{2,5}x{2,5}y", "\\s{0,100}\\s*x",
        "[a-z ]{4,60}\\s*x",
        "(?:[a-z][. ]{1,3}){4,}[a-z]\\d", "(?:\\d{1,3},)+x", "(?:[a-z]{2,4})?x",
        "(?s)begin.*?end", "(?s)a.*b", "(?s)x.+", "(?s)(?:<.)*>",
    ])
    func `patterns that do not backtrack badly are left alone`(_ pattern: String) throws {
        let (node, _) = try #require(PatternParser.parse(pattern))
        #expect(PatternLint.danger(node) == nil, "\(pattern)")
    }

    @Test(arguments: [
        ("x*", true), ("a|", true), (".*", true), ("[\\s\\S]*", true), ("(?m)^.*$", true), ("(?s).*", true),
        ("^", true),
        (".+", false), ("(?m)^$", false), ("^\\s*$", false), ("\\A.{0,80}\\z", false), ("q*x", false),
    ])
    func `what matches every text is known`(_ pattern: String, _ expected: Bool) throws {
        #expect(try RegexPattern(pattern).matchesEverything == expected, "\(pattern)")
    }

    @Test(arguments: [
        ("status", ["status", "says"], "status"),
        ("stauts", ["status", "says"], "status"),
        ("emial", ["email", "message"], "email"),
        ("xyz", ["status", "says"], nil),
        ("", ["a"], nil),
    ])
    func `suggestions`(_ name: String, _ candidates: [String], _ expected: String?) {
        #expect(Suggestion.nearest(to: name, among: candidates) == expected)
    }
}
