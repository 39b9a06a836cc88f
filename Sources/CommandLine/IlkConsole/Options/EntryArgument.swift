import ArgumentParser

/// Words of which some may be `-1`, `-2`, ...: the parser keeps what it does not know, and this tells entries from
/// options that there are not.
package enum EntryArgument {
    /// Refuses what looks like an option and is no place in the log.
    ///
    /// - Throws: `ValidationError`.
    package static func check(_ words: [String]) throws {
        for word in words where word.hasPrefix("-") && (Int(word) ?? 0) >= 0 {
            throw ValidationError("Unknown option '\(word)'.")
        }
    }
}
