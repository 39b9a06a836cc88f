import CICU

/// What is known of a character outside ASCII, in eight bytes.
struct CharacterRecord: Sendable {
    /// Its normal form, packed as `ilk_folds` says, and above it its role in blocks.
    var fold: UInt32
    /// What it is to the features.
    var characterClass: CharacterClass
    /// Its category in the word rules.
    var wordCategory: UInt8
    /// Its category in the sentence rules.
    var sentenceCategory: UInt8

    /// Where the role begins in `fold`.
    static let roleShift: UInt32 = 26

    /// Its role in blocks.
    @inline(__always)
    var role: BlockRole { BlockRole(rawValue: UInt8(truncatingIfNeeded: fold &>> Self.roleShift)) }
}

/// What is known of each character, asked of ICU in stretches of 64 as they are met, and kept: a script costs some
/// microseconds once, all of Unicode 9 MB.
///
/// For one thread at a time.
package final class CharacterTable {
    private static let stretch = 64
    /// U+2019 becomes the apostrophe that word lists and rules are written with.
    private static let curly = UInt32(ILK_FOLD_ONE) | 0x2019
    private static let apostrophe = UInt32(ILK_FOLD_ONE) | 0x27

    // Both are owned and freed in `deinit`. `places` has a number for every 64 characters, 0 when they were not met
    // yet; `records` has 64 records for each number below `used`.
    private let places: UnsafeMutablePointer<UInt16>
    private var records: UnsafeMutablePointer<CharacterRecord>
    private var used = 1
    private var capacity = 16
    private let wordRules: BreakAutomaton?
    private let roles: BlockRoles?
    private let sentenceRules: BreakAutomaton?

    /// A table with the categories of these rules; nil when the rules cannot be read.
    init(words: BreakAutomaton?, sentences: BreakAutomaton?) {
        wordRules = words
        roles = words.map { BlockRoles($0) }
        sentenceRules = sentences
        let count = 0x11_0000 / Self.stretch
        places = .allocate(capacity: count)
        places.initialize(repeating: 0, count: count)
        records = .allocate(capacity: capacity * Self.stretch)
    }

    deinit {
        places.deallocate()
        records.deallocate()
    }

    /// The record of a Unicode scalar value.
    @inline(__always)
    subscript(scalar: UInt32) -> CharacterRecord {
        var place = Int(places[Int(scalar &>> 6)])
        if place == 0 { place = fill(scalar & ~63) }
        return records[place &* Self.stretch &+ Int(scalar & 63)]
    }

    /// Asks for the 64 characters from `first` on. The numbers of all stretches fit 16 bits.
    @inline(never)
    private func fill(_ first: UInt32) -> Int {
        if used == capacity { grow() }
        let place = used
        used += 1
        places[Int(first >> 6)] = UInt16(place)
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.stretch) { folds in
            ilk_folds(first, Int32(Self.stretch), folds.baseAddress)
            for index in 0..<Self.stretch {
                let scalar = first + UInt32(index)
                (records + place * Self.stretch + index).initialize(
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
        let larger = UnsafeMutablePointer<CharacterRecord>.allocate(capacity: 2 * capacity * Self.stretch)
        (larger + Self.stretch).moveInitialize(
            from: records + Self.stretch, count: (used - 1) * Self.stretch)
        records.deallocate()
        records = larger
        capacity *= 2
    }
}
