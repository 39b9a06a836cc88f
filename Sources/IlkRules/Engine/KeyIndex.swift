import CICU

/// Finds strings by a key: the bytes from a place of each string on where common text has such most seldom, up to four.
///
/// Keys are looked up in a small table; nearly all places of a text fall through. A key stands at an onset, where a string
/// has one: at the first byte of a word, at a mark, at the first byte of a character outside ASCII. Of the bytes of prose a
/// fifth are onsets; the others are passed over 64 at a time. For strings without an onset, parts of words, there is an
/// index that looks everywhere.
struct KeyIndex: Sendable {
    /// A string: its first eight bytes from the key on, and where it is.
    private struct Entry: Sendable {
        /// The bytes from the key on, at most eight, each with bit 5 set; and which bytes count.
        var head: UInt64 = 0
        var mask: UInt64 = 0
        /// Where the string begins in the pool, how long it is, and where in it the key stands.
        var lower: Int32 = 0
        var count: Int32 = 0
        var key: Int32 = 0
        var literal: Int32 = 0
        /// Whether the string is there where its first eight bytes are: all of it, letters alone, for which bit 5 tells
        /// no more than their case.
        var isWhole = false
        /// The byte before the key and 255, or 0 twice where the key comes first: of many strings with one key, as `a:`,
        /// `b:`, `c:`, it tells which.
        var before: UInt8 = 0
        var beforeMask: UInt8 = 0
    }

    /// A string that is not filed yet, by the bytes that it is known by.
    private struct Draft {
        var entry: Entry
        /// How many bytes follow from the key on.
        var rest: Int32
    }

    /// Whether keys stand at onsets only.
    private let isAtOnsets: Bool
    private var longs: [UInt8] = []
    private var pairs: [UInt8] = []
    private var longShift: Int32 = 32
    /// The strings, hash by hash: those with four bytes from the key on, those with two or three, those with one.
    private var entries: [Entry] = []
    /// Where the strings of each hash begin among ``entries``, and one more.
    private var firstOfLong: [Int32] = []
    private var firstOfPair: [Int32] = []
    private var firstOfByte: [Int32] = []

    private static let pairBits: Int32 = 10

    /// The index of those strings of a pool that have an onset; the others are told to `others`.
    ///
    /// - Parameter atWords: Whether a string counts only where no byte of a word of ASCII stands before it.
    init(_ literals: LiteralPool, atWords: (Int) -> Bool, others: (Int) -> Void) {
        isAtOnsets = true
        var drafts: [Draft] = []
        drafts.reserveCapacity(literals.count)
        for index in 0..<literals.count {
            let range = literals.range(index)
            let atWord = atWords(index)
            if let key = Self.key(
                literals.bytes, range, at: { Self.isOnset(literals.bytes, $0, range, atWord: atWord) })
            {
                drafts.append(Self.draft(literals.bytes, range, key: key, Int32(index)))
            } else {
                others(index)
            }
        }
        file(drafts)
    }

    /// The index of some strings of a pool that looks everywhere.
    init(_ literals: LiteralPool, _ members: [Int]) {
        isAtOnsets = false
        file(
            members.map { index in
                let range = literals.range(index)
                let key = Self.key(literals.bytes, range, at: { _ in true }) ?? 0
                return Self.draft(literals.bytes, range, key: key, Int32(index))
            })
    }

    /// Whether a string can be found at an onset.
    static func hasOnset(_ string: [UInt8], atWord: Bool) -> Bool {
        string.indices.contains { isOnset(string, $0, string.indices, atWord: atWord) }
    }

    var isEmpty: Bool { entries.isEmpty }

    // MARK: Making

    private static func isOnset(_ pool: [UInt8], _ place: Int, _ range: Range<Int>, atWord: Bool) -> Bool {
        let byte = pool[place]
        if ilk_is_mark_byte(byte) != 0 { return true }
        guard ilk_is_word_byte(byte) != 0 else { return false }
        return place == range.lowerBound ? atWord : ilk_is_word_byte(pool[place - 1]) == 0
    }

