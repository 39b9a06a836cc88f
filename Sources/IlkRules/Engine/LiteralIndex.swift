/// Finds any number of byte strings in one pass, without regard to the case of ASCII letters.
///
/// Each string is known by its rarest three bytes, its window; a table of hashes says whether a window of any
/// string can begin at a place (Wu and Manning 1994, with a window that is chosen in place of a shift). Nearly all
/// places of a text are passed over after that one look; the table stays in the nearest cache, which an automaton of
/// as many strings does not. Shorter strings are known by their first two bytes.
struct LiteralIndex: Sendable {
    /// A string: its bytes in the pool, and where in it its window begins.
    private struct Entry: Sendable {
        let lower: Int32
        let count: Int32
        let window: Int32
        let literal: Int32
        /// The next string with a window of the same hash, or -1.
        let next: Int32
    }

    private static let windowLength = 3

    /// The strings, lower case within ASCII.
    let pool: [UInt8]
    /// Where each string ends in the pool. It begins where the one before ends.
    let ends: [Int32]
    private var entries: [Entry] = []
    /// The first string of each hash of a window, or -1; the size is a power of two.
    private var firstOfWindow: [Int32] = [-1]
    /// 1 at the hashes of windows, else 0. The size is a power of two.
    private var isWindow: [UInt8] = [0]
    /// The first string of each hash of its two bytes, or -1; the size is a power of two.
    private var firstOfPair: [Int32] = [-1]
    /// The string of each single byte, or -1.
    private var firstOfByte = [Int32](repeating: -1, count: 256)
    /// 2 at the pairs of bytes that short strings begin with, else 0.
    private var isPair: [UInt8]

    /// An index of strings that are lower case within ASCII, none empty, each once.
    init(_ literals: [[UInt8]]) {
        var ends: [Int32] = []
        ends.reserveCapacity(literals.count)
        var end: Int32 = 0
        for literal in literals {
            end += Int32(literal.count)
            ends.append(end)
        }
        self.init(pool: Array(literals.joined()), ends: ends)
    }

    /// An index of strings that stand one behind the other in a pool, each behind the end of the one before.
    init(pool: [UInt8], ends: [Int32]) {
        self.pool = pool
        self.ends = ends
        isPair = [UInt8](repeating: 0, count: 1 << 16)
        let counts = ends.indices.map { $0 == 0 ? ends[0] : ends[$0] - ends[$0 - 1] }
        let long = counts.count { $0 >= Self.windowLength }
        var size = 1
        while size < long * 4 { size *= 2 }
        firstOfWindow = [Int32](repeating: -1, count: size)
        // One place in sixteen is taken, or fewer: so seldom does chance alone let a place of a text through.
        isWindow = [UInt8](repeating: 0, count: size * 4)
        size = 1
        while size < counts.count(where: { $0 == 2 }) * 2 { size *= 2 }
        firstOfPair = [Int32](repeating: -1, count: size)
        entries.reserveCapacity(ends.count)
        // The longest is put in front of the others of its hash last.
        for index in counts.indices.sorted(by: { (counts[$0], $0) < (counts[$1], $1) }) {
            let range = Int(ends[index] - counts[index])..<Int(ends[index])
            if range.count >= Self.windowLength {
                addLong(range, Int32(index))
            } else {
                addShort(range, Int32(index))
            }
        }
    }

    /// Whether there is nothing to find.
    var isEmpty: Bool { entries.isEmpty }

    private mutating func addLong(_ range: Range<Int>, _ index: Int32) {
        let window = rarestWindow(range)
        let value = (0..<Self.windowLength).reduce(UInt32(0)) {
            $0 | UInt32(pool[range.lowerBound + window + $1]) << UInt32(8 * $1)
        }
        let hash = Self.hash(value)
        isWindow[hash & (isWindow.count - 1)] = 1
        let slot = hash & (firstOfWindow.count - 1)
        firstOfWindow[slot] = add(range, window: window, index, before: firstOfWindow[slot])
    }

    private mutating func addShort(_ range: Range<Int>, _ index: Int32) {
        let first = Int(pool[range.lowerBound])
        if range.count > 1 {
            let pair = first | Int(pool[range.lowerBound + 1]) << 8
            isPair[pair] = 2
            let slot = Self.hash(UInt32(pair)) & (firstOfPair.count - 1)
            firstOfPair[slot] = add(range, window: 0, index, before: firstOfPair[slot])
        } else {
            // A single byte, whatever stands behind it.
            for second in 0..<256 { isPair[first | second << 8] = 2 }
            firstOfByte[first] = add(range, window: 0, index, before: -1)
        }
    }

    /// Adds a string and tells its place among the entries.
    private mutating func add(
        _ range: Range<Int>, window: Int, _ index: Int32, before next: Int32
    ) -> Int32 {
        let place = Int32(entries.count)
        entries.append(
            Entry(
                lower: Int32(range.lowerBound), count: Int32(range.count), window: Int32(window),
                literal: index, next: next))
        return place
    }

    /// Where the three bytes begin that common text has most seldom.
    private func rarestWindow(_ range: Range<Int>) -> Int {
        var best = 0
        var most = -1.0
        for start in range.lowerBound...range.upperBound - Self.windowLength {
            var rarity = 0.0
            for index in start..<start + Self.windowLength {
                rarity += RequiredLiteral.rarity[Int(pool[index])]
            }
            if rarity > most { (best, most) = (start - range.lowerBound, rarity) }
        }
        return best
    }

    @inline(__always)
    private static func hash(_ window: UInt32) -> Int {
        Int(truncatingIfNeeded: (UInt64(window) &* 0x9E37_79B9_7F4A_7C15) >> 36)
    }

