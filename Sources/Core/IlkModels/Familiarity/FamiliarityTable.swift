import IlkVocabulary

/// A table that maps hashes to numbers from 1 to 63. It is read directly from the model's bytes.
///
/// A slot of 16 bits contains a tag and the number. The tag is the lower ten bits of the hash, or 1 if they
/// are 0. Each hash maps to one bucket of four slots, which is read at once. About one unknown hash in 300 is
/// mistaken for a known one. If a bucket has too few slots, the least important entries are dropped when the
/// table is built.
package struct FamiliarityTable: Sendable {
    /// The largest number that the table can store for a hash.
    package static let greatest = 63
    static let bucketBytes = 8

    // The owner of the table also holds the storage of these bytes.
    nonisolated(unsafe) private let base: UnsafeRawPointer
    private let buckets: UInt64

    /// Reads a table of `buckets` buckets at an address. The caller has checked that the bytes of all buckets
    /// are readable, and keeps them valid as long as the table exists.
    init(_ base: UnsafeRawPointer, buckets: Int) {
        self.base = base
        self.buckets = UInt64(buckets)
    }

    /// Returns the number that the table stores for a hash, or 0 if it stores none.
    @inline(__always)
    func number(of hash: UInt64) -> Int {
        let bucket = Int(truncatingIfNeeded: ((hash >> 32) &* buckets) >> 32)
        let slots = UInt64(
            littleEndian: base.loadUnaligned(fromByteOffset: bucket &* Self.bucketBytes, as: UInt64.self))
        // Compares four slots at once: the lowest lane that is 0 after the exclusive or has the tag. A borrow
        // can mark further lanes, but only above the lowest one.
        let others = (slots & Self.tagLanes) ^ (Self.tag(hash) &* Self.lanes)
        let matches = (others &- Self.lanes) & ~others & (Self.lanes &<< 15)
        guard matches != 0 else { return 0 }
        let lane = UInt64(truncatingIfNeeded: matches.trailingZeroBitCount) & 0x30
        return Int(truncatingIfNeeded: (slots &>> lane) & 0x3F)
    }

    /// The number 1 in each lane of 16 bits.
    private static let lanes: UInt64 = 0x0001_0001_0001_0001
    /// The bits of the tags in all lanes.
    private static let tagLanes: UInt64 = 0xFFC0_FFC0_FFC0_FFC0

    /// Returns the tag of a hash at its position in a slot. The tag is never 0, because 0 marks an empty
    /// slot.
    @inline(__always)
    private static func tag(_ hash: UInt64) -> UInt64 { max(1, hash & 0x3FF) &<< 6 }

    /// An entry of a table that is being built.
    package struct Entry {
        package var hash: UInt64
        /// The number, 1 to ``FamiliarityTable/greatest``.
        package var number: Int
        /// The importance. If there is no room for all entries, the least important are dropped.
        package var importance: Double

        package init(hash: UInt64, number: Int, importance: Double) {
            (self.hash, self.number, self.importance) = (hash, number, importance)
        }
    }

    /// Returns the bytes of a table with at most `mostEntries`. The bytes do not depend on the order of the
    /// entries.
    package static func build(_ entries: [Entry], mostEntries: Int) -> [UInt8] {
        let sorted = entries.sorted { ($1.importance, $0.hash) < ($0.importance, $1.hash) }
            .prefix(mostEntries)
        // Three slots of four are used on average.
        let buckets = UInt64(max(16, sorted.count / 3))
        var slots = [UInt16](repeating: 0, count: Int(buckets) * 4)
        for entry in sorted {
            let first = Int(((entry.hash >> 32) &* buckets) >> 32) * 4
            guard let free = (first..<first + 4).first(where: { slots[$0] == 0 }) else { continue }
            let number = UInt16(min(greatest, max(1, entry.number)))
            slots[free] = UInt16(truncatingIfNeeded: tag(entry.hash)) | number
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(slots.count * 2)
        for slot in slots { bytes.append(littleEndian: slot) }
        return bytes
    }
}
