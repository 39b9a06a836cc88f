/// Word wrapping.
package enum WrappedText {
    /// Returns the lines of a text, each with a final line feed.
    ///
    /// - Parameters:
    ///   - text: One line. Consecutive spaces are preserved except at line ends.
    ///   - first: The prefix of the first line.
    ///   - indent: The prefix of the other lines, or `nil` for as many spaces as `first` is wide.
    ///   - columns: The maximum width of a line. A wider word is split.
    package static func lines(_ text: String, first: String = "", indent: String? = nil, columns: Int)
        -> String
    {
        let others = indent ?? String(repeating: " ", count: DisplayWidth.of(first))
        var output = ""
        var (line, width, isEmpty) = (first, DisplayWidth.of(first), true)
        func end() {
            output += line + "\n"
            (line, width, isEmpty) = (others, DisplayWidth.of(others), true)
        }
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let wordWidth = DisplayWidth.of(String(word))
            if !isEmpty {
                if width + 1 + wordWidth > columns { end() } else { (line, width) = (line + " ", width + 1) }
            }
            isEmpty = false
            guard width + wordWidth > columns else {
                (line, width) = (line + word, width + wordWidth)
                continue
            }
            for character in word {
                if width + DisplayWidth.of(character) > max(columns, DisplayWidth.of(others) + 2) { end() }
                line.append(character)
                (width, isEmpty) = (width + DisplayWidth.of(character), false)
            }
        }
        return output + line + "\n"
    }
}
