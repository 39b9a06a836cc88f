/// Text as part of a command line that a person may copy into a shell.
enum ShellText {
    /// A text as one word of a POSIX shell: unchanged if it needs no quotes, else in single quotes.
    ///
    /// Control characters and marks of direction are replaced as by ``VisibleText/oneLine(_:)``; the word is then no longer
    /// the text, but is harmless.
    static func word(_ text: String) -> String {
        let line = VisibleText.oneLine(text)
        let isPlain = !line.isEmpty && line.utf8.allSatisfy(isPlain)
        return isPlain
            ? line
            : "'" + line.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
                + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_-./,:=+@%".utf8.contains(byte)
        }
    }
}
