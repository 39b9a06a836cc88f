/// A reusable set of 64-bit hashes for counting distinct words. Not thread-safe.
///
/// The set uses open addressing with linear probing. Each text starts with a small table that fits its number
/// of words, so that the cost of clearing depends on this text and not on the longest earlier text.
package final class HashSet {
    // Owned exclusively: allocated by `init` and `grow`, freed by `deinit`. A zero marks a free slot.
    @exclusivity(unchecked) private var slots: UnsafeMutablePointer<UInt64>
    @exclusivity(unchecked) private var room: Int
    @exclusivity(unchecked) private var mask: Int
    @exclusivity(unchecked) private var count = 0
    @exclusivity(unchecked) private var hasZero = false

    /// The minimum and maximum number of slots at the start of a text.
    private static let minimumSlots = 64
    private static let greatestStart = 1 << 14

    package init() {
        room = Self.minimumSlots
        mask = Self.minimumSlots - 1
        slots = .allocate(capacity: Self.minimumSlots)
        slots.initialize(repeating: 0, count: Self.minimumSlots)
    }

    deinit { slots.deallocate() }

    /// Removes all hashes. `expected` is the expected number of insertions.
    package func clear(expected: Int = 64) {
        var start = Self.minimumSlots
        while start < expected * 2, start < Self.greatestStart { start *= 2 }
        if start > room { allocate(start) }
        slots.update(repeating: 0, count: start)
        mask = start - 1
        count = 0
        hasZero = false
    }

    /// Inserts a hash. Returns `true` if the set did not contain the hash before.
    @inline(__always)
    package func insert(_ hash: UInt64) -> Bool {
        var slot = Int(truncatingIfNeeded: hash) & mask
        while true {
            let found = slots[slot]
            if found == 0 { break }
            if found == hash { return false }
            slot = (slot + 1) & mask
        }
        return add(hash, at: slot)
    }

    @inline(__always)
    private func add(_ hash: UInt64, at slot: Int) -> Bool {
        if hash == 0 {
            defer { hasZero = true }
            return !hasZero
        }
        slots[slot] = hash
        count += 1
        if count * 2 > mask { grow() }
        return true
    }

    @inline(never)
    private func grow() {
        let count = mask + 1
        let larger = count * 2
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count) { old in
            _ = old.initialize(from: UnsafeBufferPointer(start: slots, count: count))
            if larger > room { allocate(larger) }
            slots.update(repeating: 0, count: larger)
            mask = larger - 1
            for hash in old where hash != 0 {
                var slot = Int(truncatingIfNeeded: hash) & mask
                while slots[slot] != 0 { slot = (slot + 1) & mask }
                slots[slot] = hash
            }
        }
    }

    private func allocate(_ larger: Int) {
        slots.deallocate()
        slots = .allocate(capacity: larger)
        slots.initialize(repeating: 0, count: larger)
        room = larger
    }
}
