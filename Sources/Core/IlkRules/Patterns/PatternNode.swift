/// What the rules need to know of a regular expression: a reading of ICU's syntax that leaves out what it does not
/// understand, and says so.
package enum PatternNode: Sendable {
    /// What must be so between two characters. It may hold more often than told here, never more seldom.
    package enum Assertion: UInt8, Sendable {
        /// `\A`, and `^` unless it is that of lines.
        case textStart
        /// `^` with the multi-line flag on.
        case lineStart
        /// `\z`.
        case textEnd
        /// `$` with the multi-line flag on.
        case lineEnd
        /// `\b`.
        case boundary
        /// `\B`.
        case noBoundary
        /// `\Z`, and `$` unless it is that of lines: the end, and before the end of the last line.
        case lastLineEnd
    }

    /// Where a look-around looks, and whether it holds where it finds nothing.
    package enum Look: UInt8, Sendable {
        case ahead
        case notAhead
        case behind
        case notBehind
    }

    /// Which way a repetition tries first, and whether it tries another.
    package enum Greed: Sendable {
        case greedy
        case lazy
        /// What was taken is never given back.
        case possessive
    }

    /// Matches no characters: nothing.
    case nothing
    /// Matches no characters, but asks for what stands around.
    indirect case look(PatternNode, Look)
    /// Matches no characters, but only in certain places.
    case assertion(Assertion)
    /// One character: its UTF-8 bytes, lower case within ASCII; nil when case folding may match other characters
    /// than ASCII ones.
    case character(bytes: [UInt8], set: ByteClass)
    /// One character of a set.
    case oneOf(ByteClass)
    /// One after the other.
    case sequence([PatternNode])
    /// One of them.
    case alternatives([PatternNode])
    /// Again and again.
    indirect case repeated(PatternNode, minimum: Int, maximum: Int, Greed)
    /// A group that never gives back what it took.
    indirect case atomic(PatternNode)
    /// Could be any text, the empty one too: a back reference.
    case unknown

    /// More than any number of repetitions.
    static let unbounded = Int.max

    /// Whether it may match without taking a character.
    package var canBeEmpty: Bool {
        switch self {
        case .nothing, .look, .assertion, .unknown: true
        case .character, .oneOf: false
        case .sequence(let nodes): nodes.allSatisfy(\.canBeEmpty)
        case .alternatives(let branches): branches.contains(where: \.canBeEmpty)
        case .repeated(let body, let minimum, _, _): minimum == 0 || body.canBeEmpty
        case .atomic(let body): body.canBeEmpty
        }
    }

    /// Whether a part of it is taken again and again, or could be anything.
    var hasRepetition: Bool {
        switch self {
        case .nothing, .look, .assertion, .character, .oneOf: false
        case .sequence(let nodes), .alternatives(let nodes): nodes.contains(where: \.hasRepetition)
        case .atomic(let body): body.hasRepetition
        case .repeated, .unknown: true
        }
    }

    /// Every character that it may take.
    package var characters: ByteClass {
        switch self {
        case .nothing, .look, .assertion: return ByteClass()
        case .character(_, let set), .oneOf(let set): return set
        case .sequence(let nodes), .alternatives(let nodes):
            return nodes.reduce(into: ByteClass()) { $0.formUnion($1.characters) }
        case .repeated(let node, _, _, _), .atomic(let node): return node.characters
        case .unknown: return .all
        }
    }

    /// Whether every match begins with a character that is no letter, digit or underscore of ASCII.
    var beginsOutsideWords: Bool {
        switch self {
        case .nothing, .look, .assertion, .unknown: false
        case .character(_, let set), .oneOf(let set): !set.hasWordCharacters
        case .sequence(let nodes):
            nodes.first { !$0.isPlace }?.beginsOutsideWords ?? false
        case .alternatives(let branches): branches.allSatisfy(\.beginsOutsideWords)
        case .repeated(let body, let minimum, _, _): minimum > 0 && body.beginsOutsideWords
        case .atomic(let body): body.beginsOutsideWords
        }
    }

    /// Whether every match ends with such a character.
    var endsOutsideWords: Bool {
        switch self {
        case .nothing, .look, .assertion, .unknown: false
        case .character(_, let set), .oneOf(let set): !set.hasWordCharacters
        case .sequence(let nodes): nodes.last { !$0.isPlace }?.endsOutsideWords ?? false
        case .alternatives(let branches): branches.allSatisfy(\.endsOutsideWords)
        case .repeated(let body, let minimum, _, _): minimum > 0 && body.endsOutsideWords
        case .atomic(let body): body.endsOutsideWords
        }
    }

    /// Whether it takes no character.
    private var isPlace: Bool {
        switch self {
        case .nothing, .look, .assertion: true
        default: false
        }
    }
}
