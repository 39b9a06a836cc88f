/// The number of occurrences of each feature in the texts of one language, and the number of texts that
/// contain it.
struct FeatureCounter {
    private(set) var keys: [UInt64] = []
    private(set) var counts: [UInt32] = []
    private(set) var texts: [UInt32] = []
    private var last: [UInt32] = []
    private var used = 0
    private var number: UInt32 = 0

    init() { resize(to: 1 << 12) }

    /// Starts the next text.
    mutating func beginText() { number += 1 }

    mutating func add(_ key: UInt64) {
        if used * 2 >= keys.count { resize(to: keys.count * 2) }
        let slot = self.slot(of: key)
        if keys[slot] == 0 {
            keys[slot] = key
            used += 1
        }
        counts[slot] += 1
        if last[slot] != number {
            last[slot] = number
            texts[slot] += 1
        }
    }

    /// Returns the number of occurrences of a feature, or 0 if fewer than three texts contain it.
    func count(_ key: UInt64) -> UInt32 {
        let slot = self.slot(of: key)
        return keys[slot] == key && texts[slot] >= 3 ? counts[slot] : 0
    }

    private func slot(of key: UInt64) -> Int {
        // Fibonacci hashing, then linear probing. The number of slots is a power of two.
        var slot =
            Int(truncatingIfNeeded: (key ^ key >> 29) &* 0x9E37_79B9_7F4A_7C15 >> 24) & (keys.count - 1)
        while keys[slot] != 0, keys[slot] != key { slot = (slot + 1) & (keys.count - 1) }
        return slot
    }

    private mutating func resize(to size: Int) {
        let old = (keys, counts, texts, last)
        keys = [UInt64](repeating: 0, count: size)
        counts = [UInt32](repeating: 0, count: size)
        texts = counts
        last = counts
        for index in old.0.indices where old.0[index] != 0 {
            let slot = self.slot(of: old.0[index])
            keys[slot] = old.0[index]
            counts[slot] = old.1[index]
            texts[slot] = old.2[index]
            last[slot] = old.3[index]
        }
    }
}
