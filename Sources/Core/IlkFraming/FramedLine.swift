/// A line of a stream, as a range of bytes in its ``LineFramer``.
public struct FramedLine: Hashable, Sendable {
    /// The line terminator.
    public enum Ending: Hashable, Sendable {
        /// A line feed (LF).
        case lineFeed
        /// A carriage return and a line feed (CRLF).
        case carriageReturnLineFeed
        /// No terminator: the input ended with the line.
        case endOfInput
    }

    /// The line number in the input, from 1.
    public let number: Int
    /// The bytes of the line in the framer, without the terminator. Empty for a line that is too long.
    public let range: Range<Int>
    /// The line terminator.
    public let ending: Ending
    /// The length of a line that exceeds the limit, in bytes without the terminator; `nil` for any other
    /// line.
    public let excessLength: Int?
}
