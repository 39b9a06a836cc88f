/// The place and the state of a text of an input.
package struct TextRecord: Hashable, Sendable {
    /// The name of the input in messages.
    package let input: String
    /// The line of the input, from 1, or `nil` if the input is one text.
    package let line: Int?
    /// `true` if bytes of the text are not UTF-8.
    package let isRepaired: Bool
    /// `true` if the text continues behind the bytes that are classified.
    package let isTruncated: Bool

    /// The place of the text, for messages.
    package var place: String { line.map { "\(input), line \($0)" } ?? input }
}
