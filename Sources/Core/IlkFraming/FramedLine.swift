/// One line of a stream, by its place in the framer that found it.
public struct FramedLine: Hashable, Sendable {
    /// What ended the line.
    public enum Ending: Hashable, Sendable {
        /// A line feed.
        case lineFeed
        /// A carriage return and a line feed.
        case carriageReturnLineFeed
        /// The end of the input.
        case endOfInput
    }

    /// The number of the line in its input, counted from 1.
    public let number: Int
    /// The line's bytes in the framer, without what ended it; empty for a line that is too long.
    public let range: Range<Int>
    /// What ended the line.
    public let ending: Ending
    /// The length of a line that is longer than the limit, in bytes without what ended it; nil for any other
    /// line.
    public let excessLength: Int?
}
