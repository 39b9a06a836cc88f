import CICU

/// ICU's break rules as a state table (DFA) that runs over UTF-8.
///
/// The end of a segment does not depend on the text before it, so the automaton can start at any boundary.
package final class BreakAutomaton {
    /// The transitions. An entry for a state and a category is twice the offset of the next state's row, plus
    /// 1 if a boundary may follow the character. Row 0 is the stop state.
    package let table: UnsafeMutablePointer<UInt16>
    /// The categories of the ASCII characters.
    package let ascii: UnsafeMutablePointer<UInt8>
    /// The first of the categories whose characters are split with a dictionary.
    let firstDictionaryCategory: UInt8
    /// The number of entries in a row.
    package let rowLength: Int
    package let stateCount: Int
    /// The row before the first character of a segment.
    package let firstRow: Int
    // All memory is owned, immutable after `init`, and freed in `deinit`.
    private let rules: OpaquePointer

    /// Reads the rules of a segmenter. Returns `nil` if this version of ICU stores them in an unknown format.
    init?(_ segmenter: Segmenter) {
        var sizes = ilk_rules_sizes()
        guard let rules = segmenter.rules(&sizes) else { return nil }
        let (states, categories) = (Int(sizes.states), Int(sizes.categories))
        guard states * categories <= 0x7FFF else {
            ilk_rules_close(rules)
            return nil
        }
        self.rules = rules
        rowLength = categories
        stateCount = states
        firstRow = Int(sizes.first) * categories
        firstDictionaryCategory = UInt8(clamping: sizes.firstDictionaryCategory)
        table = .allocate(capacity: states * categories)
        ascii = .allocate(capacity: 128)
        let accepts = (0..<states).map { ilk_rules_state(rules, Int32($0), nil) == 1 }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: categories) { next in
            for state in 0..<states {
                _ = ilk_rules_state(rules, Int32(state), next.baseAddress)
                for category in 0..<categories {
                    let target = Int(next[category])
                    let entry = target * categories * 2 + (accepts[target] ? 1 : 0)
                    (table + state * categories + category).initialize(to: UInt16(entry))
                }
            }
        }
        for scalar in 0..<128 {
            (ascii + scalar).initialize(to: UInt8(ilk_rules_category(rules, UInt32(scalar))))
        }
    }

    deinit {
        table.deallocate()
        ascii.deallocate()
        ilk_rules_close(rules)
    }

    func category(of scalar: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: ilk_rules_category(rules, scalar))
    }

    /// Returns the end of the segment that begins at the boundary `lower`, and `true` if a dictionary splits
    /// one of its characters.
    @inline(__always)
    func end(
        _ text: UnsafeBufferPointer<UInt8>, from lower: Int,
        categoryOf: (_ scalar: UInt32) -> UInt8
    ) -> (upper: Int, hasDictionary: Bool) {
        var row = firstRow
        var index = lower
        var upper = lower
        var sawDictionary = false
        var hasDictionary = false
        while index < text.count {
            let byte = text[index]
            let category: UInt8
            if byte < 0x80 {
                category = ascii[Int(byte)]
                index &+= 1
            } else {
                let (scalar, length) = decodeScalar(text, at: index)
                category = categoryOf(scalar)
                if category >= firstDictionaryCategory { sawDictionary = true }
                index &+= length
            }
            let entry = Int(table[row &+ Int(category)])
            if entry & 1 != 0 {
                upper = index
                hasDictionary = sawDictionary
            }
            row = entry &>> 1
            if row == 0 { break }
        }
        // Category 1 is the end of the text.
        if row != 0, table[row &+ 1] & 1 != 0 {
            upper = index
            hasDictionary = sawDictionary
        }
        if upper == lower { upper = lower &+ decodeScalar(text, at: lower).length }
        return (upper, hasDictionary)
    }
}
