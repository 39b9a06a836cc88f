/// A regular expression as steps that a ``PatternMachine`` takes: the same ways in the same order as ICU goes them.
///
/// There is none for what this cannot say: back references, `.` across lines, loops whose body can be empty, sets that
/// are not understood. Of characters outside ASCII a step may say that it does not know.
final class PatternProgram: Sendable {
    enum Operation: UInt8, Sendable {
        /// Takes the byte `byte`.
        case byte
        /// Takes the letter `byte`, lower case, in either case.
        case letter
        /// Takes a character of `test`.
        case one
        /// Takes as many characters of `test` as there are, from `minimum` to `maximum`, and gives them back one by one.
        case run
        /// The same, and gives none back.
        case finalRun
        /// Takes `minimum` characters of `test`, and more one by one when nothing else is left.
        case lazyRun
        /// Goes on at `next`, and at `other` when that fails.
        case split
        /// Goes on where the assertion `byte` holds.
        case assertion
        /// Notes in register `minimum` what there is to go back to; and forgets what came since.
        case hold
        case release
        /// Goes on where the look-around `byte` holds: its steps begin at `other`. `minimum` characters back, if behind.
        case look
        /// A match ends here.
        case end
    }

    struct Step: Sendable {
        var operation: Operation
        var byte: UInt8 = 0
        var next: Int32
        var other: Int32 = -1
        var minimum: Int32 = 0
        var maximum: Int32 = 0
        /// What is taken; of a split what the first way may begin with.
        var test = PatternTest.nothing
        /// What must follow what is taken; of a split what the other way may begin with.
        var follow = PatternTest.nothing
    }

    let steps: [Step]
    let start: Int32
    /// Where matches can begin.
    let beginning: PatternBeginning
    /// 1 for the bytes that a match may begin with, of 256.
    let firstBytes: [UInt8]
    /// Whether it looks back: ICU then misjudges edges of words at the end of a text.
    let looksBehind: Bool

    /// How many registers a machine has.
    static let registerLimit = 32

    /// The program of an expression; nil when there is none.
    convenience init?(_ pattern: String) {
        guard let reading = PatternParser.read(pattern), reading.isExact else { return nil }
        self.init(reading.node)
    }

    /// The program with other steps.
    init(_ program: PatternProgram, _ steps: [Step]) {
        self.steps = steps
        start = program.start
        beginning = program.beginning
        firstBytes = program.firstBytes
        looksBehind = program.looksBehind
    }

    /// The program of an expression that was read exactly; nil when there is none.
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
        beginning = PatternBeginning(of: node)
        firstBytes = (UInt8.min...UInt8.max).map { first.mayTake($0) && $0 & 0xC0 != 0x80 ? 1 : 0 }
    }
}
