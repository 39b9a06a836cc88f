/// The rows of features by their hashes, numbered in the order that they are first met in.
///
/// Open addressing with linear probing; a slot is the upper half of a hash with the number behind it, so that the hashes
/// themselves are looked at only where it is nearly sure that they agree.
struct RowIndex: Sendable {
    /// The hash of each row.
    private(set) var hashes: [UInt64] = []
    /// The upper half of a row's hash and its number from 1; 0 for a free slot.
    private var slots = [UInt64](repeating: 0, count: 1_024)

    private static let numberMask: UInt64 = 0xFFFF_FFFF

    @inline(__always)
    private func home(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) &>> 20) & (slots.count &- 1)
    }

    /// The row of a hash, or nil when it was not met.
    @inline(__always)
    subscript(hash: UInt64) -> Int32? {
        slots.withUnsafeBufferPointer { slots in
            var slot = home(hash)
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

    /// Puts in a hash that was not met, and says its row.
    mutating func insert(_ hash: UInt64) -> Int32 {
        hashes.append(hash)
        place(hash, hashes.count)
        if hashes.count * 2 > slots.count { grow() }
        return Int32(hashes.count - 1)
    }

    /// The row of a hash, which is put in where it was not met.
    mutating func row(of hash: UInt64) -> Int32 { self[hash] ?? insert(hash) }

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
