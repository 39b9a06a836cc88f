import CICU

/// The words, numbers and marks at the beginning of a text of plain ASCII, in one go: all that a classifier needs that
/// reads nothing else, at a fraction of what taking the text apart costs.
///
/// Plain is a text without addresses, handles and tags, or anything that may begin one: others are left to a
/// ``TextAnalysis``, whose tokens the units of plain texts agree with. The buffers are used again from text to text. For
/// one thread at a time.
public final class PlainUnits {
    /// A word of letters, as `don't` and `e.g.`.
    public struct Word {
        /// The hash (``StableHash`` with its word seed) of its normal form.
        public var hash: UInt64
        /// The first byte of it in the text.
        public var lower: Int32
        /// The byte behind it.
        public var upper: Int32
    }

    /// What is no word of letters alone.
    public struct Other {
        /// What it is.
        public enum Kind: UInt8, Sendable {
            /// A word with a digit in it.
            case mixed
            /// Digits, and what joins them.
            case number
            /// One mark, at most three of it: longer runs are cut.
            case mark
        }

        /// The first byte of it in the text.
        public var lower: Int32
        /// The byte behind it.
        public var upper: Int32
        /// What it is.
        public var kind: Kind
    }

    // Memory of this object alone, freed in `deinit`, with room for the longest text that was asked for.
    @exclusivity(unchecked) private var room = ilk_plain_units()
    @exclusivity(unchecked) private var capacity = 0
    @exclusivity(unchecked) private var parts = ilk_plain_parts()
    @exclusivity(unchecked) private var partCapacity = 0

    /// What reads a text in C; in tests of tests one with a fault.
    typealias Reader =
        @convention(c) (
            UnsafePointer<UInt8>?, Int64, Int64, Int32, UInt64, UnsafeMutablePointer<ilk_plain_units>?
        ) -> Int32
    private let reader: Reader

    /// Units of no text.
    init(reader: @escaping Reader = ilk_plain_read) { self.reader = reader }

    deinit {
        release()
        releaseParts()
    }

    private func release() {
        room.words?.deallocate()
        room.others?.deallocate()
        room.places?.deallocate()
    }

    private func releaseParts() {
        parts.plain?.deallocate()
        parts.strange?.deallocate()
    }

    /// The words of letters in order. Valid until the next text.
    public var words: UnsafeBufferPointer<Word> {
        // Safe: the two are of the same members in the same order, and so laid out alike.
        UnsafeBufferPointer(
            start: UnsafeRawPointer(room.words)?.assumingMemoryBound(to: Word.self),
            count: Int(room.wordCount))
    }

    /// All else in order: marks only where they were asked for. Valid until the next text.
    public var others: UnsafeBufferPointer<Other> {
        // Safe: as for words; a kind is one of the three bytes that are written there.
        UnsafeBufferPointer(
            start: UnsafeRawPointer(room.others)?.assumingMemoryBound(to: Other.self),
            count: Int(room.otherCount))
    }

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - text: The text, below 2^31 bytes.
    ///   - reach: What begins at this byte of the text or behind it is left out.
    ///   - marks: Whether marks are wanted.
    /// - Returns: Whether the text is plain, as far as it was read; else there are no units of use.
    func read(_ text: UnsafeBufferPointer<UInt8>, reach: Int, marks: Bool) -> Bool {
        let limit = min(reach, text.count)
        if capacity <= limit { grow(limit) }
        guard let base = text.baseAddress else {
            (room.wordCount, room.otherCount) = (0, 0)
            return true
        }
        let isPlain = reader(
            base, Int64(text.count), Int64(reach), marks ? 1 : 0, StableHash.wordSeed, &room)
        return isPlain != 0 && !Self.hasAddress(text, at: reach)
    }

    /// Reads a text of ASCII of which some stretches between blanks are not plain: the units are those of the others.
    ///
    /// - Returns: Whether it could be read in that way; else there are no units of use.
    func readParted(_ text: UnsafeBufferPointer<UInt8>, reach: Int, marks: Bool) -> Bool {
        let limit = min(reach, text.count)
        if partCapacity <= limit { growParts(limit) }
        guard let base = text.baseAddress,
            ilk_plain_part(base, Int64(text.count), Int64(reach), &parts) != 0
        else { return false }
        return read(
            UnsafeBufferPointer(start: parts.plain, count: Int(parts.plainCount)), reach: reach, marks: marks)
    }

    /// The stretches that were not plain of a text that was read in parts, an LF behind each. Valid until the next text.
    var strange: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: parts.strange, count: Int(parts.strangeCount))
    }

    private func growParts(_ limit: Int) {
        releaseParts()
        partCapacity = max(4_096, limit + 1)
        parts.plain = .allocate(capacity: partCapacity + 72)
        parts.strange = .allocate(capacity: partCapacity + 72)
    }

    private func grow(_ limit: Int) {
        release()
        capacity = max(4_096, limit + 1)
        room.words = .allocate(capacity: capacity)
        room.others = .allocate(capacity: capacity)
        room.places = .allocate(capacity: capacity + 256)
    }

    /// Whether the stretch that goes on at the limit has the sign of an address of mail, whose beginning may be before it.
    private static func hasAddress(_ text: UnsafeBufferPointer<UInt8>, at limit: Int) -> Bool {
        var place = limit
        while place < text.count, text[place] > 0x20 {
            if text[place] == UInt8(ascii: "@") { return true }
            place += 1
        }
        return false
    }
}
