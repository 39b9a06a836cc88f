/// A regular expression compiled to the steps of a ``PatternMachine``. The machine tries alternatives in the
/// same order as ICU.
///
/// These expressions cannot be compiled: expressions that can match the empty text, back references, `.`
/// across line breaks, loops with a possibly empty body, and unsupported sets. A step may be undecided on
/// non-ASCII characters.
final class PatternProgram: Sendable {
    enum Operation: UInt8, Sendable {
        /// Matches the byte `byte`.
        case byte
        /// Matches the letter `byte`, given in lowercase, in either case.
        case letter
        /// Matches one character that is in `test`.
        case one
        /// A greedy run: matches `minimum` to `maximum` characters of `test`, and gives them back one by one.
        case run
        /// A possessive run, which gives nothing back.
        case finalRun
        /// A lazy run: matches `minimum` characters of `test`, then one more on each backtrack.
        case lazyRun
        /// Continues at `next`. If the match fails from there, continues at `other`.
        case split
        /// Continues if the assertion `byte` is true.
        case assertion
        /// Matches an atomic group: the steps from `next` to `endAtomic`. Then continues at `other`.
        /// `minimum` is the number of the group.
        case beginAtomic
        case endAtomic
        /// Continues if the look-around `byte` is true. Its steps begin at `other`. A look-behind starts
        /// `minimum` characters before the position.
        case look
        /// Ends the match.
        case end
    }

    struct Step: Sendable {
        var operation: Operation
        var byte: UInt8 = 0
        var next: Int32
        var other: Int32 = -1
        var minimum: Int32 = 0
        var maximum: Int32 = 0
        /// The characters that match. For a split, the characters with which the first branch may begin.
        var test = PatternTest.nothing
        /// The characters that may follow. For a split, the characters with which the second branch may
        /// begin.
        var follow = PatternTest.nothing
    }

    let steps: [Step]
    let start: Int32
    let beginning: MatchStart
    /// For each of the 256 bytes, 1 if a match may begin with it.
    let firstBytes: [UInt8]
    /// `true` if the expression contains a look-behind. After a look-behind, ICU misjudges word boundaries at
    /// the end of a text.
    let looksBehind: Bool

    static let registerLimit = 32

    /// Compiles an expression. Returns `nil` if it cannot be compiled exactly.
    convenience init?(_ pattern: String) {
        guard let reading = PatternParser.read(pattern), reading.isExact else { return nil }
        self.init(reading.node)
    }

    /// Creates a copy of a program with other steps.
    init(_ program: PatternProgram, _ steps: [Step]) {
        self.steps = steps
        start = program.start
        beginning = program.beginning
        firstBytes = program.firstBytes
        looksBehind = program.looksBehind
    }

    /// Compiles an exact syntax tree. Returns `nil` if it cannot be compiled.
    init?(_ node: PatternNode) {
        guard !node.canBeEmpty else { return nil }
        var builder = PatternProgramBuilder()
        do {
            start = try builder.build(node)
        } catch {
            return nil
        }
        let first = builder.finish(start)
        steps = builder.steps
        looksBehind = builder.looksBehind
        beginning = MatchStart(of: node)
        firstBytes = (UInt8.min...UInt8.max).map { first.mayMatch($0) && $0 & 0xC0 != 0x80 ? 1 : 0 }
    }
}
