import IlkVocabulary
import RuleTestSupport
import TestSupport
import Testing

@testable import IlkRules

/// Compares the pattern machine with ICU at each position.
@Suite struct `Pattern machine` {
    /// Expressions that use each operation in several ways.
    private static let patterns = [
        "ab", "(?i)aB", "[a-c]+b", "[a-c]+?b", "[a-c]++b", "a*ab", "a{2,3}a", "a{2,3}?b", "a{2,3}+a",
        "(ab|a)b",
        "(a|ab)(c|bc)", "(ab)+a", "(ab){1,2}a", "(ab)+?a", "(ab)*+a", "(?>a+|ab)b", "(?>a|ab)c", "a?b?c",
        "\\bab", "a\\b", "\\Ba", "a\\B", "^a", "(?m)^a", "a$", "(?m)a$", "a\\z", "a\\Z", "\\Aa", "a(?=b)",
        "a(?!b)", "(?<=a)b", "(?<!a)b", "(?<=ab)c", "(?<![ab]\\s)c", "a(?=b+c)\\w", "a.b", "a.*b", "a.+?b",
        "a[^\\n]{1,3}b", "\\w+\\s\\w", "\\W+a", "\\D1", "\\Sa", "[^a]b", "(?i)[^a]b", "(?i)[^k]s", "(?i)ks",
        "[\\w.-]+:", "a(b|c|1)*:", "(?m)^[ \\t]*a$", "\\p{L}1", "(?i)\\p{Lu}b", "\\p{P}a", "[\\p{S}_]a",
        "a\\r?\\n", "é", "(?i)é", "[^a-z]é", "(?i)[à-ÿk]b", "(?i)a[^😀-🙏]b", "(?i)[❤-🙏]|b-", "(?i)aßb",
        "(?i)ßc|kß", "’s",
        "(a|b|c){2,}1", "(?:a|\\b)b", "x*(?<=a)b", "(a b|a)( b)?c", "(?s)a.b", "(?s)a.*b", "(?s)a.+?b",
        "(?s).{2}b",
        "(a*)*b", "(a*)+b", "(?:a|b?)*c", "(a*b?)*", "((a*)*b?)+c", "(?:|a)+b", "(?:a?){2,}b", "(?:a?){3}",
        "(?:a?b?){1,2}c", "(?:(?>a*)b?)*c", "(?:a*+b?)+c", "(?:\\b|a)*c", "(?:(?=a)|ab)*c", "a*", "b*?$",
        "(?m)^$",
        "(?d)a$", "(?md)^a", "(?md)a$", "(?d)a.b", "(?i)\u{212A}", "(?i)[a-\u{17F}]b", "[[:alpha:]]a",
        "[[:^alpha:]]a", "[a-z&&[^b]]c", "[a-z--[ab]]b", "[^a-c&&b-k]", "(?i)[^a-c&&b-k]", "[[a-k]-[b]]",
        "(?<=a|bc)d", "(?<=a|bc)k", "(?<!a|b\\s)c", "(?<=a{1,3})b", "(?<=a.{0,100})b",
        "(?<!b .{0,70})a(?<!a .{0,70})", "(?<=(?:a|bb){1,2})c", "(?<=é|a.)b",
        "(?i)(?<=ss)a", "(?i)(?<!ß)a", "(?i)\\P{Lu}b", "\\P{Lu}b", "(?i)[\\P{Lu}]b", "a{0}b", "\\Qa.\\Eb",
        "(?x) a [ b c ] # d", "a\\Rb?", "\\h+a", "\\H\\V", "\\va", "[\\h\\v]a", "(?i)ss", "(?i)[ß]",
        "(?i)ßk?",
        "(?i)s+a", "(?i)kß+", "\\x61\\u0062", "\\N{LATIN SMALL LETTER A}b", "\\p{Script=Latin}+1",
        "[\\p{L}&&[^a-b]]", "\\y\\j?a", "[]a]b", "[^]a]b", "a(?#b)+c", "(?i)\\x{1F80}", "(?i)ΐ",
        "[\\W&&[^ ]]a",
        "\\bé", "é\\b", "\\B\u{301}", "a\\b\u{301}?", "(?i)ǰ", "(?i)ﬃ", "(?i)stß", "(?:é|É)+", "[^é’]a",
    ]
    private static let letters: [String] = [
        "a", "a", "a", "b", "b", "b", "c", "c", "A", "B", "k", "K", "s", "S", "ss", "1", "_", " ", " ", "-",
        ":",
        ".",
        "\n", "\r\n", "\r", "\t", "\u{B}",
    ]
    private static let others = [
        "é", "É", "’", "\u{2028}", "\u{85}", "\u{301}", "𝒜", "\u{17F}", "\u{A0}", "ß", "ẞ", "\u{212A}", "ﬆ",
        "ǰ",
        "\u{1F80}", "\u{1F00}\u{3B9}", "ΐ", "\u{3B9}\u{308}\u{301}", "ﬃ", "ffi", "\u{AD}", "日", "٣",
    ]

