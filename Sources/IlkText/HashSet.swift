/// A set of 64-bit hashes that is emptied in no time and keeps its room: for counting distinct words.
package struct HashSet {
    private var slots: [UInt64]
    private var stamps: [UInt32]
    private var stamp: UInt32 = 1
    private var count = 0

    package init() {
        slots = [UInt64](repeating: 0, count: 256)
        stamps = [UInt32](repeating: 0, count: 256)
    }

    /// Forgets everything. Constant time, but once in four thousand million texts.
    package mutating func clear() {
        count = 0
        if stamp == .max {
            stamp = 0
            for index in stamps.indices { stamps[index] = 0 }
        }
        stamp += 1
    }

    /// Adds a hash and says whether it is new.
    package mutating func insert(_ hash: UInt64) -> Bool {
        if count * 2 >= slots.count { grow() }
        let mask = slots.count - 1
        var index = Int(truncatingIfNeeded: hash) & mask
        while stamps[index] == stamp {
            if slots[index] == hash { return false }
            index = (index + 1) & mask
        }
        slots[index] = hash
        stamps[index] = stamp
        count += 1
        return true
    }

    private mutating func grow() {
        var larger = HashSet()
        larger.slots = [UInt64](repeating: 0, count: slots.count * 2)
        larger.stamps = [UInt32](repeating: 0, count: slots.count * 2)
        for index in slots.indices where stamps[index] == stamp { _ = larger.insert(slots[index]) }
        self = larger
    }
}
