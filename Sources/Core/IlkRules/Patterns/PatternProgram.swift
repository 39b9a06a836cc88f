import IlkText

/// A regular expression compiled to the steps of a ``PatternMachine``. The machine tries alternatives in the
/// same order as ICU.
///
/// The type is `@unchecked` because of the table of pointers, which is never written after `init`.
final class PatternProgram: @unchecked Sendable {
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
        /// Matches an atomic group: the steps from `next` to `endAtomic`. Then continues at `other`, or at
        /// `maximum` if the group matched no character. `minimum` is the number of the group.
        case beginAtomic
        case endAtomic
        /// Continues if the lookaround `byte` is true. Its steps begin at `other`. A lookbehind starts
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
    /// `true` if the expression can match the empty text.
    let canBeEmpty: Bool
    private let sets: [ScalarTable]
    // Owned by this value: allocated by `init`, freed by `deinit`. The tables stay alive in `sets`.
    /// The tables of the non-ASCII characters that steps match.
    let tables: UnsafeMutablePointer<Unmanaged<ScalarTable>>

    /// Compiles an expression.
    ///
    /// - Throws: ``PatternError`` if the expression is malformed, not supported or too large.
    convenience init(_ pattern: String) throws(PatternError) {
        try self.init(try PatternParser.read(pattern))
    }

    /// Creates a copy of a program with other steps.
    init(_ program: PatternProgram, _ steps: [Step]) {
        self.steps = steps
        start = program.start
        beginning = program.beginning
        firstBytes = program.firstBytes
        canBeEmpty = program.canBeEmpty
        sets = program.sets
        tables = Self.pointers(to: sets)
    }

    /// Compiles a parsed expression.
    ///
    /// - Throws: ``PatternError`` if the expression is too large.
    init(_ reading: PatternParser.Reading) throws(PatternError) {
        var builder = PatternProgramBuilder()
        do { start = try builder.build(reading.node) } catch {
            throw PatternError(reason: .size, scalarOffset: 0, last: nil)
        }
        let first = builder.finish(start)
        steps = builder.steps
        canBeEmpty = reading.node.canBeEmpty
        beginning = MatchStart(of: reading.node)
        firstBytes = (UInt8.min...UInt8.max).map { first.mayMatch($0) && $0 & 0xC0 != 0x80 ? 1 : 0 }
        sets = PatternSets.commonTables + reading.sets.map(ScalarTable.init)
        tables = Self.pointers(to: sets)
    }

    deinit { tables.deallocate() }

    private static func pointers(to sets: [ScalarTable]) -> UnsafeMutablePointer<Unmanaged<ScalarTable>> {
        let pointers = UnsafeMutablePointer<Unmanaged<ScalarTable>>.allocate(capacity: sets.count)
        for (index, set) in sets.enumerated() {
            (pointers + index).initialize(to: .passUnretained(set))
        }
        return pointers
    }
}
