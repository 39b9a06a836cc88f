import IlkVocabulary
import RuleTestSupport
import Testing

@testable import IlkRules

@Suite struct `Patterns` {
    /// Describes required literals: the strings at the start, `...`, and the strings elsewhere. `^` is a line
    /// start, `<` and `>` are word boundaries.
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
    func `an expression requires the expected literals`(_ pattern: String, _ expected: String?) {
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
    func `an expression requires the expected characters`(_ pattern: String, _ text: String, _ expected: Bool)
        throws
    {
        let (node, _) = try #require(PatternParser.parse(pattern))
        let sets = RequiredCharacters(of: node).sets
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        let hasMembers = Array(text.utf8).withUnsafeBufferPointer { bytes in
            sets.withUnsafeBufferPointer { ByteSet().hasMembers(of: $0, bytes, isASCII: isASCII) }
        }
        #expect(hasMembers == expected, "\(pattern) in \(text)")
    }

    @Test(arguments: [
        ("x*", true), ("a|", true), (".*", true), ("[\\s\\S]*", true), ("(?m)^.*$", true), ("(?s).*", true),
        ("^", true),
        (".+", false), ("(?m)^$", false), ("^\\s*$", false), ("\\A.{0,80}\\z", false), ("q*x", false),
        ("(?m)^\\b", false), ("(?m)^(?=a)", false), ("(?im)^(?:\\ba?)", false), ("(?md)^\\b", false),
    ])
    func `expressions that match every text are detected`(_ pattern: String, _ expected: Bool) throws {
        #expect(try RegexPattern(pattern).matchesEverything == expected, "\(pattern)")
    }

    @Test(arguments: [
        ("(a", "unmatched parenthesis"), ("[a", "missing closing bracket"),
        ("a{x}", "invalid repetition interval"), ("\\p{Nope}", "unknown property name"),
        ("[[:nope:]]", "unknown property name"), ("(?i-z)a", "invalid flag"),
        ("(a)\\2", "back-reference to an unknown group"),
        ("(?<=a*)b", "look-behind without a maximum length"),
        ("(?z)a", "unknown type of group, or unknown flag"),
        ("(?P<a>x)", "unknown type of group, or unknown flag"),
        ("(?{a})", "unknown type of group, or unknown flag"), ("\\(?*", "nothing to repeat before '*'"),
        ("a+++", "nothing to repeat before '+'"), ("[z--]", "syntax error"),
    ])
    func `an invalid expression is explained in words`(_ pattern: String, _ phrase: String) throws {
        let failure = #expect(throws: RegexPattern.Failure.self) { try RegexPattern(pattern) }
        let explanation = try #require(failure).explanation(in: pattern)
        #expect(explanation.phrase == phrase && explanation.hint?.isEmpty == false, "\(pattern)")
    }

    @Test(arguments: ["(?m)^\\b", "(?m)^(?=a)", "(?m)^(?<!a)(?=b)", "(?md)^\\b", "(?m)(?:^\\b)+"])
    func `a search for a line start in an empty text finds nothing`(_ pattern: String) throws {
        let cursor = try #require(try RegexPattern(pattern).cursor())
        [UInt8]().withUnsafeBufferPointer { bytes in
            #expect(cursor.begin(bytes))
            if case .end = cursor.next() {} else { Issue.record("a match or a limit") }
            if case .end = cursor.match(at: 0) {} else { Issue.record("a match or a limit") }
        }
        let result = RuleFixture.load(
            RuleFixture.pack(RuleFixture.rule("a.b", match: "m: { regex: '\(pattern)' }")))
        #expect(result.ruleSet != nil)
    }

    @Test(arguments: [
        ("status", ["status", "says"], "status"),
        ("stauts", ["status", "says"], "status"),
        ("emial", ["email", "message"], "email"),
        ("xyz", ["status", "says"], nil),
        ("", ["a"], nil),
    ])
    func `the nearest name is suggested`(_ name: String, _ candidates: [String], _ expected: String?) {
        #expect(Suggestion.nearest(to: name, among: candidates) == expected)
    }
}
