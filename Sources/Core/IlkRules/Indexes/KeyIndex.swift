import CICU
import IlkVocabulary

/// A multi-string search that looks up strings by a key: the one to four bytes of each string that
/// are rarest in common text.
///
/// Keys are looked up in a small table that rejects nearly all positions of a text. If a string has an onset,
/// its key begins there: at the first byte of a word, a punctuation byte or the first byte of a non-ASCII
/// character. About a fifth of the bytes of prose are onsets; the other bytes are skipped 64 at a time.
/// Strings without an onset (parts of words) are in a second index that tries every position.
struct KeyIndex: Sendable {
    /// A string, with the eight bytes that start at its key and the eight bytes before it.
    private struct Entry: Sendable {
        /// Up to eight bytes of the string that start at the key, and a mask of these bytes. The first byte
        /// is in the lowest bits.
        var head: UInt64 = 0
        var headMask: UInt64 = 0
        /// Up to eight bytes of the string before the key, and a mask of these bytes. The last byte is in the
        /// highest bits. These bytes distinguish strings that share a key, such as `thanks.`, `regards.` and
        /// `wishes.`.
        var tail: UInt64 = 0
        var tailMask: UInt64 = 0
        /// The offset of the string in the pool, its length, and the offset of the key in it.
        var lower: Int32 = 0
        var count: Int32 = 0
        var key: Int32 = 0
        var literal: Int32 = 0
        /// `true` if ``head`` and ``tail`` contain the whole string.
        var isWhole = false

        /// The number of bytes from the start of the key to the end of the string.
        var rest: Int32 { count - key }
    }

    /// `true` if all keys begin at onsets.
    private let isAtOnsets: Bool
    private let longs: ProgramTable<UInt8>
    private let pairs: ProgramTable<UInt8>
    private let longShift: Int32
    /// The strings grouped by hash: first the strings with ``Entry/rest`` of 4 or more, then 2 to 3, then 1.
    private let entries: ProgramTable<Entry>
    /// The offset of each hash slot in ``entries``, followed by the end of the last slot.
    private let firstOfLong: ProgramTable<Int32>
    private let firstOfPair: ProgramTable<Int32>
    private let firstOfByte: ProgramTable<Int32>

    private static let pairBits: Int32 = 10

    /// Creates an index of the strings of a pool that have an onset. Calls `others` for the other strings.
    ///
    /// - Parameter atWords: `true` for a string that matches only where no ASCII word byte precedes it.
    init(_ literals: LiteralPool, atWords: (Int) -> Bool, others: (Int) -> Void) {
        var entries: [Entry] = []
        entries.reserveCapacity(literals.count)
        for index in 0..<literals.count {
            let range = literals.range(index)
            let atWord = atWords(index)
            if let key = Self.key(
                literals.bytes, range, at: { Self.isOnset(literals.bytes, $0, range, atWord: atWord) })
            {
                entries.append(Self.entry(literals.bytes, range, key: key, Int32(index)))
            } else {
                others(index)
            }
        }
        self.init(entries, isAtOnsets: true)
    }

    /// Creates an index of some strings of a pool that tries every position.
    init(_ literals: LiteralPool, _ members: [Int]) {
        let entries = members.map { index in
            let range = literals.range(index)
            let key = Self.key(literals.bytes, range, at: { _ in true }) ?? 0
            return Self.entry(literals.bytes, range, key: key, Int32(index))
        }
        self.init(entries, isAtOnsets: false)
    }

    static func hasOnset(_ string: [UInt8], atWord: Bool) -> Bool {
        string.indices.contains { isOnset(string, $0, string.indices, atWord: atWord) }
    }

    // MARK: Construction

    private static func isOnset(_ pool: [UInt8], _ place: Int, _ range: Range<Int>, atWord: Bool) -> Bool {
        let byte = pool[place]
        if ilk_is_mark_byte(byte) != 0 { return true }
        guard ilk_is_word_byte(byte) != 0 else { return false }
        return place == range.lowerBound ? atWord : ilk_is_word_byte(pool[place - 1]) == 0
    }

