/// Text that flows over as many lines as it needs, broken at blanks.
package enum FlowingText {
    /// The lines of a text, each ended by a line feed.
    ///
    /// - Parameters:
    ///   - text: One line. Blanks that stand side by side stay as they are but where a line ends.
    ///   - first: What stands before the first line.
    ///   - indent: What stands before the others; nil for as many blanks as `first` is wide.
    ///   - columns: How many columns a line may take; a word that is wider than that is broken where the line ends.
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
