import CICU

/// Finds strings by an onset in them: the first byte of a word, a mark, or the first byte of a character outside ASCII.
///
/// Of the bytes of prose a fifth are onsets; the others are passed over 64 at a time. At each onset the bytes that follow
/// are looked up in a small table; nearly all places fall through. A string may have several onsets: it is known by the
/// one that common text has most seldom. Strings without an onset are left to ``WindowIndex``.
struct OnsetIndex: Sendable {
    /// A string: its first eight bytes from the onset on, and where it is.
    struct Entry: Sendable {
        /// The bytes from the onset on, at most eight, each with bit 5 set; and which bytes count.
        var head: UInt64 = 0
        var mask: UInt64 = 0
        /// Where the string begins in the pool, how long it is, and where in it the onset stands.
        var lower: Int32 = 0
        var count: Int32 = 0
        var onset: Int32 = 0
        var literal: Int32 = 0
    }

    /// A string that is not filed yet, by the bytes that it is known by.
    private struct Draft {
        var entry: Entry
        /// How many bytes follow from the onset on.
        var rest: Int32
    }

    private var longs: [UInt8] = []
    private var pairs: [UInt8] = []
    private var longShift: Int32 = 32
    /// The strings, hash by hash: those with four bytes from the onset on, those with two or three, those with one.
    private var entries: [Entry] = []
    /// Where the strings of each hash begin among ``entries``, and one more.
    private var firstOfLong: [Int32] = []
    private var firstOfPair: [Int32] = []
    private var firstOfByte: [Int32] = []

    private static let pairBits: Int32 = 10

    /// The index of those strings of a pool that have an onset; the others are told to `others`.
    ///
    /// - Parameter atWords: Whether a string counts only where a word of ASCII begins, or none can, before it.
    init(_ literals: LiteralPool, atWords: (Int) -> Bool, others: (Int) -> Void) {
        var drafts: [Draft] = []
        drafts.reserveCapacity(literals.count)
        for index in 0..<literals.count {
            let range = literals.range(index)
            guard let onset = Self.onset(literals.bytes, range, atWord: atWords(index)) else {
                others(index)
                continue
            }
            drafts.append(Self.draft(literals.bytes, range, onset: onset, Int32(index)))
        }
        guard !drafts.isEmpty else { return }
        file(drafts)
    }

    var isEmpty: Bool { entries.isEmpty }

    // MARK: Making

    /// The place of the rarest onset of a string, counted from its first byte.
    private static func onset(_ pool: [UInt8], _ range: Range<Int>, atWord: Bool) -> Int? {
        var best: Int?
        var most = -1.0
        for place in range {
            let byte = pool[place]
            let isOnset =
                ilk_is_mark_byte(byte) != 0
                || ilk_is_word_byte(byte) != 0
                    && (place == range.lowerBound ? atWord : ilk_is_word_byte(pool[place - 1]) == 0)
            guard isOnset else { continue }
            let rest = range.upperBound - place
            var rarity = 0.0
            for index in place..<place + (rest >= 4 ? 4 : min(rest, 2)) {
                rarity += RequiredLiteral.rarity[Int(pool[index])]
            }
            if rarity > most { (best, most) = (place - range.lowerBound, rarity) }
        }
        return best
    }

    private static func draft(
        _ pool: [UInt8], _ range: Range<Int>, onset: Int, _ literal: Int32
    ) -> Draft {
        let rest = range.count - onset
        var entry = Entry(
            lower: Int32(range.lowerBound), count: Int32(range.count), onset: Int32(onset), literal: literal)
        for index in 0..<min(rest, 8) {
            entry.head |= UInt64(pool[range.lowerBound + onset + index] | 0x20) << UInt64(8 * index)
            entry.mask |= 0xFF << UInt64(8 * index)
        }
        return Draft(entry: entry, rest: Int32(rest))
    }

    private mutating func file(_ drafts: [Draft]) {
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
            default: longs[Int(ilk_onset_hash(UInt32(head & 0xFFFF_FFFF), longShift))] = Self.isLong
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

    private static let isLong = UInt8(ILK_ONSET_LONG)
    private static let isPair = UInt8(ILK_ONSET_PAIR)
    private static let isByte = UInt8(ILK_ONSET_BYTE)

    @inline(__always)
    private static func slot(long four: UInt32, _ logarithm: Int32) -> Int {
        Int(ilk_onset_hash(four, 36 - logarithm))
    }

    @inline(__always)
    private static func slot(pair: UInt32) -> Int { Int(ilk_onset_hash(pair, 32 - pairBits)) }

    // MARK: Finding

    /// Calls `found` with each string that is there and the offset behind it, in the order of their onsets.
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
                    var kinds = UInt8(place & 7)
                    while kinds != 0 {
                        for index in slot(head, kinds & (0 &- kinds)) {
                            let entry = entries[index]
                            guard head & entry.mask == entry.head,
                                let end = self.end(of: entry, at: offset, bytes, pool)
                            else { continue }
                            found(Int(entry.literal), end)
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
                let tables = ilk_onset_tables(
                    longs: longs.baseAddress, pairs: pairs.baseAddress, longShift: longShift)
                return Int(
                    ilk_onsets_find(
                        base, Int64(count), Int64(block.lowerBound), Int64(block.upperBound), tables,
                        scan.places))
            }
        }
    }

    /// The eight bytes from an offset on with bit 5 set, the first one lowest.
    @inline(__always)
    private static func head(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> UInt64 {
        if let base = bytes.baseAddress, offset + 8 <= bytes.count { return ilk_onset_eight(base + offset) }
        var head: UInt64 = 0x2020_2020_2020_2020
        for index in offset..<bytes.count { head |= UInt64(bytes[index]) << UInt64(8 * (index - offset)) }
        return head
    }

    /// The offset behind a string whose onset stands at a place, when it is there.
    @inline(__always)
    private func end(
        of entry: Entry, at place: Int, _ bytes: UnsafeBufferPointer<UInt8>,
        _ pool: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        LiteralPool.end(
            of: Int(entry.lower)..<Int(entry.lower + entry.count), from: place - Int(entry.onset), bytes, pool
        )
    }
}
