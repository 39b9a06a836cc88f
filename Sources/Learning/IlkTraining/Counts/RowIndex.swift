/// A hash table from feature hashes to row numbers. The row numbers are assigned in the order of insertion.
///
/// It uses open addressing with linear probing. A slot of 32 bits contains a row number and as many of the upper bits of
/// the row's hash as there is room for. Full hashes are compared only if these bits are equal.
package struct RowIndex: Sendable {
    package private(set) var hashes: [UInt64] = []
    /// A row's number plus one and the upper bits of its hash, or 0 for a free slot.
    private var slots = [UInt32](repeating: 0, count: 1_024)

    package init() {}

    /// The bits of a row number. The table is at most half full, so the numbers of all rows fit.
    @inline(__always)
    private var numberMask: UInt32 { UInt32(truncatingIfNeeded: slots.count &- 1) }

    /// The bits of a slot that come from the hash.
    @inline(__always)
    private func mark(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash &>> 32) & ~numberMask }

    @inline(__always)
    private func home(_ hash: UInt64) -> Int {
        // Fibonacci hashing (D. E. Knuth): multiplication by 2^64 over the golden ratio spreads the bits. The
        // table size is a power of two.
        Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) &>> 20) & (slots.count &- 1)
    }

    @inline(__always)
    package subscript(hash: UInt64) -> Int32? {
        let (mask, mark) = (numberMask, mark(hash))
        return slots.withUnsafeBufferPointer { slots in
            var slot = home(hash)
            // There is always a free slot.
            while slots[slot] != 0 {
                if slots[slot] & ~mask == mark {
                    let row = Int(slots[slot] & mask) &- 1
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
        if hashes.count * 2 > slots.count { grow() } else { place(hash, hashes.count) }
        return Int32(hashes.count - 1)
    }

    /// Returns the row of a hash, after inserting it if necessary.
    package mutating func row(of hash: UInt64) -> Int32 { self[hash] ?? insert(hash) }

    private mutating func place(_ hash: UInt64, _ number: Int) {
        var slot = home(hash)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = mark(hash) | UInt32(number)
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for (row, hash) in hashes.enumerated() { place(hash, row + 1) }
    }
}
