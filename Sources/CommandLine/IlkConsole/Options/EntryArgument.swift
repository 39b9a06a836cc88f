import ArgumentParser

/// Arguments that may be negative numbers (`-1`, `-2`, …). The numbers refer to entries of the log. The
/// parser passes unknown options through, so the command must distinguish them from entries.
package enum EntryArgument {
    /// Rejects arguments that look like an option and name no entry.
    ///
    /// - Throws: `ValidationError`.
    package static func check(_ words: [String]) throws {
        for word in words where word.hasPrefix("-") && (Int(word) ?? 0) >= 0 {
            throw ValidationError("Unknown option '\(word)'.")
        }
    }
}
