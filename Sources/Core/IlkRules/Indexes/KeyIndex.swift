import CICU
import IlkVocabulary

/// Finds strings by a key: the bytes from a place of each string on where common text has such most seldom, up to four.
///
/// Keys are looked up in a small table; nearly all places of a text fall through. A key stands at an onset, where a string
/// has one: at the first byte of a word, at a mark, at the first byte of a character outside ASCII. Of the bytes of prose a
/// fifth are onsets; the others are passed over 64 at a time. For strings without an onset, parts of words, there is an
/// index that looks everywhere.
struct KeyIndex: Sendable {
    /// A string: eight bytes from the key on, eight before it, and where it is.
    private struct Entry: Sendable {
        /// The bytes from the key on, at most eight, the first one lowest; and which bytes count.
        var head: UInt64 = 0
        var headMask: UInt64 = 0
        /// The bytes before the key, at most eight, the last one highest; and which bytes count. Of many strings with one
        /// key, as `thanks.`, `regards.`, `wishes.`, they tell which.
        var tail: UInt64 = 0
        var tailMask: UInt64 = 0
        /// Where the string begins in the pool, how long it is, and where in it the key stands.
        var lower: Int32 = 0
        var count: Int32 = 0
        var key: Int32 = 0
        var literal: Int32 = 0
        /// Whether these bytes are all of it.
        var isWhole = false

        /// How many bytes follow from the key on.
        var rest: Int32 { count - key }
    }

    /// Whether keys stand at onsets only.
    private let isAtOnsets: Bool
    private let longs: ProgramTable<UInt8>
    private let pairs: ProgramTable<UInt8>
    private let longShift: Int32
    /// The strings, hash by hash: those with four bytes from the key on, those with two or three, those with one.
    private let entries: ProgramTable<Entry>
    /// Where the strings of each hash begin among ``entries``, and one more.
    private let firstOfLong: ProgramTable<Int32>
    private let firstOfPair: ProgramTable<Int32>
    private let firstOfByte: ProgramTable<Int32>

    private static let pairBits: Int32 = 10

    /// The index of those strings of a pool that have an onset; the others are told to `others`.
    ///
    /// - Parameter atWords: Whether a string counts only where no byte of a word of ASCII stands before it.
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

    /// The index of some strings of a pool that looks everywhere.
    init(_ literals: LiteralPool, _ members: [Int]) {
        let entries = members.map { index in
            let range = literals.range(index)
            let key = Self.key(literals.bytes, range, at: { _ in true }) ?? 0
            return Self.entry(literals.bytes, range, key: key, Int32(index))
        }
        self.init(entries, isAtOnsets: false)
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
        // One place in sixteen is taken, or fewer: so seldom does chance alone let a place of a text through.
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
        // As many slots as strings, or a few more: most slots have one.
        firstOfLong = Self.group(strings.filter { $0.rest >= 4 }, 1 << Int(logarithm - 4), into: &entries) {
            Self.slot(long: $0, shift)
        }
        firstOfPair = Self.group(
            strings.filter { $0.rest == 2 || $0.rest == 3 }, 1 << Int(Self.pairBits), into: &entries
        ) { Self.slot(pair: $0) }
        firstOfByte = Self.group(strings.filter { $0.rest == 1 }, 256, into: &entries) { Int($0 & 0xFF) }
        self.entries = ProgramTable(entries)
    }

    /// Appends strings to the entries, slot by slot, and tells where each slot begins.
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

    /// What strings are filed by: four bytes, each with bit 5 set.
    @inline(__always)
    private static func key(_ head: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: head) | 0x2020_2020 }

    @inline(__always)
    private static func slot(long key: UInt32, _ shift: Int32) -> Int { Int(ilk_key_hash(key, shift + 4)) }

    @inline(__always)
    private static func slot(pair key: UInt32) -> Int { Int(ilk_key_hash(key & 0xFFFF, 32 - pairBits)) }

    // MARK: Finding

    /// Calls `found` with each string that is there and the offset behind it, in the order of their keys.
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
                        // A byte that the text does not have is 255, which no string has.
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

    /// Where strings of a kind with this key stand among the entries.
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

    /// The eight bytes from an offset on in lower case, the first one lowest; behind the end of the text 255.
    @inline(__always)
    private static func head(_ base: UnsafePointer<UInt8>, _ count: Int, _ offset: Int) -> UInt64 {
        if offset &+ 8 <= count { return ilk_key_eight(base + offset) }
        return edge(base, offset..<count, of: 0)
    }

    /// The eight bytes before an offset in lower case, the last one highest; before the beginning of the text 255.
    @inline(__always)
    private static func tail(_ base: UnsafePointer<UInt8>, _ count: Int, _ offset: Int) -> UInt64 {
        if offset >= 8 { return ilk_key_eight(base + (offset &- 8)) }
        return edge(base, 0..<offset, of: 8 &- offset)
    }

    /// Fewer than eight bytes, from a place among eight on; the others 255.
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
