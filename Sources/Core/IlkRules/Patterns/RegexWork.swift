/// The work of a regular expression on one text. It is counted, not timed, so that the step limit is reached
/// at the same point on every machine.
struct RegexWork: Hashable, Sendable {
    /// Saved states in units of 10,000, about 0.1 to 0.5 ms each on a current machine.
    var steps: Int
    /// Blocks of text that were read, about 32 UTF-16 code units and 0.05 to 0.25 µs each.
    var reads: Int
}

/// The limit that an expression reached.
package enum RegexLimit: String, Sendable {
    /// It backtracked too often or read too much.
    case work
    /// It exceeded the backtracking stack.
    case stack
}
