import ArgumentParser

/// Arguments that name log entries, such as `-1` for the newest. The parser cannot distinguish `-1` from an
/// unknown option, so it passes both to the command, which must check them.
package enum EntryArgument {
    /// Rejects arguments that look like an option and name no entry.
    ///
    /// - Throws: `ValidationError` for the first such argument.
    package static func check(_ words: [String]) throws {
        for word in words where word.hasPrefix("-") && (Int(word) ?? 0) >= 0 {
            throw ValidationError("Unknown option '\(word)'.")
        }
    }

    /// Splits arguments at the first `--`. The arguments after it are values, even if they look like options.
    package static func split(_ words: [String]) -> (before: [String], after: [String]) {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return (Array(words[..<end]), Array(words[end...].dropFirst()))
    }
}
