/// The syntax tree of a regular expression.
package enum PatternNode: Sendable {
    /// A zero-width assertion.
    package enum Assertion: UInt8, Sendable {
        /// `\A`, or `^` without the multi-line flag.
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
        /// `\Z`, or `$` without the multi-line flag: the end of the text, or before a final line break.
        case lastLineEnd
        /// ``lineStart``, ``lineEnd`` and ``lastLineEnd`` if only a line feed ends a line.
        case unixLineStart
        case unixLineEnd
        case unixLastLineEnd
    }

    /// The direction of a lookaround, and whether it is negated.
    package enum Look: UInt8, Sendable {
        case ahead
        case notAhead
        case behind
        case notBehind
    }

    /// The backtracking behavior of a repetition.
    package enum Greed: Sendable {
        case greedy
        case lazy
        /// The repetition never gives back matched characters.
        case possessive
    }

    /// The empty expression.
    case empty
    /// A lookaround, which matches no characters.
    indirect case look(PatternNode, Look)
    case assertion(Assertion)
    /// One character: its UTF-8 bytes, lowercase within ASCII, and the set of characters that match.
    case character(bytes: [UInt8], set: ByteClass)
    /// One character of a set.
    case oneOf(ByteClass)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    indirect case repeated(PatternNode, minimum: Int, maximum: Int, Greed)
    /// An atomic group, which never gives back matched characters.
    indirect case atomic(PatternNode)
    /// Characters without regard to case, where a character of the text can stand for several of them: `ß` for
    /// `ss`. Contains a node for each folded character, and the folded characters.
    case folded([PatternNode], [Unicode.Scalar])

    /// The maximum of an unbounded repetition.
    package static let unbounded = Int.max

    /// `true` if the expression may match the empty string.
    package var canBeEmpty: Bool {
        switch self {
        case .empty, .look, .assertion: true
        case .character, .oneOf, .folded: false
        case .sequence(let nodes): nodes.allSatisfy(\.canBeEmpty)
        case .alternatives(let branches): branches.contains(where: \.canBeEmpty)
        case .repeated(let body, let minimum, _, _): minimum == 0 || body.canBeEmpty
        case .atomic(let body): body.canBeEmpty
        }
    }

    /// The characters that may occur in a match.
    package var characters: ByteClass {
        switch self {
        case .empty, .look, .assertion: return ByteClass()
        case .character(_, let set), .oneOf(let set): return set
        case .sequence(let nodes), .alternatives(let nodes), .folded(let nodes, _):
            return nodes.reduce(into: ByteClass()) { $0.formUnion($1.characters) }
        case .repeated(let node, _, _, _), .atomic(let node): return node.characters
        }
    }

    /// `true` if every match begins with a character other than an ASCII word character.
    var beginsOutsideWords: Bool {
        switch self {
        case .empty, .look, .assertion, .folded: false
        case .character(_, let set), .oneOf(let set): !set.hasWordCharacters
        case .sequence(let nodes):
            nodes.first { !$0.isPlace }?.beginsOutsideWords ?? false
        case .alternatives(let branches): branches.allSatisfy(\.beginsOutsideWords)
        case .repeated(let body, let minimum, _, _): minimum > 0 && body.beginsOutsideWords
        case .atomic(let body): body.beginsOutsideWords
        }
    }

    /// `true` if every match ends with a character other than an ASCII word character.
    var endsOutsideWords: Bool {
        switch self {
        case .empty, .look, .assertion, .folded: false
        case .character(_, let set), .oneOf(let set): !set.hasWordCharacters
        case .sequence(let nodes): nodes.last { !$0.isPlace }?.endsOutsideWords ?? false
        case .alternatives(let branches): branches.allSatisfy(\.endsOutsideWords)
        case .repeated(let body, let minimum, _, _): minimum > 0 && body.endsOutsideWords
        case .atomic(let body): body.endsOutsideWords
        }
    }

    /// `true` if the expression matches no characters.
    private var isPlace: Bool {
        switch self {
        case .empty, .look, .assertion: true
        default: false
        }
    }
}