    /// Returns the offset of the rarest allowed key in a string.
    private static func key(_ pool: [UInt8], _ range: Range<Int>, at isAllowed: (Int) -> Bool) -> Int? {
        var best: Int?
        var most = -1.0
        for place in range where isAllowed(place) {
            let rest = range.upperBound - place
            var rarity = 0.0
            for index in place..<place + (rest >= 4 ? 4 : min(rest, 2)) {
                rarity += RequiredLiteral.rarity[Int(pool[index])]
            }
            if rarity > most { (best, most) = (place - range.lowerBound, rarity) }
        }
        return best
    }

    private static func entry(_ pool: [UInt8], _ range: Range<Int>, key: Int, _ literal: Int32) -> Entry {
        let rest = range.count - key
        var entry = Entry(
            lower: Int32(range.lowerBound), count: Int32(range.count), key: Int32(key), literal: literal)
        for index in 0..<min(rest, 8) {
            entry.head |= UInt64(pool[range.lowerBound + key + index]) << UInt64(8 * index)
            entry.headMask |= 0xFF << UInt64(8 * index)
        }
        for index in 0..<min(key, 8) {
            entry.tail |= UInt64(pool[range.lowerBound + key - 1 - index]) << UInt64(56 - 8 * index)
            entry.tailMask |= 0xFF << UInt64(56 - 8 * index)
        }
        entry.isWhole = rest <= 8 && key <= 8
        return entry
    }

    private init(_ strings: [Entry], isAtOnsets: Bool) {
        self.isAtOnsets = isAtOnsets
        var logarithm: Int32 = 5
        // At most one slot in 16 is used, so few positions of a text pass the filter by chance.
        while 1 << Int(logarithm) < strings.count * 16, logarithm < 24 { logarithm += 1 }
        let shift = 32 - logarithm
        longShift = shift
        var longs = [UInt8](repeating: 0, count: 1 << Int(logarithm))
        var pairs = [UInt8](repeating: 0, count: 1 << 16)
        for string in strings {
            let key = Self.key(string.head)
            switch string.rest {
            case 1:
                for second in 0..<256 { pairs[Int(key & 0xFF) | second << 8] |= Self.isByte }
            case 2, 3: pairs[Int(key & 0xFFFF)] |= Self.isPair
            default: longs[Int(ilk_key_hash(key, shift))] = Self.isLong
            }
        }
        (self.longs, self.pairs) = (ProgramTable(longs), ProgramTable(pairs))
        var entries: [Entry] = []
        // At least as many slots as strings, so most slots have one string.
        firstOfLong = Self.group(strings.filter { $0.rest >= 4 }, 1 << Int(logarithm - 4), into: &entries) {
            Self.slot(long: $0, shift)
        }
        firstOfPair = Self.group(
            strings.filter { $0.rest == 2 || $0.rest == 3 }, 1 << Int(Self.pairBits), into: &entries
        ) { Self.slot(pair: $0) }
        firstOfByte = Self.group(strings.filter { $0.rest == 1 }, 256, into: &entries) { Int($0 & 0xFF) }
        self.entries = ProgramTable(entries)
    }

    /// Appends strings grouped by slot, and returns the offset of each slot.
    private static func group(
        _ strings: [Entry], _ slots: Int, into entries: inout [Entry], by slot: (UInt32) -> Int
    ) -> ProgramTable<Int32> {
        var firsts = [Int32](repeating: 0, count: slots + 1)
        for string in strings { firsts[slot(key(string.head)) + 1] += 1 }
        firsts[0] = Int32(entries.count)
        for index in 1...slots { firsts[index] += firsts[index - 1] }
        entries += [Entry](repeating: Entry(), count: strings.count)
        var next = firsts
        for string in strings {
            let slot = slot(key(string.head))
            entries[Int(next[slot])] = string
            next[slot] += 1
        }
        return ProgramTable(firsts)
    }

    private static let isLong = UInt8(ILK_KEY_LONG)
    private static let isPair = UInt8(ILK_KEY_PAIR)
    private static let isByte = UInt8(ILK_KEY_BYTE)

