/// Where a model's weights lie, for the inner loop: plain numbers, so that nothing is counted or checked a lookup.
///
/// Valid as long as the model it was made of: all offsets were checked when that was read.
struct LanguageTables {
    private let dense: Hashed
    private let rows: UnsafeRawPointer
    private let sparse: Hashed
    private let entries: UnsafeRawPointer

    init?(_ model: LanguageModel) {
        guard let start = model.storage.bytes.baseAddress else { return nil }
        dense = Hashed(tags: start + model.dense.tags, bunches: UInt64(model.dense.slots / 4))
        rows = start + model.dense.contents
        sparse = Hashed(tags: start + model.sparse.tags, bunches: UInt64(model.sparse.slots / 4))
        entries = start + model.sparse.contents
    }

    /// The row of a run of letters in the dense table, or nil when it has none.
    @inline(__always)
    func row(_ hash: UInt64) -> UnsafeRawPointer? {
        dense.slot(hash).map { rows + Int(truncatingIfNeeded: $0 &* UInt64(LanguageModel.rowSize)) }
    }

    /// The entry of a feature in the sparse table, or 0 when it has none.
    @inline(__always)
    func entry(_ hash: UInt64) -> UInt64 {
        guard let slot = sparse.slot(hash) else { return 0 }
        let at = Int(truncatingIfNeeded: slot &* UInt64(LanguageModel.entrySize))
        // Six bytes of it; behind the last entry there are two more.
        return UInt64(littleEndian: entries.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            & 0xFFFF_FFFF_FFFF
    }

    /// Tags of 16 bits, four to a bunch. A feature stands in the first bunch from its home on that had room.
    private struct Hashed {
        let tags: UnsafeRawPointer
        let bunches: UInt64

        /// Where the contents of a feature stand, or nil when it is not there.
        @inline(__always)
        func slot(_ hash: UInt64) -> UInt64? {
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
}
