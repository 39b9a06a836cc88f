import TestSupport
import Testing

@testable import IlkRules

/// Expressions that are accepted without ICU. ICU must accept every one of them.
@Suite struct `Plain expressions` {
    private func isTaken(_ pattern: String) -> Bool {
        do {
            _ = try RegexPattern(pattern)
            return true
        } catch {
            return false
        }
    }

    @Test(arguments: [
        #"(?im)^(from|to|cc):[ \t]+\S"#, #"\b(?:ing|ed)?\b"#, #"[a-z0-9_.]+@[a-z]+\.[a-z]{2,}"#,
        #"a{2}b{1,3}c{4,}"#,
        #"\p{Lu}\P{L}*+"#, #"(?i:x|y)(?=z)(?!w)"#, #"(?>a+)b*?"#, "čaj|茶+",
        "(?<=a)b", #"(?<![\w/.]|x)b"#, "[:;-] ?x", "[:a]",
    ])
    func `common syntax is plain`(_ pattern: String) throws {
        #expect(try #require(PatternParser.read(pattern)).isPlain)
        #expect(isTaken(pattern))
    }

    @Test(arguments: [
        "a**", "^*", #"\b+"#, "(?i)*", "a{3,2}", "a{1,5000}", "(?<n>a)", "(?<=a{1,2})b", "(?<!a*)b", "(?#x)",
        "()", "a||b",
        "(?)", "(?-i)x",
        "(?x) a", #"\R"#, #"\p{Script=Greek}"#, "[:a:]", "[:a]b[c:]", "[--z]", "[+-.]", "a]", "a}", "\u{1}",
    ])
    func `rare or invalid syntax is not plain`(_ pattern: String) {
        #expect(PatternParser.read(pattern)?.isPlain != true)
    }

    @Test(arguments: [1, 2, 3, 4])
    func `ICU accepts every plain expression`(_ seed: UInt64) throws {
        let pieces = [
            "a", "Z", "7", "_", " ", "é", "茶", "ß", "-", ",", "/", "#", "&", "~", ":", "=", "!", "<", ">",
            "'", "\"", "@", "%", "`",
            ".", "^", "$", "*", "+", "?", "*?", "++", "{2}", "{1,3}", "{4,}", "{0,1000}", "{900}", "{3,2}",
            "{", "}", "(", ")",
            "|", "(?:",
            "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i)", "(?ms)", "(?i:", "(?<n>", "[", "[^", "]", "a-z",
            "0-9", "z-a",
            #"\d"#, #"\w"#, #"\S"#, #"\b"#,
            #"\A"#, #"\z"#, #"\."#, #"\-"#, #"\]"#, #"\["#, #"\\"#, #"\n"#, #"\p{L}"#, #"\P{Lu}"#, #"\p{X}"#,
            #"\x41"#, #"\u00e9"#,
            #"\Q"#, #"\1"#, #"\h"#, #"\ "#, #"\&"#, #"\é"#, "\t",
        ]
        let members = [
            "a", "Z", "7", "_", " ", "é", "茶", "-", "--", "^", "&", "&&", ":", "{", "}", "$", "~", "(", ")",
            "|", "*", "+", ".", "[", "[:",
            "=", "#", "@", "<", ">", "!", "'", "\"", "a-z", "+-.", "é-茶", "z-a", #"\d"#, #"\W"#, #"\]"#,
            #"\-"#, #"\\"#, #"\n"#, #"\p{L}"#,
            #"\P{Lu}"#, #"\x41"#, #"a-\d"#, #"\d-z"#, #"\.-~"#,
        ]
        var generator = SeededGenerator(seed: seed)
        func set() -> String {
            let parts = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                members[Int.random(in: members.indices, using: &generator)]
            }
            return "[\(Bool.random(using: &generator) ? "^" : "")\(parts.joined())]"
        }
        var plain = 0
        for round in 0..<30_000 {
            let count = Int.random(in: 1...9, using: &generator)
            var pattern = (0..<count).map { _ in pieces[Int.random(in: pieces.indices, using: &generator)] }
                .joined()
            if round % 2 == 0 { pattern = "(?i)" + set() + pattern }
            if round % 3 == 0 { pattern = set() + "x" + set() }
            guard let reading = PatternParser.read(pattern), reading.isPlain else { continue }
            plain += 1
            #expect(isTaken(pattern), "seed \(seed): \(pattern)")
        }
        #expect(plain > 500)
    }

    @Test func `an expression that needs a character does not match everything`() throws {
        for pattern in ["a", "[^a]", "(?:a|b)+", #"\bx?y"#, "a*b|c", "(?=x)y{2}"] {
            #expect(try #require(PatternParser.read(pattern)).node.canBeEmpty == false)
            #expect(try RegexPattern(pattern).matchesEverything == false)
        }
        for pattern in ["a*", "(?:)|b", "^", "(?=x)", "a?b{0,2}"] {
            #expect(try #require(PatternParser.read(pattern)).node.canBeEmpty)
        }
    }
}
