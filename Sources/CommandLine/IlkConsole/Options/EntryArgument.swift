import ArgumentParser

/// Arguments that name log entries, such as `-1` for the newest. The parser treats `-1` like an unknown
/// option and passes both on, so the command must tell them apart.
package enum EntryArgument {
    /// Rejects arguments that look like an option and name no entry.
    ///
    /// - Throws: `ValidationError` for the first such argument.
    package static func check(_ words: [String]) throws {
        for word in words where word.hasPrefix("-") && (Int(word) ?? 0) >= 0 {
            throw ValidationError("Unknown option '\(word)'.")
        }
    }
}
