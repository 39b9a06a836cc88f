extension LanguageModel {
    /// Places looked at for a feature before it is taken for unknown. A writer puts none farther from its home.
    package static let longestProbe = 64

    /// The row of a run of letters in the dense table, as a slot, or nil when it has none.
    ///
    /// Four tags lie together; a feature stands in the first bunch from its home on that had room.
    @inline(__always)
    func denseSlot(_ hash: UInt64) -> Int? {
        let tag = Self.tag(hash)
        let bunches = UInt64(truncatingIfNeeded: dense.slots / 4)
        var bunch = Int(truncatingIfNeeded: ((hash >> 32) &* bunches) >> 32)
        let wanted = UInt64(tag) &* 0x0001_0001_0001_0001
        for _ in 0..<Self.longestProbe {
            let tags = storage.load(UInt64.self, at: dense.tags + bunch * 8)
            let difference = tags ^ wanted
            let hit = (difference &- 0x0001_0001_0001_0001) & ~difference & 0x8000_8000_8000_8000
            if hit != 0 { return bunch * 4 + hit.trailingZeroBitCount >> 4 }
            let empty = (tags &- 0x0001_0001_0001_0001) & ~tags & 0x8000_8000_8000_8000
            if empty != 0 { return nil }
            bunch += 1
            if bunch == dense.slots / 4 { bunch = 0 }
        }
        return nil
    }

    /// The entry of a feature in the sparse table, or 0 when it has none.
    @inline(__always)
    func sparseEntry(_ hash: UInt64) -> UInt64 {
        let tag = UInt64(Self.tag(hash))
        var slot = Int(truncatingIfNeeded: ((hash >> 32) &* UInt64(truncatingIfNeeded: sparse.slots)) >> 32)
        for _ in 0..<Self.longestProbe {
            let entry = storage.load(UInt64.self, at: sparse.entries + slot * 8)
            if entry & 0xFFFF == tag || entry == 0 { return entry }
            slot += 1
            if slot == sparse.slots { slot = 0 }
        }
        return 0
    }

    /// The 16 bits by which a table knows a feature: never 0.
    @inline(__always)
    package static func tag(_ hash: UInt64) -> UInt16 {
        let tag = UInt16(truncatingIfNeeded: hash)
        return tag == 0 ? 1 : tag
    }
}
