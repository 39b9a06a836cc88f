/// A hash table of a model: 16-bit tags in groups of four, followed by values of a fixed size.
///
/// A feature is in its home group or, if that was full, in the next group that had space. The table is valid
/// as long as the storage of the model, whose offsets were checked when it was read.
struct LanguageTable: @unchecked Sendable {
    // The storage is immutable, so the pointers are safe to share between threads.
    private let tags: UnsafeRawPointer
    private let contents: UnsafeRawPointer
    private let groupCount: UInt64

    init(at start: UnsafeRawPointer, slots: Int) {
        tags = start
        contents = start + slots * 2
        groupCount = UInt64(slots / 4)
    }

    /// Returns the row of an n-gram in the dense table, or `nil`.
    @inline(__always)
    func row(_ hash: UInt64) -> UnsafeRawPointer? {
        slot(hash).map { contents + Int(truncatingIfNeeded: $0 &* UInt64(LanguageModel.rowSize)) }
    }

    /// Returns the entry of a feature in the sparse table, or 0.
    @inline(__always)
    func entry(_ hash: UInt64) -> UInt64 {
        guard let slot = slot(hash) else { return 0 }
        let at = Int(truncatingIfNeeded: slot &* UInt64(LanguageModel.entrySize))
        // Loads eight bytes for an entry of six. Two bytes follow the last entry.
        return UInt64(littleEndian: contents.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            & 0xFFFF_FFFF_FFFF
    }

    /// Returns the index of a feature's value, or `nil`.
    @inline(__always)
    private func slot(_ hash: UInt64) -> UInt64? {
        let wanted = UInt64(LanguageModel.tag(hash)) &* 0x0001_0001_0001_0001
        var bunch = ((hash >> 32) &* groupCount) >> 32
        for _ in 0..<LanguageModel.longestProbe {
            let at = Int(truncatingIfNeeded: bunch &* 8)
            let group = UInt64(littleEndian: tags.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            let difference = group ^ wanted
            // Compares four tags at once (SWAR): the top bit of the lowest lane that is zero is set.
            let hit = (difference &- 0x0001_0001_0001_0001) & ~difference & 0x8000_8000_8000_8000
            if hit != 0 { return bunch &* 4 &+ UInt64(truncatingIfNeeded: hit.trailingZeroBitCount >> 4) }
            if (group &- 0x0001_0001_0001_0001) & ~group & 0x8000_8000_8000_8000 != 0 { return nil }
            bunch = bunch &+ 1 == groupCount ? 0 : bunch &+ 1
        }
        return nil
    }
}
