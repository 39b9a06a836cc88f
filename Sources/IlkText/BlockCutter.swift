import CICU

/// Cuts ASCII into words, a block at a time.
///
/// Every block begins at a boundary, wherever that is, and goes as far as is certain; the next begins at the last
/// boundary found. So nothing is carried from block to block, and a token lies within one mask.
package struct BlockCutter<Reader: BlockReader>: ~Copyable {
    private let alphabet: ASCIIAlphabet
    /// Room for the end of a text with zeros behind it. Owned: freed in `deinit`.
    private let tail: UnsafeMutablePointer<UInt8>
    private static var tailSize: Int { 96 }

    package init(_ alphabet: ASCIIAlphabet) {
        self.alphabet = alphabet
        tail = .allocate(capacity: Self.tailSize)
        tail.initialize(repeating: 0, count: Self.tailSize)
    }

    deinit { tail.deallocate() }

    /// Hands over the tokens from the boundary at `offset` on as far as one block shows.
    ///
    /// - Returns: The boundary behind them; `offset` itself when the block does not show the end of a token.
    @inline(__always)
    package func cut<Sink: TokenSink & ~Copyable>(
        _ text: UnsafeBufferPointer<UInt8>, at offset: Int, into sink: inout Sink
    ) -> Int {
        guard let base = text.baseAddress else { return offset }
        let rest = text.count &- offset
        if rest <= 64 { return cutTail(base + offset, rest, at: offset, into: &sink) }
        let bytes = base + offset
        let block = Reader.read(bytes, alphabet)
        let starts = Reader.starts(block, bytes, alphabet) & Reader.certain(before: block.high.trailingZeroBitCount)
        return hand(block, bytes, starts, at: offset, to: &sink)
    }

    private func cutTail<Sink: TokenSink & ~Copyable>(
        _ bytes: UnsafePointer<UInt8>, _ rest: Int, at offset: Int, into sink: inout Sink
    ) -> Int {
        tail.update(repeating: 0, count: Self.tailSize)
        tail.update(from: bytes, count: rest)
        let block = Reader.read(tail, alphabet)
        var starts = Reader.starts(block, tail, alphabet)
        if block.high == 0, rest < 64 {
            let end: UInt64 = 1 &<< UInt64(truncatingIfNeeded: rest)
            starts = starts & (end &- 1) | end
        } else {
            starts &= Reader.certain(before: block.high.trailingZeroBitCount)
        }
        return hand(block, tail, starts, at: offset, to: &sink)
    }

    @inline(__always)
    private func hand<Sink: TokenSink & ~Copyable>(
        _ block: ilk_block, _ bytes: UnsafePointer<UInt8>, _ starts: UInt64, at offset: Int,
        to sink: inout Sink
    ) -> Int {
        guard starts > 1 else { return offset }
        sink.take(block, bytes, starts: starts, offset: offset)
        return offset &+ (63 &- starts.leadingZeroBitCount)
    }
}
