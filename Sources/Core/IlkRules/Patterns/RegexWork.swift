/// The work of an expression on one text, counted so that the step limit is the same on all machines.
struct RegexWork: Hashable, Sendable {
    /// The number of saved states, in units of 10,000 states. A unit takes about 0.1 to 0.5 ms on a current
    /// machine.
    var steps: Int
    /// The number of blocks of text that were read. A block has about 32 UTF-16 code units and takes 0.05 to
    /// 0.25 µs.
    var reads: Int
}

/// The limit that an expression reached.
package enum RegexLimit: String, Sendable {
    /// The expression backtracked too often or read too much.
    case work
    /// The expression exceeded the backtracking stack.
    case stack
}
