import IlkVocabulary

/// Tells in one pass over a text which of many expressions may match it: those that it does not name match nowhere.
///
/// Immutable; a ``FilterScan`` runs it. All its expressions begin at the same kind of place.
package struct PatternFilter: Sendable {
    /// Where expressions can begin.
    package enum Beginning: Int, CaseIterable, Sendable {
        case text
        case line
        case anywhere
        /// Where it is told for each match: nowhere by itself.
        case given

        /// Where an expression can begin.
        init(of pattern: PatternNode) {
            switch pattern {
            case .assertion(.textStart): self = .text
            case .assertion(.lineStart): self = .line
            case .sequence(let parts):
                // What stands before takes no characters.
                for part in parts {
                    switch part {
                    case .nothing, .look, .assertion(.boundary), .assertion(.noBoundary): continue
                    default:
                        self.init(of: part)
                        return
                    }
                }
                self = .anywhere
            case .alternatives(let branches):
                let beginnings = branches.map { Beginning(of: $0).rawValue }
                self = beginnings.max().flatMap(Beginning.init) ?? .anywhere
            case .repeated(let body, let minimum, _, _): self = minimum > 0 ? Beginning(of: body) : .anywhere
            case .atomic(let body): self.init(of: body)
            case .nothing, .look, .assertion, .character, .oneOf, .unknown: self = .anywhere
            }
        }
    }

    /// What is known of a place between two characters from the byte on one side. Both may hold: it is not known then.
    struct Side: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        /// The byte may belong to a word, or to none.
        static let word = Side(rawValue: 1)
        static let noWord = Side(rawValue: 2)
        /// The byte may end a line, when it stands before the place, or begin the end of one, when behind it.
        static let lineEnd = Side(rawValue: 4)
        /// There is no byte.
        static let textEnd = Side(rawValue: 8)
    }

    let beginning: Beginning
    let network: PatternNetwork
    /// The class of each byte: bytes of one class are not told apart.
    let classes: [UInt8]
    /// A byte of each class.
    let members: [UInt8]
    /// What a byte of each class says of the places behind it and before it. The last is no byte at all.
    let before: [Side]
    let behind: [Side]
    /// How many expressions there are.
    let count: Int
    /// The class that stands for the end of the text.
    var endClass: Int { members.count }

    /// The filter of some expressions.
    init(_ draft: FilterDraft) {
        let network = PatternNetwork(
            draft.patterns,
            counting: draft.beginning == .given
                ? PatternNetwork.countInPlace : PatternNetwork.countAnywhere)
        self.network = network
        beginning = draft.beginning
        count = draft.count
        (classes, members) = Self.classify(network.sets)
        before = members.map(Self.before) + [[.noWord, .lineEnd, .textEnd]]
        behind = members.map(Self.behind) + [[.noWord, .lineEnd, .textEnd]]
    }

    /// Divides the bytes into classes, the bytes of each being in the same sets, and tells a byte of each class.
    private static func classify(_ sets: [ByteSet]) -> (classes: [UInt8], members: [UInt8]) {
        var classes = (UInt8.min...UInt8.max).map { Int(before($0).rawValue) << 4 | Int(behind($0).rawValue) }
        for set in sets + [ByteSet()] {
            // Numbers the parts into which the set cuts the classes so far.
            var numbers = [Int](repeating: -1, count: 512)
            var count = 0
            for byte in UInt8.min...UInt8.max {
                let part = classes[Int(byte)] << 1 | (set.contains(byte) ? 1 : 0)
                if numbers[part] < 0 {
                    numbers[part] = count
                    count += 1
                }
                classes[Int(byte)] = numbers[part]
            }
        }
        var members: [UInt8] = []
        for byte in UInt8.min...UInt8.max where classes[Int(byte)] == members.count { members.append(byte) }
        return (classes.map { UInt8($0) }, members)
    }
    private static func word(_ byte: UInt8) -> Side {
        // Outside ASCII it takes more than a byte to tell.
        if byte >= 0x80 { return [.word, .noWord] }
        return byte.isASCIIWord ? .word : .noWord
    }

    /// What a byte says of the place behind it. The last bytes of U+0085, U+2028 and U+2029 end lines too.
    private static func before(_ byte: UInt8) -> Side {
        switch byte {
        case 0x0A...0x0D, 0x85, 0xA8, 0xA9: word(byte).union(.lineEnd)
        default: word(byte)
        }
    }

    /// What a byte says of the place before it.
    private static func behind(_ byte: UInt8) -> Side {
        switch byte {
        case 0x0A...0x0D, 0xC2, 0xE2: word(byte).union(.lineEnd)
        default: word(byte)
        }
    }

    /// Whether an assertion may hold in a place.
    static func mayHold(_ assertion: Int32, _ before: Side, _ behind: Side) -> Bool {
        switch PatternNode.Assertion(rawValue: UInt8(assertion)) {
        case .textStart: before.contains(.textEnd)
        case .lineStart: before.contains(.lineEnd)
        case .textEnd: behind.contains(.textEnd)
        case .lineEnd, .lastLineEnd: behind.contains(.lineEnd)
        case .boundary:
            (before.contains(.word) && behind.contains(.noWord))
                || (before.contains(.noWord) && behind.contains(.word))
        case .noBoundary:
            (before.contains(.word) && behind.contains(.word))
                || (before.contains(.noWord) && behind.contains(.noWord))
        case nil: true
        }
    }
}