    /// The place of the rarest key of a string, counted from its first byte, among those that are allowed.
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

    private static func draft(_ pool: [UInt8], _ range: Range<Int>, key: Int, _ literal: Int32) -> Draft {
        let rest = range.count - key
        var entry = Entry(
            lower: Int32(range.lowerBound), count: Int32(range.count), key: Int32(key), literal: literal)
        for index in 0..<min(rest, 8) {
            entry.head |= UInt64(pool[range.lowerBound + key + index] | 0x20) << UInt64(8 * index)
            entry.mask |= 0xFF << UInt64(8 * index)
        }
        if key > 0 { (entry.before, entry.beforeMask) = (pool[range.lowerBound + key - 1], .max) }
        entry.isWhole =
            key == 0 && rest <= 8
            && pool[range].allSatisfy { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
        return Draft(entry: entry, rest: Int32(rest))
    }

    private mutating func file(_ drafts: [Draft]) {
        guard !drafts.isEmpty else { return }
        var logarithm: Int32 = 5
        // One place in sixteen is taken, or fewer: so seldom does chance alone let a place of a text through.
        while 1 << Int(logarithm) < drafts.count * 16, logarithm < 24 { logarithm += 1 }
        longShift = 32 - logarithm
        longs = [UInt8](repeating: 0, count: 1 << Int(logarithm))
        pairs = [UInt8](repeating: 0, count: 1 << 16)
        for draft in drafts {
            let head = draft.entry.head
            switch draft.rest {
            case 1:
                for second in 0..<256 { pairs[Int(head & 0xFF) | second << 8] |= Self.isByte }
            case 2, 3: pairs[Int(head & 0xFFFF)] |= Self.isPair
            default: longs[Int(ilk_key_hash(UInt32(head & 0xFFFF_FFFF), longShift))] = Self.isLong
            }
        }
        // As many slots as strings, or a few more: most slots have one.
        firstOfLong = group(drafts.filter { $0.rest >= 4 }, 1 << Int(logarithm - 4)) {
            Self.slot(long: UInt32($0 & 0xFFFF_FFFF), logarithm)
        }
        firstOfPair = group(drafts.filter { $0.rest == 2 || $0.rest == 3 }, 1 << Int(Self.pairBits)) {
            Self.slot(pair: UInt32($0 & 0xFFFF))
        }
        firstOfByte = group(drafts.filter { $0.rest == 1 }, 256) { Int($0 & 0xFF) }
    }

    /// Appends strings to the entries, slot by slot, and tells where each slot begins.
    private mutating func group(_ drafts: [Draft], _ slots: Int, by slot: (UInt64) -> Int) -> [Int32] {
        var firsts = [Int32](repeating: 0, count: slots + 1)
        for draft in drafts { firsts[slot(draft.entry.head) + 1] += 1 }
        firsts[0] = Int32(entries.count)
        for index in 1...slots { firsts[index] += firsts[index - 1] }
        entries += [Entry](repeating: Entry(), count: drafts.count)
        var next = firsts
        for draft in drafts {
            let slot = slot(draft.entry.head)
            entries[Int(next[slot])] = draft.entry
            next[slot] += 1
        }
        return firsts
    }

    private static let isLong = UInt8(ILK_KEY_LONG)
    private static let isPair = UInt8(ILK_KEY_PAIR)
    private static let isByte = UInt8(ILK_KEY_BYTE)

    @inline(__always)
    private static func slot(long four: UInt32, _ logarithm: Int32) -> Int {
        Int(ilk_key_hash(four, 36 - logarithm))
    }

    @inline(__always)
    private static func slot(pair: UInt32) -> Int { Int(ilk_key_hash(pair, 32 - pairBits)) }

    // MARK: Finding

    /// Calls `found` with each string that is there and the offset behind it, in the order of their keys.
    @inline(__always)
    func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, _ pool: UnsafeBufferPointer<UInt8>, using scan: LiteralScan,
        _ found: (_ literal: Int, _ end: Int) -> Void
    ) {
        guard let base = bytes.baseAddress, !entries.isEmpty else { return }
        entries.withUnsafeBufferPointer { entries in
            var start = 0
            while start < bytes.count {
                let upTo = min(start + LiteralScan.blockSize, bytes.count)
                let places = findPlaces(base, bytes.count, start..<upTo, scan)
                for number in 0..<places {
                    let place = scan.places[number]
                    let offset = start + Int(place >> 3)
                    let head = Self.head(bytes, offset)
                    let before = offset > 0 ? LiteralPool.fold(bytes[offset - 1]) : 0
                    var kinds = UInt8(place & 7)
                    while kinds != 0 {
                        for index in slot(head, kinds & (0 &- kinds)) {
                            let entry = entries[index]
                            guard head & entry.mask == entry.head,
                                (before ^ entry.before) & entry.beforeMask == 0
                            else { continue }
                            // Behind the end of a text stands what is no letter.
                            if entry.isWhole {
                                found(Int(entry.literal), offset + Int(entry.count))
                            } else if let end = self.end(of: entry, at: offset, bytes, pool) {
                                found(Int(entry.literal), end)
                            }
                        }
                        kinds &= kinds &- 1
                    }
                }
                start = upTo
            }
        }
    }

