/// The meaning of `\p{...}`, `\P{...}` or `\N{...}`.
struct NamedProperty {
    let set: ByteClass
    /// `true` if every version of ICU supports the name.
    let isPlain: Bool
    /// `true` if the matching ASCII characters are known exactly.
    let isExact: Bool

    /// Parses a name in braces.
    ///
    /// - Parameters:
    ///   - letter: The letter after the backslash.
    ///   - scalars: The expression.
    ///   - index: The index after the letter; on return, the index after the closing brace.
    init(
        _ letter: Unicode.Scalar, _ scalars: [Unicode.Scalar], _ index: inout Int
    ) throws(PatternParser.UnsupportedSyntax) {
        guard index < scalars.count, scalars[index] == "{", let end = scalars[index...].firstIndex(of: "}")
        else {
            throw PatternParser.UnsupportedSyntax()
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[(index + 1)..<end])
        index = end + 1
        let name = String(view)
        isPlain = ByteClass.isPlainProperty(name)
        isExact = isPlain && letter != "N"
        // Character names are not resolved.
        set = letter == "N" ? .all : .property(name, isInverted: letter == "P")
    }
}
