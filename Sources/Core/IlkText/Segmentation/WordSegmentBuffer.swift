package import CICU

/// Word segments of one text, in room that is kept from text to text.
///
/// For one thread at a time.
public final class WordSegmentBuffer {
    // Owned, freed in `deinit`; the first `count` are initialized. No access to these lasts longer than its line.
    @exclusivity(unchecked) private var segments: UnsafeMutablePointer<WordSegment>
    @exclusivity(unchecked) private var capacity = 1024
    /// How many segments there are.
    @exclusivity(unchecked) public private(set) var count = 0

    /// A buffer with nothing in it.
    public init() {
        segments = .allocate(capacity: capacity)
    }

    deinit { segments.deallocate() }

    /// The segment at a place below ``count``.
    public subscript(place: Int) -> WordSegment {
        precondition(place >= 0 && place < count, "no such segment")
        return segments[place]
    }

    /// Hands all segments to `body`; the pointer is good until it returns.
    public func withUnsafeBufferPointer<Result>(
        _ body: (UnsafeBufferPointer<WordSegment>) throws -> Result
    ) rethrows -> Result {
        try body(UnsafeBufferPointer(start: segments, count: count))
    }

    /// Forgets all, keeping the room.
    func clear() { count = 0 }

    /// Lends the room from the end on, for at least 64 segments.
    @inline(__always)
    func end() -> UnsafeMutablePointer<WordSegment> {
        if count &+ 64 > capacity { grow() }
        return segments + count
    }

    /// Counts segments written at ``end()``.
    @inline(__always)
    func add(_ more: Int) { count &+= more }

    @inline(never)
    private func grow() {
        let larger = UnsafeMutablePointer<WordSegment>.allocate(capacity: 2 * capacity)
        larger.moveInitialize(from: segments, count: count)
        segments.deallocate()
        segments = larger
        capacity *= 2
    }
}

/// Writes spans and kinds of words.
package struct SegmentWriter: TokenSink, ~Copyable {
    package var buffer: WordSegmentBuffer
    private let characters: CharacterTable

    package init(_ buffer: WordSegmentBuffer, _ characters: CharacterTable) {
        self.buffer = buffer
        self.characters = characters
    }

    package static var readsShapes: Bool { false }

    @inline(__always)
    package mutating func take(
        _ block: ilk_block, _ start: UnsafePointer<UInt8>, skipped: Int, starts: UInt64,
        _ text: UnsafeBufferPointer<UInt8>, offset: Int
    ) {
        let bytes = start + skipped
        let out = buffer.end()
        var rest = starts & (starts &- 1)
        var count = 0
        var lower = 0
        let base = Int32(truncatingIfNeeded: offset)
        while rest != 0 {
            let upper = rest.trailingZeroBitCount
            rest &= rest &- 1
            // The first character tells the kind of most; the others are mended below.
            (out + count).initialize(
                to: WordSegment(
                    lowerBound: base &+ Int32(truncatingIfNeeded: lower),
                    upperBound: base &+ Int32(truncatingIfNeeded: upper),
                    kind: TokenKind.ofASCII(bytes[lower])))
            count &+= 1
            lower = upper
        }
        let last: UInt64 = 1 &<< UInt64(truncatingIfNeeded: lower)
        var doubtful = starts & block.word & ~block.alphabetic & ~(starts &>> 1) & (last &- 1)
        while doubtful != 0 {
            let first = doubtful & (0 &- doubtful)
            let behind = starts & ~(first &- 1) & ~first
            let all = (behind & (0 &- behind)) &- first
            let place = (starts & (first &- 1)).nonzeroBitCount
            if all & block.high == 0 {
                out[place].kind =
                    block.alphabetic & all != 0 ? .letter : block.digit & all != 0 ? .number : .other
            }
            doubtful &= doubtful &- 1
        }
        let other = block.high & (last &- 1)
        if other != 0 { mendKinds(out, other, starts, block.alphabetic, text, offset) }
        buffer.add(count)
    }

    /// Reads the kinds of the segments with bytes that are not ASCII.
    @inline(__always)
    private func mendKinds(
        _ segments: UnsafeMutablePointer<WordSegment>, _ other: UInt64, _ starts: UInt64,
        _ alphabetic: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ offset: Int
    ) {
        var rest = other
        while rest != 0 {
            // The starts up to the first such byte, and the one behind it.
            let upTo = rest ^ (rest &- 1)
            let place = (starts & upTo).nonzeroBitCount &- 1
            let (lower, upper) = (Int(segments[place].lowerBound), Int(segments[place].upperBound))
            let end: UInt64 = 1 &<< UInt64(truncatingIfNeeded: upper &- offset)
            let all = end &- (1 &<< UInt64(truncatingIfNeeded: lower &- offset))
            segments[place].kind =
                alphabetic & all != 0
                ? .letter : TokenReading.kind(text, lower: lower, upper: upper, characters)
            rest &= ~(end &- 1)
        }
    }

    package mutating func take(_ text: UnsafeBufferPointer<UInt8>, lower: Int, upper: Int) {
        var reading = TokenReading()
        _ = reading.read(text, lower: lower, upper: upper, characters, foldedInto: nil)
        buffer.end().initialize(
            to: WordSegment(
                lowerBound: Int32(truncatingIfNeeded: lower), upperBound: Int32(truncatingIfNeeded: upper),
                kind: reading.kind))
        buffer.add(1)
    }
}
