import CICU
import IlkText
import IlkVocabulary
import RuleTestSupport
import TestSupport
import Testing

@testable import IlkRules

@Suite struct `Patterns` {
    /// Describes required literals: the strings at the start, `...`, and the strings elsewhere. `^` is a line
    /// start, `<` and `>` are word boundaries.
    private func required(_ pattern: String) -> String? {
        guard let node = PatternParser.reading(pattern)?.node, let required = RequiredLiterals.of(node) else {
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
        ("(?x) a b c", "abc"),
        ("[[a-z]&&[^b]]x", "...x"),
        ("\\Qa.b\\E", "a.b"),
        ("(ab)\\1", nil),
        ("\\x41b", "ab"),
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
        let node = try #require(PatternParser.reading(pattern)).node
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
        #expect(RegexPattern.matchesEverything(try PatternProgram(pattern)) == expected, "\(pattern)")
    }

    @Test(arguments: [
        ("(a", "unmatched parenthesis"), ("a)", "unmatched parenthesis"), ("[a", "missing closing bracket"),
        ("a{x}", "invalid quantifier"),
        ("a{3,2}", "quantifier with a maximum below its minimum"),
        ("a{99999999}", "number too large"), ("\\p{Nope}", "unknown property name"),
        ("\\pL", "unknown property name"), ("[[:nope:]]", "unknown property name"),
        ("\\N{NOBODY}", "unknown character name"), ("(?i-z)a", "invalid flag"),
        ("(?w)a", "the flag 'w' is not supported"), ("(a)\\1", "back-references are not supported"),
        ("(?<a>b)\\k<a>", "back-references are not supported"), ("\\Ga", "'\\G' is not supported"),
        ("\\X", "'\\X' is not supported"), ("(?<=a*)b", "lookbehind without a maximum length"),
        ("(?<=a(?>b|bc))d", "atomic group or possessive quantifier of varying length in a lookbehind"),
        ("(?z)a", "unknown group type or flag"),
        ("(?<a>b)(?<a>c)", "invalid or repeated group name"),
        ("(?P<a>x)", "unknown group type or flag"),
        ("(?{a})", "unknown group type or flag"), ("\\(?*", "nothing to repeat before '*'"),
        ("a+++", "nothing to repeat before '+'"), ("\\b*", "nothing to repeat before '*'"),
        ("[z--]", "syntax error"), ("[z-a]", "invalid range in a set"),
        ("\\x{110000}", "invalid escape sequence"),
        ("a\\", "invalid escape sequence"), ("a}", "syntax error"),
        ("(?:[a-z]{2}\\d){9000}", "expression too large"),
        (
            String(repeating: "(", count: 60) + String(repeating: ")", count: 60),
            "groups or sets nested too deeply"
        ),
    ])
    func `an invalid expression is explained in words`(_ pattern: String, _ phrase: String) throws {
        let error = try #require(#expect(throws: PatternError.self) { try PatternProgram(pattern) })
        #expect(error.explanation.phrase == phrase && !error.explanation.hint.isEmpty, "\(pattern)")
    }

    @Test(arguments: ["(?m)^\\b", "(?m)^(?=a)", "(?m)^(?<!a)(?=b)", "(?md)^\\b", "(?m)(?:^\\b)+"])
    func `a search for a line start in an empty text finds nothing`(_ pattern: String) throws {
        let rules = RuleFixture.pack(RuleFixture.rule("a.b", match: "m: { regex: '\(pattern)' }"))
        let matcher = RuleMatcher(try RuleFixture.ruleSet(rules))
        matcher.evaluate(try RuleFixture.analysis(""))
        #expect(matcher.hits.isEmpty)
    }

    @Test func `a character without a case has no variants`() {
        let cased = ScalarTable(.cased)
        var missing: [UInt32] = []
        for scalar in UInt32(0x80)...(TestLength.isLong ? 0x10_FFFF : 0x2_FFFF) where !cased.contains(scalar)
        {
            var edges: [UInt32] = [0, 0, 0, 0]
            let count = ilk_case_closure([scalar, scalar + 1], 2, &edges, 4)
            if count != 2 || edges[0] != scalar || edges[1] != scalar + 1 { missing.append(scalar) }
        }
        #expect(missing.isEmpty)
    }

    @Test func `all characters that fold to several are known`() {
        var missing: [Unicode.Scalar] = []
        for scalar in (UInt32(0x80)...0x10FFFF).lazy.compactMap(Unicode.Scalar.init) {
            let folded = CaseFolding.fold(scalar)
            guard folded.count > 1 else { continue }
            let known = CaseFolding.expansions(atStartOf: folded[...])
            if !known.contains(where: { $0.scalar == scalar }) { missing.append(scalar) }
        }
        #expect(missing.isEmpty)
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
