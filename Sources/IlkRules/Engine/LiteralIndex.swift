/// Finds any number of byte strings in one pass, without regard to the case of ASCII letters.
///
/// Each string is known by its rarest three bytes, its window; a table of hashes says whether a window of any
/// string can begin at a place (Wu and Manning 1994, with a window that is chosen in place of a shift). Nearly all places
/// of a text are passed over after that one look; the table stays in the nearest cache, which an automaton of as many
/// strings does not. Shorter strings are known by their first two bytes.
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
    private var pool: [UInt8] = []
    private var entries: [Entry] = []
    /// The first string of each hash of a window, or -1; the size is a power of two.
    private var firstOfWindow: [Int32] = [-1]
    /// 1 at the hashes of windows, else 0. The size is a power of two.
    private var isWindow: [UInt8] = [0]
    /// The first string of each pair of bytes, or -1, for strings of one or two; empty when there are none.
    private var firstOfPair: [Int32] = []
    /// 1 at the pairs of bytes that short strings begin with, else 0.
    private var isPair: [UInt8]

    /// An index of strings that are lower case within ASCII, none empty, each once.
    init(_ literals: [[UInt8]]) {
        isPair = [UInt8](repeating: 0, count: 1 << 16)
        let long = literals.count { $0.count >= Self.windowLength }
        var size = 1
        while size < long { size *= 2 }
        firstOfWindow = [Int32](repeating: -1, count: size)
        // One place in sixteen is taken, or fewer: so seldom does chance alone let a place of a text through.
        isWindow = [UInt8](repeating: 0, count: size * 16)
        // The longest is put in front of the others of its hash last.
        for (index, literal) in literals.enumerated().sorted(by: { $0.element.count < $1.element.count }) {
            if literal.count >= Self.windowLength {
                addLong(literal, Int32(index))
            } else {
                addShort(literal, Int32(index))
            }
        }
    }

    /// Whether there is nothing to find.
    var isEmpty: Bool { entries.isEmpty }

    private mutating func addLong(_ literal: [UInt8], _ index: Int32) {
        let window = Self.rarestWindow(literal)
        let value = (0..<Self.windowLength).reduce(UInt32(0)) {
            $0 | UInt32(literal[window + $1]) << UInt32(8 * $1)
        }
        let hash = Self.hash(value)
        isWindow[hash & (isWindow.count - 1)] = 1
        let slot = hash & (firstOfWindow.count - 1)
        firstOfWindow[slot] = add(literal, window: window, index, before: firstOfWindow[slot])
    }

    private mutating func addShort(_ literal: [UInt8], _ index: Int32) {
        if firstOfPair.isEmpty { firstOfPair = [Int32](repeating: -1, count: 1 << 16) }
        if literal.count > 1 {
            addPair(literal, index, Int(literal[0]) | Int(literal[1]) << 8)
        } else {
            // A single byte, whatever stands behind it.
            for second in 0..<256 { addPair(literal, index, Int(literal[0]) | second << 8) }
        }
    }

    private mutating func addPair(_ literal: [UInt8], _ index: Int32, _ pair: Int) {
        isPair[pair] = 1
        firstOfPair[pair] = add(literal, window: 0, index, before: firstOfPair[pair])
    }

    /// Adds a string and tells its place among the entries.
    private mutating func add(
        _ literal: [UInt8], window: Int, _ index: Int32, before next: Int32
    ) -> Int32 {
        let place = Int32(entries.count)
        entries.append(
            Entry(
                lower: Int32(pool.count), count: Int32(literal.count), window: Int32(window), literal: index,
                next: next))
        pool += literal
        return place
    }

    /// Where the three bytes begin that common text has most seldom.
    private static func rarestWindow(_ literal: [UInt8]) -> Int {
        var best = 0
        var most = -1.0
        for start in 0...literal.count - windowLength {
            let rarity = literal[start..<start + windowLength].reduce(0) {
                $0 + RequiredLiteral.rarity[Int($1)]
            }
            if rarity > most { (best, most) = (start, rarity) }
        }
        return best
    }

    @inline(__always)
    private static func hash(_ window: UInt32) -> Int {
        Int(truncatingIfNeeded: (UInt64(window) &* 0x9E37_79B9_7F4A_7C15) >> 36)
    }

    /// Upper-case ASCII letters as lower case, all other bytes as they are.
    private static let folds: [UInt8] = (UInt8.min...UInt8.max).map(fold)

    /// Finds what may be there: the places of a text where the window of a string, or a short string, may begin.
    ///
    /// This loop sees every byte of every text, so it does nothing else and holds its tables in registers.
    func scan(_ bytes: UnsafeBufferPointer<UInt8>, into scan: LiteralScan) {
        scan.begin(bytes.count)
        guard let base = bytes.baseAddress else { return }
        let seen = scan.seen
        let places = scan.places
        let mask = isWindow.count - 1
        let count = bytes.count
        // Pointers spare a bounds check a byte: hashes have no more bits than the tables have places, and there are no more
        // places than bytes.
        isWindow.withUnsafeBufferPointer { isWindow in
            isPair.withUnsafeBufferPointer { isPair in
                Self.folds.withUnsafeBufferPointer { folds in
                    // The three folded bytes from the place on; zeros behind the end.
                    var window: UInt32 = 0
                    if count > 0 { window |= UInt32(folds[Int(base[0])]) &<< 8 }
                    if count > 1 { window |= UInt32(folds[Int(base[1])]) &<< 16 }
                    var found = 0
                    var index = 0
                    while index < count {
                        seen[Int(base[index])] = 1
                        let next = index &+ 2 < count ? folds[Int(base[index &+ 2])] : 0
                        window = window &>> 8 | UInt32(next) &<< 16
                        let isLong = isWindow[Self.hash(window) & mask]
                        let isShort = isPair[Int(window & 0xFFFF)]
                        // Written always, kept when it counts: no branch to be guessed.
                        places[found] = Int32(truncatingIfNeeded: index)
                        found &+= Int(isLong | isShort)
                        index &+= 1
                    }
                    scan.placeCount = found
                }
            }
        }
    }

    /// Calls `found` with each string that is there and the offset behind it, in the order of their windows.
    @inline(__always)
    func forEach(
        in scan: LiteralScan, _ bytes: UnsafeBufferPointer<UInt8>,
        _ found: (_ literal: Int, _ end: Int) -> Void
    ) {
        for number in 0..<scan.placeCount {
            let place = Int(scan.places[number])
            var index = firstEntry(at: place, bytes)
            while index >= 0 {
                let entry = entries[Int(index)]
                index = entry.next
                if let end = end(of: entry, at: place, bytes) { found(Int(entry.literal), end) }
            }
            guard !firstOfPair.isEmpty else { continue }
            index = firstOfPair[pair(at: place, bytes)]
            while index >= 0 {
                let entry = entries[Int(index)]
                index = entry.next
                if let end = end(of: entry, at: place, bytes) { found(Int(entry.literal), end) }
            }
        }
    }

    @inline(__always)
    private func firstEntry(at place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        guard place + 2 < bytes.count else { return -1 }
        let window = UInt32(pair(at: place, bytes)) | UInt32(Self.fold(bytes[place + 2])) << 16
        return firstOfWindow[Self.hash(window) & (firstOfWindow.count - 1)]
    }

    @inline(__always)
    private func pair(at place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let second = place + 1 < bytes.count ? Self.fold(bytes[place + 1]) : 0
        return Int(Self.fold(bytes[place])) | Int(second) << 8
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
    fileprivate(set) var seen: UnsafeMutablePointer<UInt8>
    /// The places that are worth a look.
    fileprivate(set) var places: UnsafeMutablePointer<Int32>
    fileprivate(set) var placeCount = 0
    private var capacity = 0

    init() {
        seen = .allocate(capacity: 256)
        seen.initialize(repeating: 0, count: 256)
        places = .allocate(capacity: 1)
    }

    deinit {
        seen.deallocate()
        places.deallocate()
    }

    fileprivate func begin(_ count: Int) {
        seen.update(repeating: 0, count: 256)
        placeCount = 0
        guard count >= capacity else { return }
        // One more than there can be places, for one is written ahead.
        capacity = count + 1
        places.deallocate()
        places = .allocate(capacity: capacity)
    }

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
