/// Collects the distinct literals of all matchers and their uses.
struct LiteralTable {
    private(set) var literals: [[UInt8]] = []
    private(set) var exactBytes: [UInt8] = []
    private(set) var gatedFoldingMatchers: [Int32] = []
    private var indices: [[UInt8]: Int] = [:]
    private var ownersByLiteral: [[LiteralUse]] = []

    /// Non-ASCII characters whose full case folding contains ASCII letters or several characters
    /// (CaseFolding.txt, status C and F).
    private static let foldingScalars: [Unicode.Scalar] = [
        "\u{DF}", "\u{130}", "\u{149}", "\u{17F}", "\u{1F0}", "\u{1E96}", "\u{1E97}", "\u{1E98}", "\u{1E99}",
        "\u{1E9A}", "\u{1E9E}", "\u{212A}", "\u{390}", "\u{3B0}", "\u{587}",
    ]
    /// The UTF-8 prefixes of U+1F40...U+1FFF and U+FB00...U+FB3F. In these blocks, many characters have a
    /// case folding of several characters.
    private static let foldingPrefixes: [[UInt8]] = [
        [0xE1, 0xBD], [0xE1, 0xBE], [0xE1, 0xBF], [0xEF, 0xAC],
    ]
    private var looksForFolding = false

    func program() -> LiteralProgram {
        LiteralProgram(
            LiteralPool(literals), ownersOfLiteral: ownersOfLiteral,
            owners: owners, exactBytes: exactBytes, gatedFoldingMatchers: gatedFoldingMatchers)
    }

    /// The uses of each literal, as a range of ``owners``.
    private var ownersOfLiteral: [Range<Int32>] {
        var ranges: [Range<Int32>] = []
        var start: Int32 = 0
        for owners in ownersByLiteral {
            ranges.append(start..<start + Int32(owners.count))
            start += Int32(owners.count)
        }
        return ranges
    }

    /// The uses of all literals, grouped by literal.
    private var owners: [LiteralUse] { Array(ownersByLiteral.joined()) }

    mutating func add(
        _ bytes: [UInt8], _ role: LiteralUse.Role, edges: RequiredLiteral.Edges = [], matcher: Int32
    ) {
        let lowered = RuleCompiler.lowered(bytes)
        var exactLower: Int32 = 0
        if role == .exact {
            exactLower = Int32(exactBytes.count)
            exactBytes += bytes
        }
        let index = index(of: lowered)
        ownersByLiteral[index].append(
            LiteralUse(
                role: role, edges: edges, matcher: matcher, length: Int32(bytes.count), exactLower: exactLower
            ))
    }

    /// Returns the index of a literal, which is added if it is new.
    private mutating func index(of literal: [UInt8]) -> Int {
        if let index = indices[literal] { return index }
        indices[literal] = literals.count
        literals.append(literal)
        ownersByLiteral.append([])
        return literals.count - 1
    }

    /// Adds the literals that an expression requires.
    mutating func addGate(_ required: RequiredLiterals, matcher: Int32, ignoresCase: Bool) {
        for string in required.starts { add(string.bytes, .start, edges: string.edges, matcher: matcher) }
        for string in required.others { add(string.bytes, .gate, edges: string.edges, matcher: matcher) }
        if ignoresCase { gatedFoldingMatchers.append(matcher) }
    }

    /// Adds the characters with an unusual case folding. An expression that ignores case can match a text
    /// with such a character although the text does not contain the required literals.
    mutating func addFolding() {
        guard !looksForFolding else { return }
        looksForFolding = true
        for scalar in Self.foldingScalars { add(Array(String(scalar).utf8), .folding, matcher: -1) }
        for prefix in Self.foldingPrefixes { add(prefix, .folding, matcher: -1) }
    }
}
