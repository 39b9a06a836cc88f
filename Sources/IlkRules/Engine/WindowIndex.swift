/// Finds strings wherever they stand by their rarest three bytes: those that no onset tells, as parts of words.
///
/// A table of hashes says whether the three bytes, the window, of any string can begin at a place (Wu and Manning 1994,
/// with a window that is chosen in place of a shift). Nearly all places of a text are passed over after that one look;
/// the table stays in the nearest cache, which an automaton of as many strings does not. Shorter strings are known by
/// their first two bytes. Slower than ``OnsetIndex``, for it looks at every byte.
struct WindowIndex: Sendable {
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

    /// The index of some of the strings of a pool.
    init(_ literals: LiteralPool, _ members: [Int]) {
        isPair = []
        guard !members.isEmpty else { return }
        isPair = [UInt8](repeating: 0, count: 1 << 16)
        let long = members.count { literals.range($0).count >= Self.windowLength }
        var size = 1
        while size < long * 4 { size *= 2 }
        firstOfWindow = [Int32](repeating: -1, count: size)
        // One place in sixteen is taken, or fewer: so seldom does chance alone let a place of a text through.
        isWindow = [UInt8](repeating: 0, count: size * 4)
        size = 1
        while size < members.count(where: { literals.range($0).count == 2 }) * 2 { size *= 2 }
        firstOfPair = [Int32](repeating: -1, count: size)
        entries.reserveCapacity(members.count)
        // The longest is put in front of the others of its hash last.
        let order = members.map { (literals.range($0).count, $0) }.sorted { $0 < $1 }
        for (count, index) in order {
            let range = literals.range(index)
            if count >= Self.windowLength {
                addLong(range, literals.bytes, Int32(index))
            } else {
                addShort(range, literals.bytes, Int32(index))
            }
        }
    }

    /// Whether there is nothing to find.
    var isEmpty: Bool { entries.isEmpty }

    private mutating func addLong(_ range: Range<Int>, _ pool: [UInt8], _ index: Int32) {
        let window = rarestWindow(range, pool)
        let value = (0..<Self.windowLength).reduce(UInt32(0)) {
            $0 | UInt32(pool[range.lowerBound + window + $1]) << UInt32(8 * $1)
        }
        let hash = Self.hash(value)
        isWindow[hash & (isWindow.count - 1)] = 1
        let slot = hash & (firstOfWindow.count - 1)
        firstOfWindow[slot] = add(range, window: window, index, before: firstOfWindow[slot])
    }

    private mutating func addShort(_ range: Range<Int>, _ pool: [UInt8], _ index: Int32) {
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
    private func rarestWindow(_ range: Range<Int>, _ pool: [UInt8]) -> Int {
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
    private static let folds: [UInt8] = (UInt8.min...UInt8.max).map(LiteralPool.fold)

    /// Calls `found` with each string that is there and the offset behind it, in the order of their windows.
    @inline(__always)
    func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, _ pool: UnsafeBufferPointer<UInt8>, using scan: LiteralScan,
        _ found: (_ literal: Int, _ end: Int) -> Void
    ) {
        guard !isEmpty else { return }
        var start = 0
        while start < bytes.count {
            let end = min(start + LiteralScan.blockSize, bytes.count)
            let places = findPlaces(bytes, start..<end, using: scan)
            for number in 0..<places {
                let place = scan.places[number]
                verify(place, from: start, bytes, pool, found)
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
                        let next = index &+ 2 < count ? folds[Int(base[index &+ 2])] : 0
                        window = window &>> 8 | UInt32(next) &<< 16
                        let kinds = isWindow[Self.hash(window) & mask] | isPair[Int(window & 0xFFFF)]
                        // Written always, kept when it counts: no branch to be guessed.
                        places[found] = UInt16(truncatingIfNeeded: (index &- start) &<< 3) | UInt16(kinds)
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
        _ pool: UnsafeBufferPointer<UInt8>, _ found: (_ literal: Int, _ end: Int) -> Void
    ) {
        let offset = start + Int(place >> 3)
        let first = UInt32(LiteralPool.fold(bytes[offset]))
        let second = offset + 1 < bytes.count ? UInt32(LiteralPool.fold(bytes[offset + 1])) : 0
        let pair = first | second << 8
        // Three times the same, for at most places only one kind is worth a look.
        for kind in 0..<3 {
            var index: Int32 = -1
            switch kind {
            case 0 where place & 1 != 0 && offset + 2 < bytes.count:
                let window = pair | UInt32(LiteralPool.fold(bytes[offset + 2])) << 16
                index = firstOfWindow[Self.hash(window) & (firstOfWindow.count - 1)]
            case 1 where place & 2 != 0: index = firstOfPair[Self.hash(pair) & (firstOfPair.count - 1)]
            case 2 where place & 2 != 0: index = firstOfByte[Int(first)]
            default: continue
            }
            while index >= 0 {
                let entry = entries[Int(index)]
                index = entry.next
                let string = Int(entry.lower)..<Int(entry.lower + entry.count)
                if let end = LiteralPool.end(of: string, from: offset - Int(entry.window), bytes, pool) {
                    found(Int(entry.literal), end)
                }
            }
        }
    }
}