    /// Upper-case ASCII letters as lower case, all other bytes as they are.
    private static let folds: [UInt8] = (UInt8.min...UInt8.max).map(fold)

    /// Calls `found` with each string that is there and the offset behind it, in the order of their windows, and notes
    /// which bytes the text has.
    @inline(__always)
    func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, using scan: LiteralScan,
        _ found: (_ literal: Int, _ end: Int) -> Void
    ) {
        scan.clear()
        var start = 0
        while start < bytes.count {
            let end = min(start + LiteralScan.blockSize, bytes.count)
            let places = findPlaces(bytes, start..<end, using: scan)
            for number in 0..<places {
                let place = scan.places[number]
                verify(place, from: start, bytes, found)
            }
            start = end
        }
    }

    /// Finds the places of a block where the window of a string, or a short string, may begin, and tells how many.
    ///
    /// This loop sees every byte of every text, so it does nothing else and holds its tables in registers.
    @inline(never)
    private func findPlaces(
        _ bytes: UnsafeBufferPointer<UInt8>, _ block: Range<Int>, using scan: LiteralScan
    ) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        let seen = scan.seen
        let places = scan.places
        let mask = isWindow.count - 1
        let count = bytes.count
        let start = block.lowerBound
        // Pointers spare a bounds check a byte: hashes have no more bits than the tables have places, and a block has
        // no more places than bytes.
        return isWindow.withUnsafeBufferPointer { isWindow in
            isPair.withUnsafeBufferPointer { isPair in
                Self.folds.withUnsafeBufferPointer { folds in
                    // The three folded bytes from the place on; zeros behind the end.
                    var window = UInt32(folds[Int(base[start])]) &<< 8
                    if start + 1 < count { window |= UInt32(folds[Int(base[start + 1])]) &<< 16 }
                    var found = 0
                    var index = start
                    while index < block.upperBound {
                        seen[Int(base[index])] = 1
                        let next = index &+ 2 < count ? folds[Int(base[index &+ 2])] : 0
                        window = window &>> 8 | UInt32(next) &<< 16
                        let kinds = isWindow[Self.hash(window) & mask] | isPair[Int(window & 0xFFFF)]
                        // Written always, kept when it counts: no branch to be guessed.
                        places[found] = UInt16(truncatingIfNeeded: (index &- start) &<< 2) | UInt16(kinds)
                        found &+= kinds == 0 ? 0 : 1
                        index &+= 1
                    }
                    return found
                }
            }
        }
    }

    /// Looks at what may be at a place.
    @inline(__always)
    private func verify(
        _ place: UInt16, from start: Int, _ bytes: UnsafeBufferPointer<UInt8>,
        _ found: (_ literal: Int, _ end: Int) -> Void
    ) {
        let offset = start + Int(place >> 2)
        let first = UInt32(Self.fold(bytes[offset]))
        let second = offset + 1 < bytes.count ? UInt32(Self.fold(bytes[offset + 1])) : 0
        let pair = first | second << 8
        // Three times the same, for at most places only one kind is worth a look.
        for kind in 0..<3 {
            var index: Int32 = -1
            switch kind {
            case 0 where place & 1 != 0 && offset + 2 < bytes.count:
                let window = pair | UInt32(Self.fold(bytes[offset + 2])) << 16
                index = firstOfWindow[Self.hash(window) & (firstOfWindow.count - 1)]
            case 1 where place & 2 != 0: index = firstOfPair[Self.hash(pair) & (firstOfPair.count - 1)]
            case 2 where place & 2 != 0: index = firstOfByte[Int(first)]
            default: continue
            }
            while index >= 0 {
                let entry = entries[Int(index)]
                index = entry.next
                if let end = end(of: entry, at: offset, bytes) { found(Int(entry.literal), end) }
            }
        }
    }

    @inline(__always)
    private static func fold(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }

    /// The offset behind a string whose window begins at a place, when it is there.
    @inline(__always)
    private func end(of entry: Entry, at place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let lower = place - Int(entry.window)
        let count = Int(entry.count)
        guard lower >= 0, lower + count <= bytes.count else { return nil }
        return pool.withUnsafeBufferPointer { pool in
            for offset in 0..<count
            where Self.fold(bytes[lower &+ offset]) != pool[Int(entry.lower) &+ offset] {
                return nil
            }
            return lower + count
        }
    }
}

/// What a pass of a ``LiteralIndex`` over a text leaves behind. For one thread; used again for every text.
final class LiteralScan {
    /// Which bytes the text has: 1 at their places among 256.
    let seen: UnsafeMutablePointer<UInt8>
    /// The places of a block that are worth a look: how far into the block, times four, and which kinds of strings.
    fileprivate let places: UnsafeMutablePointer<UInt16>

    /// How many bytes are looked at before what was found is gone into.
    static let blockSize = 4_096

    init() {
        seen = .allocate(capacity: 256)
        seen.initialize(repeating: 0, count: 256)
        // One more than there can be places, for one is written ahead.
        places = .allocate(capacity: Self.blockSize + 1)
        places.initialize(repeating: 0, count: Self.blockSize + 1)
    }

    deinit {
        seen.deallocate()
        places.deallocate()
    }

    fileprivate func clear() { seen.update(repeating: 0, count: 256) }

    /// Whether no byte of the text can end a line, nor be the last of a character that does.
    var isOneLine: Bool {
        seen[0x0A] | seen[0x0B] | seen[0x0C] | seen[0x0D] | seen[0x85] | seen[0xA8] | seen[0xA9] == 0
    }

    /// Whether the text has a member of every set.
    @inline(__always)
    func hasMembers(of sets: ArraySlice<CharacterMembers>, isASCII: Bool) -> Bool {
        for set in sets where !set.isMet(by: seen, isASCII: isASCII) { return false }
        return true
    }
}
