import IlkVocabulary

/// A parser of regular expressions in ICU's syntax. Expressions that the parser does not support are run by
/// ICU on every text.
package struct PatternParser {
    private struct Flags {
        var ignoresCase = false
        var multiline = false
        /// `true` if `.` also matches line breaks.
        var dotTakesAll = false
        /// `true` if `\b` uses the word boundaries of UAX #29, which are not supported here.
        var unicodeWords = false
        /// `true` if only a line feed ends a line.
        var hasUnixLines = false
    }

    /// The expression is malformed or not supported.
    struct UnsupportedSyntax: Error {}

    private static let depthLimit = 48

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var flags = Flags()
    private var depth = 0
    private(set) var ignoresCase = false
    /// `true` if ICU certainly accepts the syntax that was parsed so far.
    private var isPlain = true
    /// `true` if the tree is exact within ASCII, so that no part was omitted or widened.
    private var isExact = true {
        didSet { if oldValue, !isExact { inexactOffset = index } }
    }
    /// The offset after the first omitted or widened part, in scalars.
    private var inexactOffset: Int?

    /// The parsed expression and its properties.
    struct Reading {
        let node: PatternNode
        let ignoresCase: Bool
        /// `true` if the syntax is so common that ICU certainly accepts it, so that ICU can compile it later.
        let isPlain: Bool
        /// `true` if the tree is equivalent to the expression within ASCII, including greediness.
        let isExact: Bool
    }

    private init(_ pattern: String) {
        scalars = Array(pattern.unicodeScalars)
    }

    /// Returns the syntax tree and `true` if case is ignored anywhere.
    static func parse(_ pattern: String) -> (node: PatternNode, ignoresCase: Bool)? {
        read(pattern).map { ($0.node, $0.ignoresCase) }
    }

    static func read(_ pattern: String) -> Reading? {
        var parser = PatternParser(pattern)
        do {
            let node = try parser.alternatives()
            guard parser.index == parser.scalars.count else { return nil }
            return Reading(
                node: node, ignoresCase: parser.ignoresCase, isPlain: parser.isPlain,
                isExact: parser.isExact)
        } catch {
            return nil
        }
    }

    /// Returns the offset, in Unicode scalars, after the first part that is not supported exactly. Returns
    /// `nil` if all parts are supported.
    package static func unsupportedOffset(in pattern: String) -> Int? {
        var parser = PatternParser(pattern)
        do {
            _ = try parser.alternatives()
            return parser.index == parser.scalars.count ? parser.inexactOffset : parser.index
        } catch {
            return parser.index
        }
    }

    private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        index += 1
        return true
    }

    private mutating func consumeText(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { wanted in
            guard scalars.count - index >= wanted.count else { return false }
            for offset in wanted.indices where scalars[index + offset].value != UInt32(wanted[offset]) {
                return false
            }
            index += wanted.count
            return true
        }
    }

    private mutating func next() throws(UnsupportedSyntax) -> Unicode.Scalar {
        guard let scalar = peek else { throw UnsupportedSyntax() }
        index += 1
        return scalar
    }

    // MARK: Structure

    private mutating func alternatives() throws(UnsupportedSyntax) -> PatternNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { throw UnsupportedSyntax() }
        var branches = [try sequence()]
        while consume("|") { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    private mutating func sequence() throws(UnsupportedSyntax) -> PatternNode {
        var nodes: [PatternNode] = []
        while let scalar = peek, scalar != "|", scalar != ")" {
            if nodes.isEmpty { nodes.reserveCapacity(8) }
            let atom = try atom()
            nodes.append(try quantified(atom))
        }
        // An empty branch.
        if nodes.isEmpty { isPlain = false }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func quantified(_ atom: PatternNode) throws(UnsupportedSyntax) -> PatternNode {
        var node = atom
        while let scalar = peek {
            let bounds: (minimum: Int, maximum: Int)
            switch scalar {
            case "*": bounds = (0, PatternNode.unbounded)
            case "+": bounds = (1, PatternNode.unbounded)
            case "?": bounds = (0, 1)
            case "{": bounds = try interval()
            default: return node
            }
            if scalar != "{" { index += 1 }
            let greed: PatternNode.Greed = consume("+") ? .possessive : consume("?") ? .lazy : .greedy
            if !Self.isPlain(bounds, of: node) { (isPlain, isExact) = (false, false) }
            if bounds.maximum == 0 { isExact = false }
            node = .repeated(node, minimum: bounds.minimum, maximum: bounds.maximum, greed)
        }
        return node
    }

    /// `true` if all regular expression dialects agree on a repetition: moderate counts, and no empty or
    /// repeated operand.
    private static func isPlain(_ bounds: (minimum: Int, maximum: Int), of node: PatternNode) -> Bool {
        guard bounds.minimum <= 1_000, bounds.minimum <= bounds.maximum,
            bounds.maximum <= 1_000 || bounds.maximum == PatternNode.unbounded
        else { return false }
        switch node {
        case .character, .oneOf, .sequence, .alternatives, .atomic: return true
        case .empty, .look, .assertion, .repeated, .unknown: return false
        }
    }

    /// Parses `{n}`, `{n,}` or `{n,m}`.
    private mutating func interval() throws(UnsupportedSyntax) -> (Int, Int) {
        index += 1
        guard let minimum = number() else { throw UnsupportedSyntax() }
        var maximum = minimum
        if consume(",") { maximum = number() ?? PatternNode.unbounded }
        guard consume("}") else { throw UnsupportedSyntax() }
        return (minimum, maximum)
    }

    private mutating func number() -> Int? {
        var value: Int?
        var count = 0
        while let scalar = peek, scalar.isASCIIDigit, count < 9 {
            value = (value ?? 0) * 10 + Int(scalar.value - 0x30)
            count += 1
            index += 1
        }
        return value
    }

    private mutating func atom() throws(UnsupportedSyntax) -> PatternNode {
        let scalar = try next()
        switch scalar {
        case "(": return try group()
        case "[":
            var reader = SetParser(scalars: scalars, index: index, ignoresCase: flags.ignoresCase)
            let set = try reader.read()
            index = reader.index
            if !reader.isPlain { isPlain = false }
            if !reader.isExact { isExact = false }
            return .oneOf(set)
        case ".": return any()
        case "^":
            if flags.hasUnixLines { isExact = false }
            return .assertion(flags.multiline ? .lineStart : .textStart)
        case "$":
            if flags.hasUnixLines { isExact = false }
            return .assertion(flags.multiline ? .lineEnd : .lastLineEnd)
        case "\\": return try escape()
        case "*", "+", "?", "{", ")": throw UnsupportedSyntax()
        default:
            if scalar == "]" || scalar == "}" || scalar.value < 0x20 { (isPlain, isExact) = (false, false) }
            return character(scalar)
        }
    }

    /// Returns the node for `.`.
    private mutating func any() -> PatternNode {
        if flags.dotTakesAll || flags.hasUnixLines { isExact = false }
        return flags.dotTakesAll ? Self.anything : .oneOf(flags.hasUnixLines ? .notNewline : .notLineEnd)
    }

    /// The node for `.` with the `s` flag. CR LF matches as one character.
    private static let anything = PatternNode.alternatives([
        .sequence([.oneOf(ByteClass("\r", others: [])), .oneOf(ByteClass("\n", others: []))]), .oneOf(.all),
    ])

    /// Returns the set, with everything that folds into it if case is ignored.
    private func folded(_ set: ByteClass) -> ByteClass {
        flags.ignoresCase ? set.folded : set
    }

    private mutating func character(_ scalar: Unicode.Scalar) -> PatternNode {
        var set = ByteClass()
        set.insert(scalar)
        guard scalar.isASCII else {
            guard flags.ignoresCase else {
                return .character(bytes: Array(String(scalar).utf8), set: set)
            }
            let node = Self.folded(scalar)
            switch node {
            case .unknown(inPlainTexts: nil), .oneOf(.all): isExact = false
            default: break
            }
            return node
        }
        return .character(
            bytes: [UInt8(scalar.value).asciiLowercased], set: folded(set))
    }

    /// `true` for letters of Latin-1 with exactly one lowercase and one uppercase form to which no other
    /// character folds. Excludes å, to which U+212B ANGSTROM SIGN folds.
    private static func isPlainPair(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xC0...0xC4, 0xC6...0xD6, 0xD8...0xDE, 0xE0...0xE4, 0xE6...0xF6, 0xF8...0xFE: true
        default: false
        }
    }

    /// Returns a node for the case variants of a non-ASCII character, or `unknown` if case folding expands
    /// it.
    private static func folded(_ scalar: Unicode.Scalar) -> PatternNode {
        let mappings = [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping]
        if scalar == "ß" {
            let letter = PatternNode.character(bytes: [0x73], set: ByteClass("Ss", others: []))
            return .unknown(inPlainTexts: .sequence([letter, letter]))
        }
        if scalar == "\u{1E9E}" || mappings.contains(where: { $0.unicodeScalars.count > 1 }) {
            return .unknown()
        }
        if isPlainPair(scalar) {
            let cases = mappings.map { mapping -> PatternNode in
                var set = ByteClass()
                for scalar in mapping.unicodeScalars { set.insert(scalar) }
                return .character(bytes: Array(mapping.utf8), set: set)
            }
            return .alternatives(cases)
        }
        let isOutside = mappings.allSatisfy { $0.unicodeScalars.allSatisfy { !$0.isASCII } }
        return .oneOf(isOutside ? .outsideASCII : .all)
    }

    // MARK: Groups

    private mutating func group() throws(UnsupportedSyntax) -> PatternNode {
        let outer = flags
        guard consume("?") else { return try inside(outer) }
        if consumeText(":") { return try inside(outer) }
        if consumeText(">") { return .atomic(try inside(outer)) }
        if consumeText("=") { return .look(try inside(outer), .ahead) }
        if consumeText("!") { return .look(try inside(outer), .notAhead) }
        let isBehind = consumeText("<=")
        if isBehind || consumeText("<!") {
            let body = try inside(outer)
            // ICU requires a bounded length for look-behinds.
            if body.hasRepetition { isPlain = false }
            return .look(body, isBehind ? .behind : .notBehind)
        }
        isPlain = isPlain && peek != "<" && peek != "#"
        if consume("<") {
            while try next() != ">" {}
            return try inside(outer)
        }
        if consume("#") {
            while try next() != ")" {}
            return .empty
        }
        return try flagGroup(outer)
    }

    /// Parses the rest of a group and restores the flags from before it.
    private mutating func inside(_ outer: Flags) throws(UnsupportedSyntax) -> PatternNode {
        let node = try alternatives()
        guard consume(")") else { throw UnsupportedSyntax() }
        flags = outer
        return node
    }

    /// Parses `(?i-m:...)`, or `(?i)`, which applies up to the end of the enclosing group.
    private mutating func flagGroup(_ outer: Flags) throws(UnsupportedSyntax) -> PatternNode {
        var isOn = true
        // A group without flags may be invalid in ICU.
        if peek == ":" || peek == ")" { isPlain = false }
        while true {
            let flag = try next()
            if !["i", "m", "s", ":", ")"].contains(flag) { isPlain = false }
            switch flag {
            case "i":
                flags.ignoresCase = isOn
                if isOn { ignoresCase = true }
            case "m": flags.multiline = isOn
            case "s": flags.dotTakesAll = isOn
            case "w": flags.unicodeWords = isOn
            case "d": flags.hasUnixLines = isOn
            case "-": isOn = false
            case ":": return try inside(outer)
            case ")": return .empty
            default: throw UnsupportedSyntax()
            }
        }
    }

    // MARK: Escapes

    private mutating func escape() throws(UnsupportedSyntax) -> PatternNode {
        let scalar = try next()
        switch scalar {
        case "G", "h", "v", "H", "V", "R", "X", "N", "\u{0}"..."\u{1F}": (isPlain, isExact) = (false, false)
        default: break
        }
        switch scalar {
        case "b", "B":
            guard !flags.unicodeWords else {
                isExact = false
                return .empty
            }
            return .assertion(scalar == "b" ? .boundary : .noBoundary)
        case "A": return .assertion(.textStart)
        case "Z":
            if flags.hasUnixLines { isExact = false }
            return .assertion(.lastLineEnd)
        case "z": return .assertion(.textEnd)
        case "G": return .empty
        case "d": return .oneOf(.digits)
        case "D": return .oneOf(ByteClass.digits.inverted)
        case "w": return .oneOf(.word)
        case "s", "h", "v": return .oneOf(.space)
        case "R": return .repeated(.oneOf(.space), minimum: 1, maximum: 2, .possessive)
        case "S", "W", "H", "V": return .oneOf(inverse(of: scalar))
        case "X": return .unknown()
        case "n": return character("\n")
        case "t": return character("\t")
        case "r": return character("\r")
        case "p", "P", "N":
            let property = try NamedProperty(scalar, scalars, &index)
            if !property.isPlain { isPlain = false }
            // ICU folds case before it inverts a property.
            if !property.isExact || (scalar == "P" && flags.ignoresCase) {
                isExact = false
                return .oneOf(folded(property.set))
            }
            return .oneOf(flags.ignoresCase ? property.set.inBothCases : property.set)
        default:
            // Numbered and named characters, quotations and back references are not supported.
            guard scalar.isASCII, !UInt8(scalar.value).isASCIIAlphanumeric else {
                throw UnsupportedSyntax()
            }
            return character(scalar)
        }
    }

    private func inverse(of scalar: Unicode.Scalar) -> ByteClass {
        switch scalar {
        // These classes contain non-ASCII characters, and so do their complements.
        case "S": ByteClass.space.inverted
        case "W": ByteClass.word.inverted.with(others: .marks)
        default: .all
        }
    }
}
