/// The position and flags of a text in an input.
package struct TextRecord: Hashable, Sendable {
    /// The name of the input in messages.
    package let input: String
    /// The line of the input, from 1, or `nil` if the whole input is one text.
    package let line: Int?
    /// `true` if the text had invalid UTF-8.
    package let isRepaired: Bool
    /// `true` if the text continues after the classified bytes.
    package let isTruncated: Bool

    /// The position of the text, for messages.
    package var place: String { line.map { "\(input):\($0)" } ?? input }
}
