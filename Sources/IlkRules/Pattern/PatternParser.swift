/// Reads a regular expression that ICU has compiled. Answers nil for what it does not understand: such an expression
/// is run on every text, which is slow and right.
struct PatternParser {
    private struct Flags {
        var ignoresCase = false
        var multiline = false
    }

    /// The expression is not understood.
    struct NotUnderstood: Error {}

    private static let depthLimit = 48

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var flags = Flags()
    private var depth = 0
    /// Whether case is ignored anywhere.
    private(set) var ignoresCase = false

    private init(_ pattern: String) {
        scalars = Array(pattern.unicodeScalars)
    }

    /// The tree of an expression and whether it ignores case anywhere.
    static func parse(_ pattern: String) -> (node: PatternNode, ignoresCase: Bool)? {
        var parser = PatternParser(pattern)
        do {
            let node = try parser.alternatives()
            return parser.index == parser.scalars.count ? (node, parser.ignoresCase) : nil
        } catch {
            return nil
        }
    }

    private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        index += 1
        return true
    }

    private mutating func takeText(_ text: StaticString) -> Bool {
        let wanted = Array("\(text)".unicodeScalars)
        guard scalars[index...].starts(with: wanted) else { return false }
        index += wanted.count
        return true
    }

    private mutating func next() throws(NotUnderstood) -> Unicode.Scalar {
        guard let scalar = peek else { throw NotUnderstood() }
        index += 1
        return scalar
    }

    // MARK: Structure

    private mutating func alternatives() throws(NotUnderstood) -> PatternNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { throw NotUnderstood() }
        var branches = [try sequence()]
        while take("|") { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    private mutating func sequence() throws(NotUnderstood) -> PatternNode {
        var nodes: [PatternNode] = []
        while let scalar = peek, scalar != "|", scalar != ")" {
            let atom = try atom()
            nodes.append(try quantified(atom))
        }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func quantified(_ atom: PatternNode) throws(NotUnderstood) -> PatternNode {
        var node = atom
        while let scalar = peek {
            let bounds: (Int, Int)
            switch scalar {
            case "*": bounds = (0, PatternNode.unbounded)
            case "+": bounds = (1, PatternNode.unbounded)
            case "?": bounds = (0, 1)
            case "{": bounds = try interval()
            default: return node
            }
            if scalar != "{" { index += 1 }
            let isFinal = take("+")
            if !isFinal { _ = take("?") }
            node = .repeated(node, minimum: bounds.0, maximum: bounds.1, isFinal: isFinal)
        }
        return node
    }

    /// `{n}`, `{n,}` or `{n,m}`.
    private mutating func interval() throws(NotUnderstood) -> (Int, Int) {
        index += 1
        guard let minimum = number() else { throw NotUnderstood() }
        var maximum = minimum
        if take(",") { maximum = number() ?? PatternNode.unbounded }
        guard take("}") else { throw NotUnderstood() }
        return (minimum, maximum)
    }

    private mutating func number() -> Int? {
        var digits = ""
        while let scalar = peek, scalar.isASCII, scalar.properties.numericType == .decimal, digits.count < 9 {
            digits.unicodeScalars.append(scalar)
            index += 1
        }
        return Int(digits)
    }

    private mutating func atom() throws(NotUnderstood) -> PatternNode {
        let scalar = try next()
        switch scalar {
        case "(": return try group()
        case "[":
            var reader = ClassReader(scalars: scalars, index: index)
            let set = try reader.read()
            index = reader.index
            return .oneOf(folded(set))
        case ".": return .oneOf(.all)
        case "^": return .start(ofLine: flags.multiline)
        case "$": return .nothing
        case "\\": return try escape()
        case "*", "+", "?", "{", ")": throw NotUnderstood()
        default: return character(scalar)
        }
    }

    /// The set, and everything that folds into it when case is ignored.
    private func folded(_ set: ByteClass) -> ByteClass {
        guard flags.ignoresCase else { return set }
        guard var members = set.members(atMost: 128) else { return .all }
        members = members.filter { UInt8(ascii: "a") <= $0 | 0x20 && $0 | 0x20 <= UInt8(ascii: "z") }
        var both = set
        for byte in members { both.insert(byte ^ 0x20) }
        return both
    }

    private func character(_ scalar: Unicode.Scalar) -> PatternNode {
        var set = ByteClass()
        set.insert(scalar)
        guard scalar.isASCII else {
            return flags.ignoresCase ? .oneOf(.all) : .character(bytes: Array(String(scalar).utf8), set: set)
        }
        let byte = UInt8(scalar.value)
        let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        return .character(bytes: [isUpper ? byte | 0x20 : byte], set: folded(set))
    }

    // MARK: Groups

    private mutating func group() throws(NotUnderstood) -> PatternNode {
        let outer = flags
        guard take("?") else { return try inside(outer) }
        if takeText(":") { return try inside(outer) }
        if takeText(">") { return .atomic(try inside(outer)) }
        if takeText("=") || takeText("!") || takeText("<=") || takeText("<!") {
            _ = try inside(outer)
            return .nothing
        }
        if take("<") {
            while try next() != ">" {}
            return try inside(outer)
        }
        if take("#") {
            while try next() != ")" {}
            return .nothing
        }
        return try flagGroup(outer)
    }

    /// The rest of a group; behind it the flags are again those from before it.
    private mutating func inside(_ outer: Flags) throws(NotUnderstood) -> PatternNode {
        let node = try alternatives()
        guard take(")") else { throw NotUnderstood() }
        flags = outer
        return node
    }

    /// `(?i-m:...)`, or `(?i)`, which holds to the end of the group around it.
    private mutating func flagGroup(_ outer: Flags) throws(NotUnderstood) -> PatternNode {
        var isOn = true
        while true {
            switch try next() {
            case "i":
                flags.ignoresCase = isOn
                if isOn { ignoresCase = true }
            case "m": flags.multiline = isOn
            case "s", "d", "w": break
            case "-": isOn = false
            case ":": return try inside(outer)
            case ")": return .nothing
            default: throw NotUnderstood()
            }
        }
    }

    // MARK: Escapes

    private mutating func escape() throws(NotUnderstood) -> PatternNode {
        let scalar = try next()
        switch scalar {
        case "b", "B", "A", "Z", "z", "G": return .nothing
        case "d": return .oneOf(.digits)
        case "D": return .oneOf(ByteClass.digits.inverted)
        case "w": return .oneOf(.word)
        case "s", "h", "v": return .oneOf(.space)
        case "R": return .repeated(.oneOf(.space), minimum: 1, maximum: 2, isFinal: true)
        case "S", "W", "H", "V": return .oneOf(inverse(of: scalar))
        case "X": return .unknown
        case "n": return character("\n")
        case "t": return character("\t")
        case "r": return character("\r")
        case "p", "P", "N":
            guard take("{") else { throw NotUnderstood() }
            while try next() != "}" {}
            return .oneOf(.all)
        default:
            // Numbered and named characters, quotations, references: letters and digits that are not told apart here.
            guard scalar.isASCII, !scalar.properties.isAlphabetic, scalar.properties.numericType == nil else {
                throw NotUnderstood()
            }
            return character(scalar)
        }
    }

    private func inverse(of scalar: Unicode.Scalar) -> ByteClass {
        switch scalar {
        // The classes hold characters outside ASCII, and so do their opposites.
        case "S": ByteClass.space.inverted
        case "W": ByteClass.word.inverted.with(others: .marks)
        default: .all
        }
    }
}
