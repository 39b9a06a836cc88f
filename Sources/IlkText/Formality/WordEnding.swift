/// What the ending of an English word says of how it is built.
enum WordEnding {
    /// The feature of a word's ending, if it has one: the longest listed ending behind at least three letters.
    static func of(_ token: Token, _ folded: borrowing [UInt8]) -> FormalityFeature? {
        let range = token.foldedRange
        guard range.count > 4 else { return nil }
        var tail: UInt64 = 0
        for index in max(range.lowerBound, range.upperBound - 5)..<range.upperBound {
            tail = tail << 8 | UInt64(folded[index])
        }
        if range.count > 5 {
            for (ending, mask, feature) in table(tail & 0xFF) where tail & mask == ending { return feature }
        }
        switch tail & 0xFF {
        case 0x64: return tail & 0xFFFF == 0x6564 ? .edForms : nil  // -ed
        case 0x67: return tail & 0xFF_FFFF == 0x69_6E67 ? .ingForms : nil  // -ing
        case 0x79: return range.count < 7 ? .shortYEndings : nil  // -y
        case 0x65: return tail & 0xFFFF == 0x6965 && range.count < 7 ? .shortYEndings : nil  // -ie
        default: return nil
        }
    }

    private typealias Entry = (ending: UInt64, mask: UInt64, feature: FormalityFeature)

    private static func table(_ last: UInt64) -> [Entry] {
        last >= 0x61 && last <= 0x7A ? byLast[Int(last) - 0x61] : []
    }

    private static let lists: [(FormalityFeature, String)] = [
        (.verbalEndings, "ating izing ising ifying ates ated izes ized ised ified ate ize ise ify"),
        (
            .nominalEndings,
            "tions sions ments ities ances ences tion sion ment ance ence ship ness hood ity ism ure age cy"
        ),
        (.adjectivalEndings, "able ible ical ive ous ary ory ant ent al ic"),
    ]

    /// The endings by their last letter, longer ones first.
    private static let byLast: [[Entry]] = {
        var tables = [[Entry]](repeating: [], count: 26)
        for (feature, list) in lists {
            for ending in list.utf8.split(separator: UInt8(ascii: " ")) {
                let value = ending.suffix(5).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                let mask = (UInt64(1) << UInt64(8 * min(ending.count, 5))) - 1
                if let last = ending.last { tables[Int(last) - 0x61].append((value, mask, feature)) }
            }
        }
        return tables.map { $0.sorted { $0.mask > $1.mask } }
    }()
}
