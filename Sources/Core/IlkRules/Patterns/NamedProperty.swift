/// What `\p{...}`, `\P{...}` and `\N{...}` stand for.
struct NamedProperty {
    /// The characters that it may take.
    let set: ByteClass
    /// Whether every ICU knows the name.
    let isPlain: Bool
    /// Whether it is known which characters of ASCII it takes.
    let isExact: Bool

    /// Reads a name in braces.
    ///
    /// - Parameters:
    ///   - letter: The letter behind the backslash.
    ///   - scalars: The expression.
    ///   - index: The place behind the letter; when done, that behind the closing brace.
    init(
        _ letter: Unicode.Scalar, _ scalars: [Unicode.Scalar], _ index: inout Int
    ) throws(PatternParser.NotUnderstood) {
        guard index < scalars.count, scalars[index] == "{", let end = scalars[index...].firstIndex(of: "}")
        else {
            throw PatternParser.NotUnderstood()
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[(index + 1)..<end])
        index = end + 1
        let name = String(view)
        isPlain = ByteClass.isPlainProperty(name)
        isExact = isPlain && letter != "N"
        // Which character a name belongs to is not looked up.
        set = letter == "N" ? .all : .property(name, isInverted: letter == "P")
    }
}