    /// Where strings of a kind with these first bytes stand among the entries.
    @inline(__always)
    private func slot(_ head: UInt64, _ kind: UInt8) -> Range<Int> {
        switch kind {
        case Self.isLong:
            let slot = Self.slot(long: UInt32(truncatingIfNeeded: head), 32 - longShift)
            return Int(firstOfLong[slot])..<Int(firstOfLong[slot + 1])
        case Self.isPair:
            let slot = Self.slot(pair: UInt32(truncatingIfNeeded: head & 0xFFFF))
            return Int(firstOfPair[slot])..<Int(firstOfPair[slot + 1])
        default:
            let slot = Int(head & 0xFF)
            return Int(firstOfByte[slot])..<Int(firstOfByte[slot + 1])
        }
    }

    @inline(never)
    private func findPlaces(
        _ base: UnsafePointer<UInt8>, _ count: Int, _ block: Range<Int>, _ scan: LiteralScan
    ) -> Int {
        longs.withUnsafeBufferPointer { longs in
            pairs.withUnsafeBufferPointer { pairs in
                let tables = ilk_key_tables(
                    longs: longs.baseAddress, pairs: pairs.baseAddress, longShift: longShift)
                let (lower, upper) = (Int64(block.lowerBound), Int64(block.upperBound))
                return Int(
                    isAtOnsets
                        ? ilk_keys_at_onsets(base, Int64(count), lower, upper, tables, scan.places)
                        : ilk_keys_anywhere(base, Int64(count), lower, upper, tables, scan.places))
            }
        }
    }

    /// The eight bytes from an offset on with bit 5 set, the first one lowest.
    @inline(__always)
    private static func head(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> UInt64 {
        if let base = bytes.baseAddress, offset + 8 <= bytes.count { return ilk_key_eight(base + offset) }
        var head: UInt64 = 0x2020_2020_2020_2020
        for index in offset..<bytes.count { head |= UInt64(bytes[index]) << UInt64(8 * (index - offset)) }
        return head
    }

    /// The offset behind a string whose key stands at a place, when it is there.
    @inline(__always)
    private func end(
        of entry: Entry, at place: Int, _ bytes: UnsafeBufferPointer<UInt8>,
        _ pool: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        LiteralPool.end(
            of: Int(entry.lower)..<Int(entry.lower + entry.count), from: place - Int(entry.key), bytes, pool
        )
    }
}
