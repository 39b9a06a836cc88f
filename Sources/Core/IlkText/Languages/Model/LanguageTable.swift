/// A table of a model: tags of 16 bits, four to a bunch, and behind them contents of a fixed size.
///
/// A feature stands in the first bunch from its home on that had room. Valid as long as the storage of the model, whose
/// offsets were checked when it was read.
struct LanguageTable: @unchecked Sendable {
    // The storage never changes, so any thread may read it.
    private let tags: UnsafeRawPointer
    private let contents: UnsafeRawPointer
    private let bunches: UInt64

    init(at start: UnsafeRawPointer, slots: Int) {
        tags = start
        contents = start + slots * 2
        bunches = UInt64(slots / 4)
    }

    /// The row of a run of letters in the dense table, or nil when it has none.
    @inline(__always)
    func row(_ hash: UInt64) -> UnsafeRawPointer? {
        slot(hash).map { contents + Int(truncatingIfNeeded: $0 &* UInt64(LanguageModel.rowSize)) }
    }

    /// The entry of a feature in the sparse table, or 0 when it has none.
    @inline(__always)
    func entry(_ hash: UInt64) -> UInt64 {
        guard let slot = slot(hash) else { return 0 }
        let at = Int(truncatingIfNeeded: slot &* UInt64(LanguageModel.entrySize))
        // Six bytes of it; behind the last entry there are two more.
        return UInt64(littleEndian: contents.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            & 0xFFFF_FFFF_FFFF
    }

    /// The place of a feature among the contents, or nil when it is not there.
    @inline(__always)
    private func slot(_ hash: UInt64) -> UInt64? {
        let wanted = UInt64(LanguageModel.tag(hash)) &* 0x0001_0001_0001_0001
        var bunch = ((hash >> 32) &* bunches) >> 32
        for _ in 0..<LanguageModel.longestProbe {
            let at = Int(truncatingIfNeeded: bunch &* 8)
            let group = UInt64(littleEndian: tags.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            let difference = group ^ wanted
            // The lowest lane that is zero has its highest bit set.
            let hit = (difference &- 0x0001_0001_0001_0001) & ~difference & 0x8000_8000_8000_8000
            if hit != 0 { return bunch &* 4 &+ UInt64(truncatingIfNeeded: hit.trailingZeroBitCount >> 4) }
            if (group &- 0x0001_0001_0001_0001) & ~group & 0x8000_8000_8000_8000 != 0 { return nil }
            bunch = bunch &+ 1 == bunches ? 0 : bunch &+ 1
        }
        return nil
    }
}
