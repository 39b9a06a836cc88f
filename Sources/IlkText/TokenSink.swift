package import CICU

/// Takes tokens as they are found, in order and without gaps.
package protocol TokenSink: ~Copyable {
    /// Takes the tokens of a block: each from one set bit of `starts` to the next.
    ///
    /// - Parameters:
    ///   - block: What the bytes are. Those that are not ASCII are in its `high`.
    ///   - bytes: The first byte of the block, at `offset` of the text, or of a copy of it.
    mutating func take(
        _ block: ilk_block, _ bytes: UnsafePointer<UInt8>, starts: UInt64,
        _ text: UnsafeBufferPointer<UInt8>, offset: Int)

    /// Takes one token of any bytes.
    mutating func take(_ text: UnsafeBufferPointer<UInt8>, lower: Int, upper: Int)
}
