/// A hash table from feature hashes to row numbers. The row numbers are assigned in the order of insertion.
///
/// It uses open addressing with linear probing. A slot contains the upper half of a hash and the row number.
/// Full hashes are compared only if their upper halves are equal.
package struct RowIndex: Sendable {
    package private(set) var hashes: [UInt64] = []
    /// The upper half of a row's hash and its number plus one, or 0 for a free slot.
    private var slots = [UInt64](repeating: 0, count: 1_024)

    private static let numberMask: UInt64 = 0xFFFF_FFFF

    package init() {}

    @inline(__always)
    private func home(_ hash: UInt64) -> Int {
        // Fibonacci hashing (D. E. Knuth): multiplication by 2^64 over the golden ratio spreads the bits. The
        // table size is a power of two.
        Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) &>> 20) & (slots.count &- 1)
    }

    @inline(__always)
    package subscript(hash: UInt64) -> Int32? {
        slots.withUnsafeBufferPointer { slots in
            var slot = home(hash)
            // The table is at most half full, so there is always a free slot.
            while slots[slot] != 0 {
                if (slots[slot] ^ hash) & ~Self.numberMask == 0 {
                    let row = Int(slots[slot] & Self.numberMask) &- 1
                    if hashes[row] == hash { return Int32(truncatingIfNeeded: row) }
                }
                slot = (slot &+ 1) & (slots.count &- 1)
            }
            return nil
        }
    }

    /// Inserts a new hash and returns its row.
    package mutating func insert(_ hash: UInt64) -> Int32 {
        hashes.append(hash)
        place(hash, hashes.count)
        if hashes.count * 2 > slots.count { grow() }
        return Int32(hashes.count - 1)
    }

    /// Returns the row of a hash, after inserting it if necessary.
    package mutating func row(of hash: UInt64) -> Int32 { self[hash] ?? insert(hash) }

    private mutating func place(_ hash: UInt64, _ number: Int) {
        var slot = home(hash)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = hash & ~Self.numberMask | UInt64(number)
    }

    private mutating func grow() {
        slots = [UInt64](repeating: 0, count: slots.count * 2)
        for (row, hash) in hashes.enumerated() { place(hash, row + 1) }
    }
}
