import IlkVocabulary

/// Text as part of a command line that a person may copy into a shell.
package enum ShellText {
    /// A text as one word of a POSIX shell: unchanged if it needs no quotes, else in single quotes.
    ///
    /// Control characters and marks of direction are replaced as by ``VisibleText/oneLine(_:)``; the word is then no longer
    /// the text, but is harmless.
    package static func word(_ text: String) -> String {
        let line = VisibleText.oneLine(text)
        let isPlain =
            !line.isEmpty && line.utf8.allSatisfy { $0.isASCIIWord || "-./,:=+@%".utf8.contains($0) }
        return isPlain
            ? line
            : "'" + line.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
                + "'"
    }
}
