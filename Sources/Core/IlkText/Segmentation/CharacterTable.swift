import CICU

/// The properties of a character outside ASCII in eight bytes.
struct CharacterRecord: Sendable {
    /// The normal form in the format of `ilk_folds`, with the block role in the upper bits.
    var fold: UInt32
    var characterClass: CharacterClass
    /// The category in the word rules.
    var wordCategory: UInt8
    /// The category in the sentence rules.
    var sentenceCategory: UInt8

    static let roleShift: UInt32 = 26

    @inline(__always)
    var role: BlockRole { BlockRole(rawValue: UInt8(truncatingIfNeeded: fold &>> Self.roleShift)) }
}

/// A cache of character properties, loaded from ICU in ranges of 64 characters on first use. All of Unicode
/// takes 9 MB. Not thread-safe.
package final class CharacterTable {
    private static let blockSize = 64
    /// U+2019 is folded to the apostrophe that word lists and rules use.
    private static let curly = UInt32(ILK_FOLD_ONE) | 0x2019
    private static let apostrophe = UInt32(ILK_FOLD_ONE) | 0x27

    // Both pointers are owned by this object and freed in `deinit`. `places` has the index of each range of
    // 64 characters, 0 if it is not loaded. `records` has 64 records for each index below `used`.
    private let places: UnsafeMutablePointer<UInt16>
    private var records: UnsafeMutablePointer<CharacterRecord>
    private var used = 1
    private var capacity = 16
    private let wordRules: BreakAutomaton?
    private let roles: BlockRoles?
    private let sentenceRules: BreakAutomaton?

    /// Creates a table with the categories of the given rules. `nil` leaves the categories 0.
    init(words: BreakAutomaton?, sentences: BreakAutomaton?) {
        wordRules = words
        roles = words.map { BlockRoles($0) }
        sentenceRules = sentences
        let count = 0x11_0000 / Self.blockSize
        places = .allocate(capacity: count)
        places.initialize(repeating: 0, count: count)
        records = .allocate(capacity: capacity * Self.blockSize)
    }

    deinit {
        places.deallocate()
        records.deallocate()
    }

    @inline(__always)
    subscript(scalar: UInt32) -> CharacterRecord {
        var place = Int(places[Int(scalar &>> 6)])
        if place == 0 { place = fill(scalar & ~63) }
        return records[place &* Self.blockSize &+ Int(scalar & 63)]
    }

    /// Loads the 64 characters from `first`. All range indices fit in 16 bits.
    @inline(never)
    private func fill(_ first: UInt32) -> Int {
        if used == capacity { grow() }
        let place = used
        used += 1
        places[Int(first >> 6)] = UInt16(place)
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.blockSize) { folds in
            ilk_folds(first, Int32(Self.blockSize), folds.baseAddress)
            for index in 0..<Self.blockSize {
                let scalar = first + UInt32(index)
                (records + place * Self.blockSize + index).initialize(
                    to: CharacterRecord(
                        fold: Self.fold(folds[index]) | role(of: scalar),
                        characterClass: scalar < 0x80
                            ? CharacterClass.ascii[Int(scalar)] : CharacterClass.classify(scalar),
                        wordCategory: wordRules?.category(of: scalar) ?? 0,
                        sentenceCategory: sentenceRules?.category(of: scalar) ?? 0))
            }
        }
        return place
    }

    private static func fold(_ fold: UInt32) -> UInt32 { fold == curly ? apostrophe : fold }

    private func role(of scalar: UInt32) -> UInt32 {
        guard let roles, let wordRules else { return 0 }
        return UInt32(roles[wordRules.category(of: scalar)].rawValue) << CharacterRecord.roleShift
    }

    private func grow() {
        let larger = UnsafeMutablePointer<CharacterRecord>.allocate(capacity: 2 * capacity * Self.blockSize)
        (larger + Self.blockSize).moveInitialize(
            from: records + Self.blockSize, count: (used - 1) * Self.blockSize)
        records.deallocate()
        records = larger
        capacity *= 2
    }
}
