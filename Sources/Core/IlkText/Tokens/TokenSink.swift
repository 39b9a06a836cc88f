package import CICU

/// Takes tokens as they are found, in order and without gaps.
package protocol TokenSink: ~Copyable {
    /// Whether blocks must say which letters are capitals, and which bytes are doubled.
    static var readsShapes: Bool { get }

    /// Takes the tokens of a block: each from one set bit of `starts` to the next.
    ///
    /// - Parameters:
    ///   - block: What the bytes are. Those that are not ASCII are in its `high`.
    ///   - start: The first of 64 bytes, of the text or of a copy.
    ///   - skipped: How many of them are before the block, whose first byte is at `offset` of the text.
    mutating func take(
        _ block: ilk_block, _ start: UnsafePointer<UInt8>, skipped: Int, starts: UInt64,
        _ text: UnsafeBufferPointer<UInt8>, offset: Int)

    /// Takes one token of any bytes.
    mutating func take(_ text: UnsafeBufferPointer<UInt8>, lower: Int, upper: Int)
}
