/// Work that a regular expression does on one text, counted, not timed: the same on every machine, so that what is given up
/// is the same too.
struct RegexWork: Hashable, Sendable {
    /// Saved states, in tens of thousands: some 0.1 to 0.5 ms each on a current machine.
    var steps: Int
    /// Blocks of text that were read, some 32 UTF-16 code units each: 0.05 to 0.25 microseconds each.
    var reads: Int
}

/// Which limit an expression came to.
package enum RegexLimit: String, Sendable {
    /// It went back too often, or read too much.
    case work
    /// It had too much to remember.
    case stack
}
