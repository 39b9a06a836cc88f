import CICU

/// The role of a character outside ASCII in a block, by its word-break category. The role is empty if the
/// automaton must handle the character.
struct BlockRole: OptionSet, Hashable {
    let rawValue: UInt8

    /// Joined to its neighbors like the letter `a`.
    static let letter = BlockRole(rawValue: 1)
    /// Joined to its neighbors like the digit `0`.
    static let digit = BlockRole(rawValue: 2)
    /// Never separated from other word characters: letters, digits and `_`.
    static let word = BlockRole(rawValue: 4)
    /// Separated from every neighbor.
    static let isolated = BlockRole(rawValue: 8)
    /// Joins letters and digits like a full stop.
    static let joiner = BlockRole(rawValue: 16)
}

/// The roles of all categories of word rules, determined by applying the rules to sample sequences.
final class BlockRoles {
    // 256 elements. Owned: freed in `deinit`.
    let roles: UnsafeMutablePointer<BlockRole>

    init(_ rules: BreakAutomaton) {
        roles = .allocate(capacity: 256)
        roles.initialize(repeating: [], count: 256)
        let like: [(Character, BlockRole)] = [
            ("a", [.letter, .word]), ("0", [.digit, .word]), ("_", .word), (".", .joiner),
        ]
        for (character, role) in like {
            roles[Int(rules.ascii[Int(character.asciiValue ?? 0)])] = role
        }
        let ascii = Set((0..<128).map { Int(rules.ascii[$0]) })
        let rows = Self.rows(rules, ascii)
        var alone = (3..<min(rules.rowLength, Int(rules.firstDictionaryCategory))).filter { category in
            roles[category].isEmpty && Self.standsAlone(category, rules, ascii, rows)
        }
        // The characters must also be separated from each other.
        alone = alone.filter { first in
            alone.allSatisfy { Self.row(behind: first, rules.firstRow, rules, to: $0) == 0 }
        }
        for category in alone { roles[category] = .isolated }
    }

    deinit { roles.deallocate() }

    @inline(__always)
    subscript(category: UInt8) -> BlockRole { roles[Int(category)] }

    /// Returns the rows of the automaton that ASCII characters can reach from the start of a segment.
    private static func rows(_ rules: BreakAutomaton, _ ascii: Set<Int>) -> Set<Int> {
        var found: Set<Int> = []
        var waiting = [rules.firstRow]
        while let row = waiting.popLast() {
            for category in ascii {
                let next = Int(rules.table[row + category]) >> 1
                if next != 0, found.insert(next).inserted { waiting.append(next) }
            }
        }
        return found
    }

    /// `true` if there is a boundary before and after each character of the category.
    private static func standsAlone(
        _ category: Int, _ rules: BreakAutomaton, _ ascii: Set<Int>, _ rows: Set<Int>
    ) -> Bool {
        let own = Int(rules.table[rules.firstRow + category])
        guard own & 1 != 0 else { return false }
        return rows.allSatisfy { rules.table[$0 + category] == 0 }
            && ascii.allSatisfy { row(behind: category, rules.firstRow, rules, to: $0) == 0 }
    }

    private static func row(behind category: Int, _ row: Int, _ rules: BreakAutomaton, to next: Int) -> Int {
        let own = Int(rules.table[row + category]) >> 1
        return own == 0 ? 0 : Int(rules.table[own + next]) >> 1
    }
}
