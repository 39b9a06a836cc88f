/// A line of a stream, as a byte range in the buffer of a ``LineFramer``.
public struct FramedLine: Hashable, Sendable {
    /// The line terminator.
    public enum Ending: Hashable, Sendable {
        /// A line feed (LF).
        case lineFeed
        /// A carriage return and a line feed (CRLF).
        case carriageReturnLineFeed
        /// No terminator, because the input ends after the line.
        case endOfInput
    }

    /// The line number in the input, from 1.
    public let number: Int
    /// The byte range of the line in the framer's buffer, without the terminator. Empty if the line exceeds
    /// the length limit.
    public let range: Range<Int>
    /// The line terminator.
    public let ending: Ending
    /// The length of the line in bytes, without the terminator, if the line exceeds the length limit. `nil`
    /// for any other line.
    public let excessLength: Int?
}
