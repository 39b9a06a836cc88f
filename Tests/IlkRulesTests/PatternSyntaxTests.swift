import RuleTestSupport
import TestSupport
import Testing

@testable import IlkRules

/// The parser accepts the same expressions as ICU, except those that it cannot match in linear time.
@Suite struct `Pattern syntax` {
    private static let pieces = [
        "a", "Z", "7", "_", " ", "é", "茶", "ß", "-", ",", "/", "#", "&", "~", ":", "=", "!", "<", ">", "'",
        "\"",
        "@", "%", "`", ".", "^", "$", "*", "+", "?", "*?", "++", "{2}", "{1,3}", "{4,}", "{0,10}", "{3,2}",
        "{",
        "}", "(", ")", "|", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i)", "(?ms)", "(?i:", "(?d-i)",
        "(?<n>",
        "(?#", "[", "[^", "]", "a-z", "0-9", "z-a", #"\d"#, #"\w"#, #"\S"#, #"\b"#, #"\A"#, #"\z"#, #"\."#,
        #"\-"#,
        #"\]"#, #"\["#, #"\\"#, #"\n"#, #"\p{L}"#, #"\P{Lu}"#, #"\p{X}"#, #"\x41"#, #"\u00e9"#, #"\Q"#,
        #"\E"#,
        #"\h"#, #"\ "#, #"\&"#, #"\é"#, "\t", #"\R"#, #"\0101"#, #"\cA"#, #"\x{41}"#, #"\j"#,
    ]
    private static let members = [
        "a", "Z", "7", "_", " ", "é", "茶", "-", "--", "^", "&", "&&", ":", "{", "}", "$", "~", "(", ")", "|",
        "*",
        "+", ".", "[", "[:alpha:]", "[b-d]", "=", "#", "@", "<", ">", "!", "'", "\"", "a-z", "+-.", "é-茶",
        "z-a", #"\d"#, #"\W"#, #"\]"#, #"\-"#, #"\\"#, #"\n"#, #"\p{L}"#, #"\P{Lu}"#, #"\x41"#, #"a-\d"#,
        #"\d-z"#,
        #"\.-~"#, #"\Q[\E"#, "]", #"\x"#, #"\u"#, "[:digit",
    ]

    private static func isAccepted(_ pattern: String) -> (Bool, PatternError.Reason?) {
        do {
            _ = try PatternParser.read(pattern)
            return (true, nil)
        } catch {
            return (false, error.reason)
        }
    }

    private static func random(_ round: Int, _ generator: inout SeededGenerator) -> String {
        func set(_ depth: Int = 0) -> String {
            let parts = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                depth < 4 && Int.random(in: 0..<6, using: &generator) == 0
                    ? set(depth + 1) : members.randomElement(using: &generator) ?? ""
            }
            return "[\(Bool.random(using: &generator) ? "^" : "")\(parts.joined())]"
        }
        if round % 3 == 0 { return set() + "x" + set() }
        let count = Int.random(in: 1...9, using: &generator)
        let pattern = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
        return round % 2 == 0 ? "(?i)" + set() + pattern : pattern
    }

    @Test(arguments: [1, 2, 3, 4])
    func `the parser accepts what ICU accepts`(_ seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var accepted = 0
        for round in 0..<6_000 {
            let pattern = Self.random(round, &generator)
            // ICU refuses a range from `&`, and confuses `[::` with a POSIX set.
            if pattern.contains("&-") || pattern.contains("[::") { continue }
            let (isAccepted, reason) = Self.isAccepted(pattern)
            accepted += isAccepted ? 1 : 0
            let unsupported: [PatternError.Reason] = [.atomicLookBehind, .backReference, .size, .wordFlag]
            if let reason, unsupported.contains(reason) { continue }
            #expect(isAccepted == (ICUExpression(pattern) != nil), "\(pattern.debugDescription)")
        }
        #expect(accepted > 600)
    }

    /// Compares single characters: all of ASCII, and some of each kind outside.
    @Test(arguments: [5, 6, 7])
    func `a set contains the same characters as in ICU`(_ seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let scalars =
            Array(UInt32(1)...0x24F) + Array(0x370...0x3FF) + [
                0x1E9E, 0x2028, 0x212A, 0x8336, 0xFB06, 0x1F600,
            ]
        let texts = scalars.compactMap(Unicode.Scalar.init).map { Array(String($0).utf8) }
        let machine = PatternMachine()
        var compared = 0
        while compared < 400 {
            let pattern =
                (Bool.random(using: &generator) ? "(?i)" : "")
                + Self.random(0, &generator).prefix { $0 != "x" }
            // ICU adds a mark that follows `-[...]` or `&[...]` to that set, not to the result.
            if pattern.contains("]&]") || pattern.contains("]-]") { continue }
            guard let icu = ICUExpression(pattern), let reading = PatternParser.reading(pattern),
                let program = try? PatternProgram(reading)  // Other errors are compared above.
            else { continue }
            compared += 1
            for text in texts {
                text.withUnsafeBufferPointer { bytes in
                    machine.begin(bytes)
                    let isFound = if icu.begin(bytes), case .match = icu.match(at: 0) { true } else { false }
                    #expect((machine.match(program, at: 0) >= 0) == isFound, "\(pattern) at \(text)")
                }
            }
        }
    }

    @Test func `an expression that needs a character does not match everything`() throws {
        for pattern in ["a", "[^a]", "(?:a|b)+", #"\bx?y"#, "a*b|c", "(?=x)y{2}"] {
            #expect(try !PatternParser.read(pattern).node.canBeEmpty)
            #expect(try !RegexPattern.matchesEverything(PatternProgram(pattern)))
        }
        for pattern in ["a*", "(?:)|b", "^", "(?=x)", "a?b{0,2}"] {
            #expect(try PatternParser.read(pattern).node.canBeEmpty)
        }
    }
}