    private static func text(_ generator: inout SeededGenerator, plain: Bool) -> String {
        (0..<Int.random(in: 0...14, using: &generator)).map { _ in
            let isOther = !plain && Int.random(in: 0..<6, using: &generator) == 0
            return (isOther ? others : letters).randomElement(using: &generator) ?? ""
        }.joined()
    }

    // MARK: Random expressions

    private static func expression(_ depth: Int, _ generator: inout SeededGenerator) -> String {
        let count = Int.random(in: 1...4, using: &generator)
        return (0..<count).map { _ in part(depth, &generator) }.joined()
    }

    private static func part(_ depth: Int, _ generator: inout SeededGenerator) -> String {
        let places = [
            "\\b", "\\B", "^", "$", "\\A", "\\z", "\\Z", "(?m:^)", "(?m:$)", "(?d:$)", "(?md:^)", "(?md:$)",
        ]
        let singles = [
            "a", "b", "c", "k", "1", " ", ":", "A", ".", "\\w", "\\s", "\\d", "\\S", "\\W", "[ab]", "[^a]",
            "[^\\n]", "(?s:.)", "(?i:s)", "(?i:ß)", "\\h", "\\R", "[^b’]", "[[:punct:]]", "ss",
            "[b1_]", "[a-c ]", "\\n", "\\r", "[\\w-]", "(?i:k)", "(?i:[^b])", "\\p{L}", "\\P{L}", "é",
        ]
        let endings = ["", "", "", "*", "+", "?", "{2}", "{1,3}", "{2,}", "{0,2}"]
        let greed = ["", "", "?", "+"]
        func ending() -> String {
            let ending = endings.randomElement(using: &generator) ?? ""
            return ending.isEmpty ? "" : ending + (greed.randomElement(using: &generator) ?? "")
        }
        guard depth > 0, Int.random(in: 0..<3, using: &generator) == 0 else {
            if Int.random(in: 0..<7, using: &generator) == 0 {
                return places.randomElement(using: &generator) ?? ""
            }
            return (singles.randomElement(using: &generator) ?? "a") + ending()
        }
        let inner = expression(depth - 1, &generator)
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: return "(?=\(inner))"
        case 1: return "(?!\(inner))"
        case 2: return "(?<=\(singles.randomElement(using: &generator) ?? "a")|a(?:b|cc)?)"
        case 3: return "(?<!\(singles.randomElement(using: &generator) ?? "a"))"
        case 4: return "(?>\(inner))" + ending()
        case 5: return "(?i:\(inner))" + ending()
        default: return "(\(inner)|\(expression(depth - 1, &generator)))" + ending()
        }
    }

    // MARK: Comparison

    /// The result of comparing both at all positions of a text.
    private struct Comparison {
        var differences: [String] = []
        var matches = 0
        var places = 0

        static func += (left: inout Comparison, right: Comparison) {
            left.differences += right.differences
            left.matches += right.matches
            left.places += right.places
        }
    }

    private static func compare(
        _ pattern: String, _ program: PatternProgram, _ icu: ICUExpression, _ text: String,
        _ machine: PatternMachine, plainSteps: Int?
    ) -> Comparison {
        var result = Comparison()
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            // For ICU, a line can also begin between CR and LF.
            if pattern.contains("(?m"), pattern.contains("^"), text.unicodeScalars.contains("\r") { return }
            guard icu.begin(bytes) else { return }
            machine.begin(bytes, plainSteps: plainSteps)
            for place in 0...bytes.count where place == bytes.count || bytes[place] & 0xC0 != 0x80 {
                let wanted: Int
                switch icu.match(at: place) {
                case .match(let span): wanted = span.upperBound
                case .end: wanted = PatternMachine.none
                case .limitReached: return
                }
                let found = machine.match(program, at: place)
                // The steps of a match are not run again from positions in it.
                if found >= 0 { machine.begin(bytes, plainSteps: plainSteps) }
                result.places += 1
                result.matches += wanted >= 0 ? 1 : 0
                // No match may begin with a byte that is not in the set of first bytes.
                let isPassed =
                    place < bytes.count ? program.firstBytes[Int(bytes[place])] == 0 : !program.canBeEmpty
                if found != wanted || isPassed && wanted >= 0 {
                    result.differences.append(
                        "\(pattern) at \(place) in \(text.debugDescription): \(found), not \(wanted)")
                }
            }
        }
        return result
    }

    private static func compare(
        _ patterns: [(String, PatternProgram)], seed: UInt64, texts: Int, plain: Bool = false,
        plainSteps: Int? = nil
    ) throws -> Comparison {
        var generator = SeededGenerator(seed: seed)
        let machine = PatternMachine()
        var result = Comparison()
        for (pattern, program) in patterns {
            let icu = try #require(ICUExpression(pattern))
            for _ in 0..<texts {
                let text = text(&generator, plain: plain)
                result += compare(pattern, program, icu, text, machine, plainSteps: plainSteps)
            }
        }
        return result
    }

    private static func programs(_ patterns: [String]) -> [(String, PatternProgram)] {
        patterns.compactMap { pattern in
            do { return (pattern, try PatternProgram(pattern)) } catch { return nil }
        }
    }

    // MARK: Tests

    /// The machine stores results from the first step on, after some steps, or not at all.
    private static let plainSteps: [Int?] = [nil, 1, 40]

    @Test(arguments: [UInt64(31), 32], plainSteps)
    func `the machine finds the same matches as ICU`(_ seed: UInt64, _ steps: Int?) throws {
        print("seed \(seed)")
        let programs = Self.programs(Self.patterns)
        #expect(programs.map(\.0) == Self.patterns)
        let plain = try Self.compare(programs, seed: seed, texts: 120, plain: true, plainSteps: steps)
        #expect(plain.differences.prefix(5) == [])
        #expect(plain.matches > 1_000)
        let mixed = try Self.compare(programs, seed: seed + 100, texts: 60, plainSteps: steps)
        #expect(mixed.differences.prefix(5) == [])
        #expect(mixed.matches > 1_000)
    }

    @Test(arguments: [UInt64(41), 42], plainSteps)
    func `random expressions find the same matches as ICU`(_ seed: UInt64, _ steps: Int?) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var patterns: [String] = []
        while patterns.count < 700 {
            let pattern = Self.expression(2, &generator)
            if PatternParser.reading(pattern) != nil, ICUExpression(pattern) != nil {
                patterns.append(pattern)
            }
        }
        let result = try Self.compare(Self.programs(patterns), seed: seed, texts: 10, plainSteps: steps)
        // At the end of a text, `\b` of ICU sometimes reads another character than the one before.
        let (atBoundaries, others) = (
            result.differences.filter { $0.contains("\\b") || $0.contains("\\B") },
            result.differences.filter { !$0.contains("\\b") && !$0.contains("\\B") }
        )
        #expect(others.prefix(5) == [])
        #expect(atBoundaries.count < result.places / 1_000)
        #expect(result.matches > 2_000)
        print("\(result.places) places, \(result.matches) matches")
    }

    /// A mutation of a program. Returns `true` if it applies to a step.
    private static let faults: [(name: String, change: @Sendable (inout PatternProgram.Step) -> Bool)] = [
        ("a run gives nothing back", { change(&$0, .run) { $0.operation = .finalRun } }),
        ("a final run gives back", { change(&$0, .finalRun) { ($0.operation, $0.follow) = (.run, .open) } }),
        ("a lazy run is greedy", { change(&$0, .lazyRun) { ($0.operation, $0.follow) = (.run, .open) } }),
        ("a run takes one more", { change(&$0, .run) { $0.maximum &+= $0.maximum == .max ? 0 : 1 } }),
        ("a run needs one more", { change(&$0, .run) { $0.minimum += 1 } }),
        (
            "the ways of a split change places",
            {
                change(&$0, .split) {
                    ($0.next, $0.other, $0.test, $0.follow) = ($0.other, $0.next, $0.follow, $0.test)
                }
            }
        ),
        ("the other way of a split is never gone", { change(&$0, .split) { $0.follow = .nothing } }),
        ("the first way of a split is never gone", { change(&$0, .split) { $0.test = .nothing } }),
        ("nothing may follow a run", { change(&$0, .run) { $0.follow = .nothing } }),
        ("a letter is compared with its case", { change(&$0, .letter) { $0.operation = .byte } }),
        (
            "what is held is given back",
            { change(&$0, .endAtomic) { ($0.operation, $0.test, $0.follow) = (.split, .open, .nothing) } }
        ),
        ("what must not be must be", { change(&$0, .look) { $0.byte ^= 1 } }),
        ("a look behind goes one further", { change(&$0, .look) { $0.minimum += $0.byte >= 2 ? 1 : 0 } }),
        (
            "an edge of a word is none",
            { change(&$0, .assertion) { if $0.byte >= 4, $0.byte <= 5 { $0.byte ^= 1 } } }
        ),
        ("lines begin with the text alone", { change(&$0, .assertion) { if $0.byte == 1 { $0.byte = 0 } } }),
        ("lines end with the text alone", { change(&$0, .assertion) { if $0.byte == 3 { $0.byte = 2 } } }),
        (
            "the last line ends with the text alone",
            { change(&$0, .assertion) { if $0.byte == 6 { $0.byte = 2 } } }
        ),
        ("the text ends with the last line", { change(&$0, .assertion) { if $0.byte == 2 { $0.byte = 6 } } }),
        ("a character outside ASCII is never taken", { change(&$0, .one) { $0.test.outside = .none } }),
        ("any character outside ASCII is taken", { change(&$0, .one) { $0.test.outside = .all } }),
    ]

    private static func change(
        _ step: inout PatternProgram.Step, _ operation: PatternProgram.Operation,
        _ body: (inout PatternProgram.Step) -> Void
    ) -> Bool {
        guard step.operation == operation else { return false }
        body(&step)
        return true
    }

    @Test func `every mutation of a program is detected`() throws {
        for fault in Self.faults {
            let mutants = Self.programs(Self.patterns).compactMap { pattern, program in
                program.changed(fault.change).map { (pattern, $0) }
            }
            #expect(!mutants.isEmpty, "\(fault.name)")
            let isFound = try (5..<25).contains { seed in
                try !Self.compare(mutants, seed: seed, texts: 30).differences.isEmpty
            }
            #expect(isFound, "\(fault.name)")
        }
    }

    /// Expressions that backtrack exponentially or quadratically, and the text that they cannot match.
    static let runaways = [
        ("(a|aa)+$", "a", "b"), ("(?:\\w+\\s?)+$", "a", "!"), ("(?:\\w+,?)+:", "ab", ""),
        ("\\w+\\d", "a", ""),
        (".*.*.*\\d", "a", ""), ("(.*,){20}\\d", ",", ""), ("(?>(?:ab?)+)c", "a", ""), ("a++b", "a", ""),
        ("(?:(?=(?:ab?)+c)a|ab?)+d", "a", ""), ("(?<=a{9})a+b", "a", ""), ("(?>a+?b?)+c", "a", ""),
        ("(?:a(?!(?:aa)*b)|a)+c", "a", ""), ("(?:a*+b|a)+c", "a", ""), ("[a-c]+?:", "a", ""),
    ]

    @Test func `the time of runaway expressions is linear in the text`() throws {
        for (pattern, unit, end) in Self.runaways {
            let program = try PatternProgram(pattern)
            let machine = PatternMachine()
            let steps = [500, 1_000].map { count in
                Array((String(repeating: unit, count: count) + end).utf8).withUnsafeBufferPointer { bytes in
                    machine.begin(bytes, plainSteps: 1)
                    for place in bytes.indices {
                        #expect(machine.match(program, at: place) == PatternMachine.none, "\(pattern)")
                    }
                    return machine.spent
                }
            }
            #expect(steps[1] < 2 * steps[0] + 2_000, "\(pattern): \(steps)")
        }
    }

    @Test func `a machine stops at the limit of work`() throws {
        let program = try PatternProgram(".*.{1,900}x")
        let machine = PatternMachine()
        let text = [UInt8](repeating: 0x61, count: 100_000)
        text.withUnsafeBufferPointer { bytes in
            machine.begin(bytes)
            #expect(machine.match(program, at: 0) == PatternMachine.unknown)
            #expect(machine.isExhausted)
        }
    }
}

extension PatternProgram {
    /// Returns the program with mutated steps, or `nil` if no step was changed.
    fileprivate func changed(_ change: (inout Step) -> Bool) -> PatternProgram? {
        var steps = steps
        var isChanged = false
        for index in steps.indices where change(&steps[index]) { isChanged = true }
        return isChanged ? PatternProgram(self, steps) : nil
    }
}
