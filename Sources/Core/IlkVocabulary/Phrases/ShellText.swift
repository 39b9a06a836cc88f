/// Text for a command line that the user may copy into a shell.
package enum ShellText {
    /// Returns a text as one word of a POSIX shell, in single quotes if necessary.
    ///
    /// Control characters and directional marks are replaced as by ``VisibleText/oneLine(_:)``. In this case,
    /// the word differs from the text, but it is safe to paste.
    package static func word(_ text: String) -> String {
        let line = VisibleText.oneLine(text)
        let isPlain =
            !line.isEmpty && line.utf8.allSatisfy { $0.isASCIIWord || "-./,:=+@%".utf8.contains($0) }
        if isPlain { return line }
        // An apostrophe and a combining mark after it are one character, so scalars are split.
        let parts = line.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.map { String($0) }.joined(separator: "'\\''") + "'"
    }
}
