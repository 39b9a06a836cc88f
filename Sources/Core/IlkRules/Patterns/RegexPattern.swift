import Synchronization

/// A regular expression in ICU's syntax, whose pattern program is built on first use.
package final class RegexPattern: Sendable {
    package let source: String
    private let cache: Mutex<PatternProgram?>

    /// Creates an expression that is compiled on first use.
    init(deferred pattern: String) {
        source = pattern
        cache = Mutex(nil)
    }

    /// Returns the pattern program.
    ///
    /// - Throws: ``PatternError`` if the expression does not compile, as in rules that an earlier version compiled.
    func compiled() throws(PatternError) -> PatternProgram {
        try cache.withLock { program throws(PatternError) in
            if let program { return program }
            let new = try PatternProgram(source)
            program = new
            return new
        }
    }

    /// Returns `true` if an expression matches several test texts that have no character in common, such as the
    /// empty text and many lines.
    static func matchesEverything(_ program: PatternProgram) -> Bool {
        let machine = PatternMachine()
        let lines = String(repeating: "q 7,\n", count: 200)
        return ["", " #", "7", "q", "\u{4E00}", lines].allSatisfy { text in
            Array(text.utf8).withUnsafeBufferPointer { bytes in
                machine.begin(bytes)
                return (0...bytes.count).contains { place in
                    (place == bytes.count || bytes[place] & 0xC0 != 0x80)
                        && machine.match(program, at: place) >= 0
                }
            }
        }
    }
}
