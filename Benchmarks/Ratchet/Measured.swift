/// A text and the program's answer for it.
struct Outcome {
    /// The file and line of the text.
    var place: String
    /// The expected answer, and the program's answer if it is wrong.
    var expected: String
    var wrong: String?
    /// The groups that the text belongs to, such as `label email` and `language de`.
    var groups: [String]
}

/// The answers for all texts of a set, in a fixed order.
struct Measured {
    /// The digest of the texts and the expected answers.
    var digest: String
    var outcomes: [Outcome]

    /// Languages with fewer texts are not shown separately.
    static let fewestTexts = 20

    /// The correct and all texts of each group, and of `all`. Small groups of languages are omitted.
    var groups: [String: [Int]] {
        var counts: [String: [Int]] = [:]
        for outcome in outcomes {
            for group in ["all"] + outcome.groups {
                counts[group, default: [0, 0]][0] += outcome.wrong == nil ? 1 : 0
                counts[group, default: [0, 0]][1] += 1
            }
        }
        return counts.filter { !$0.key.hasPrefix("language ") || $0.value[1] >= Self.fewestTexts }
    }

    /// The form that is stored in `ratchet.json`.
    var score: Score {
        Score(groups: groups, texts: digest, wrong: Bits.hex(outcomes.map { $0.wrong != nil }))
    }
}

/// Flags as hexadecimal digits: each digit has four flags, the first one in its highest bit.
enum Bits {
    static func hex(_ flags: [Bool]) -> String {
        stride(from: 0, to: flags.count, by: 4).map { start in
            let digit = (start..<start + 4).reduce(0) { $0 * 2 + ($1 < flags.count && flags[$1] ? 1 : 0) }
            return String(digit, radix: 16)
        }.joined()
    }

    static func flags(_ hex: String, count: Int) -> [Bool] {
        let all = hex.flatMap { digit in (0..<4).map { ((digit.hexDigitValue ?? 0) >> (3 - $0)) & 1 == 1 } }
        return Array(all.prefix(count)) + Array(repeating: false, count: max(0, count - all.count))
    }
}