    /// The hashed key: four bytes, each with bit 5 set, which ignores the case of ASCII letters.
    @inline(__always)
    private static func key(_ head: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: head) | 0x2020_2020 }

    @inline(__always)
    private static func slot(long key: UInt32, _ shift: Int32) -> Int { Int(ilk_key_hash(key, shift + 4)) }

    @inline(__always)
    private static func slot(pair key: UInt32) -> Int { Int(ilk_key_hash(key & 0xFFFF, 32 - pairBits)) }

    // MARK: Search

    /// Calls `found` with each occurrence of a string and its end, in the order of the keys in the text.
    @inline(__always)
    func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, _ pool: UnsafeBufferPointer<UInt8>, using scan: LiteralScan,
        _ found: (_ literal: Int, _ end: Int) -> Void
    ) {
        guard let base = bytes.baseAddress, !entries.isEmpty else { return }
        var start = 0
        while start < bytes.count {
            let upTo = min(start &+ LiteralScan.blockSize, bytes.count)
            let places = findPlaces(base, bytes.count, start..<upTo, scan)
            for number in 0..<places {
                let place = scan.places[number]
                let offset = start &+ Int(place &>> 3)
                let head = Self.head(base, bytes.count, offset)
                let tail = Self.tail(base, bytes.count, offset)
                let key = Self.key(head)
                var kinds = UInt8(truncatingIfNeeded: place & 7)
                while kinds != 0 {
                    var (index, end) = slot(key, kinds & (0 &- kinds))
                    while index < end {
                        let entry = entries.pointer(to: index)
                        index &+= 1
                        // Bytes outside the text are 255, which no string contains.
                        let headDiffers = (head ^ entry.pointee.head) & entry.pointee.headMask
                        let tailDiffers = (tail ^ entry.pointee.tail) & entry.pointee.tailMask
                        guard headDiffers | tailDiffers == 0 else { continue }
                        let count = Int(entry.pointee.count)
                        let lower = offset &- Int(entry.pointee.key)
                        guard
                            entry.pointee.isWhole
                                || LiteralPool.contains(
                                    Int(entry.pointee.lower), count, at: lower, bytes, pool)
                        else { continue }
                        found(Int(entry.pointee.literal), lower &+ count)
                    }
                    kinds &= kinds &- 1
                }
            }
            start = upTo
        }
    }

    /// Returns the range of entries with a key.
    @inline(__always)
    private func slot(_ key: UInt32, _ kind: UInt8) -> (Int, Int) {
        let (slot, firsts) =
            switch kind {
            case Self.isLong: (Self.slot(long: key, longShift), firstOfLong.pointer(to: 0))
            case Self.isPair: (Self.slot(pair: key), firstOfPair.pointer(to: 0))
            default: (Int(key & 0xFF), firstOfByte.pointer(to: 0))
            }
        return (Int(firsts[slot]), Int(firsts[slot &+ 1]))
    }

    @inline(never)
    private func findPlaces(
        _ base: UnsafePointer<UInt8>, _ count: Int, _ block: Range<Int>, _ scan: LiteralScan
    ) -> Int {
        let tables = ilk_key_tables(
            longs: longs.pointer(to: 0), pairs: pairs.pointer(to: 0), longShift: longShift)
        let (lower, upper) = (Int64(block.lowerBound), Int64(block.upperBound))
        return Int(
            isAtOnsets
                ? ilk_keys_at_onsets(base, Int64(count), lower, upper, tables, scan.places)
                : ilk_keys_anywhere(base, Int64(count), lower, upper, tables, scan.places))
    }

    /// Returns eight bytes from an offset on. Bytes after the end of the text are 255.
    @inline(__always)
    private static func head(_ base: UnsafePointer<UInt8>, _ count: Int, _ offset: Int) -> UInt64 {
        if offset &+ 8 <= count { return ilk_key_eight(base + offset) }
        return edge(base, offset..<count, of: 0)
    }

    /// Returns the eight bytes before an offset. Bytes before the start of the text are 255.
    @inline(__always)
    private static func tail(_ base: UnsafePointer<UInt8>, _ count: Int, _ offset: Int) -> UInt64 {
        if offset >= 8 { return ilk_key_eight(base + (offset &- 8)) }
        return edge(base, 0..<offset, of: 8 &- offset)
    }

    /// Returns fewer than eight bytes of the text as a number, the first one at byte `place` of the number.
    /// The other bytes are 255.
    @inline(never)
    private static func edge(_ base: UnsafePointer<UInt8>, _ range: Range<Int>, of place: Int) -> UInt64 {
        var eight = UInt64.max
        for (number, offset) in range.enumerated() {
            let shift = UInt64(8 * (place + number))
            eight = eight & ~(0xFF << shift) | UInt64(base[offset].asciiLowercased) << shift
        }
        return eight
    }
}
