import IlkText
import IlkVocabulary

/// A parser of regular expressions in ICU's syntax. These parts are errors, because expressions with them cannot
/// be matched in linear time or without other parts of ICU: back-references, `\G`, `\X` and the flag `w`.
package struct PatternParser {
    struct Flags {
        var ignoresCase = false
        var multiline = false
        /// `true` if `.` also matches line breaks.
        var dotTakesAll = false
        /// `true` if only a line feed ends a line.
        var hasUnixLines = false
        /// `true` if white space and comments are skipped.
        var skipsSpace = false
    }

    /// The maximum number of nested groups and sets.
    static let depthLimit = 48

    var scanner: PatternScanner
    private(set) var flags = Flags()
    var depth = 0
    private var lookBehindBudget = 10 * PatternProgramBuilder.stepLimit
    private var ignoresCase = false
    private var sets = PatternSets()
    private var groupNames: Set<String> = []

    /// The parsed expression and its properties.
    package struct Reading {
        package let node: PatternNode
        /// The sets of non-ASCII characters of the node, after the common ones.
        let sets: [ScalarSet]
        /// `true` if case is ignored anywhere.
        let ignoresCase: Bool
    }

    private init(_ pattern: String) { scanner = PatternScanner(pattern) }

    /// Parses an expression.
    ///
    /// - Throws: ``PatternError`` if the expression is malformed, not supported or too large.
    package static func read(_ pattern: String) throws(PatternError) -> Reading {
        var parser = PatternParser(pattern)
        let node = try parser.alternatives()
        guard try parser.scanner.peek() == nil else { throw parser.scanner.error(.parenthesis) }
        guard node.stepCount <= PatternProgramBuilder.stepLimit else { throw parser.scanner.error(.size) }
        return Reading(node: node, sets: parser.sets.own, ignoresCase: parser.ignoresCase)
    }

    // MARK: Structure

    private mutating func alternatives() throws(PatternError) -> PatternNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { throw scanner.error(.depth) }
        var branches = [try sequence()]
        while try scanner.consume("|") { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    private mutating func sequence() throws(PatternError) -> PatternNode {
        var nodes: [PatternNode] = []
        // The characters before the next part that is not one, for case folding across characters.
        var text: [Unicode.Scalar] = []
        while let unit = try scanner.peek(), !unit.is("|"), !unit.is(")") {
            if unit.is("("), try scanner.skipComments() { continue }
            if let scalar = try character() {
                _ = try scanner.skipComments()
                let next = try scanner.peek()
                if flags.ignoresCase, next.map(Self.isQuantifier) != true {
                    text.append(scalar)
                    continue
                }
                flush(&text, &nodes)
                nodes.append(try quantified(flags.ignoresCase ? folded([scalar]) : exact(scalar)))
            } else {
                let part = try part()
                flush(&text, &nodes)
                nodes.append(part)
            }
        }
        flush(&text, &nodes)
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private static func isQuantifier(_ unit: PatternScanner.Unit) -> Bool {
        !unit.isLiteral && ["*", "+", "?", "{"].contains(unit.scalar)
    }

    /// Reads a character that stands for itself, or returns `nil` if the next part is something else.
    private mutating func character() throws(PatternError) -> Unicode.Scalar? {
        var ahead = scanner
        guard let unit = try ahead.next() else { return nil }
        if !unit.isLiteral {
            switch unit.scalar {
            case "(", "[", ".", "^", "$", "*", "+", "?", "{", "}", ")", "|": return nil
            case "\\":
                // A mark after a backslash stands for itself.
                guard let mark = ahead.raw(), !(mark.isASCII && UInt8(mark.value).isASCIIAlphanumeric) else {
                    return nil
                }
                scanner = ahead
                return mark
            default: break
            }
        }
        scanner = ahead
        return unit.scalar
    }

    /// Parses a part that is not a single character.
    private mutating func part() throws(PatternError) -> PatternNode {
        guard let unit = try scanner.next() else { throw scanner.error(.syntax) }
        switch unit.scalar {
        case "(": return try group()
        case "[":
            let set = try set().finished(in: &sets)
            return try quantified(.oneOf(set))
        case ".":
            let set: ByteClass =
                flags.dotTakesAll ? .allInPairs : flags.hasUnixLines ? .notNewline : .notLineEnd
            return try quantified(.oneOf(set))
        case "^":
            guard flags.multiline else { return try quantified(.assertion(.textStart)) }
            return try quantified(.assertion(flags.hasUnixLines ? .unixLineStart : .lineStart))
        case "$":
            guard flags.multiline else { return try quantified(lastLineEnd) }
            return try quantified(.assertion(flags.hasUnixLines ? .unixLineEnd : .lineEnd))
        case "\\": return try escape()
        case "*", "+", "?", "{": throw scanner.error(.repetition)
        default: throw scanner.error(.syntax)
        }
    }

    private var lastLineEnd: PatternNode {
        .assertion(flags.hasUnixLines ? .unixLastLineEnd : .lastLineEnd)
    }

    private mutating func quantified(_ node: PatternNode) throws(PatternError) -> PatternNode {
        _ = try scanner.skipComments()
        guard let unit = try scanner.peek(), Self.isQuantifier(unit) else { return node }
        _ = try scanner.next()
        let bounds: (minimum: Int, maximum: Int) =
            switch unit.scalar {
            case "*": (0, PatternNode.unbounded)
            case "+": (1, PatternNode.unbounded)
            case "?": (0, 1)
            default: try interval()
            }
        let greed: PatternNode.Greed =
            try scanner.consume("+") ? .possessive : try scanner.consume("?") ? .lazy : .greedy
        return .repeated(node, minimum: bounds.minimum, maximum: bounds.maximum, greed)
    }

    /// Parses the rest of `{n}`, `{n,}` or `{n,m}`.
    private mutating func interval() throws(PatternError) -> (Int, Int) {
        guard let minimum = try number() else { throw scanner.error(.interval) }
        var maximum = minimum
        if try scanner.consume(",") { maximum = try number() ?? PatternNode.unbounded }
        guard try scanner.consume("}") else { throw scanner.error(.interval) }
        guard minimum <= maximum else { throw scanner.error(.order) }
        return (minimum, maximum)
    }

    private mutating func number() throws(PatternError) -> Int? {
        var value: Int?
        while let unit = try scanner.peek(), !unit.isLiteral, unit.scalar.isASCIIDigit {
            _ = try scanner.next()
            value = (value ?? 0) * 10 + Int(unit.scalar.value - 0x30)
            guard value ?? 0 < 1 << 24 else { throw scanner.error(.number) }
        }
        return value
    }

    // MARK: Characters

    private func exact(_ scalar: Unicode.Scalar) -> PatternNode {
        // Literals are compared in lowercase within ASCII.
        let bytes = scalar.isASCII ? [UInt8(scalar.value).asciiLowercased] : Array(String(scalar).utf8)
        return .character(bytes: bytes, set: ParsedSet(scalar).filter)
    }

    /// Adds the node for characters whose case is ignored.
    private mutating func flush(_ text: inout [Unicode.Scalar], _ nodes: inout [PatternNode]) {
        guard !text.isEmpty else { return }
        switch folded(text) {
        case .sequence(let parts): nodes += parts
        case let node: nodes.append(node)
        }
        text.removeAll()
    }

    /// Returns the node for characters whose case is ignored.
    private mutating func folded(_ text: [Unicode.Scalar]) -> PatternNode {
        let folded = text.flatMap(CaseFolding.fold)
        let nodes = folded.map { variants(of: $0) }
        let canExpand = folded.indices.contains { !CaseFolding.expansions(atStartOf: folded[$0...]).isEmpty }
        if canExpand { return .folded(nodes, folded) }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    /// Returns the node for the characters that fold to a character.
    private mutating func variants(of scalar: Unicode.Scalar) -> PatternNode {
        let variants = CaseFolding.variants(of: scalar)
        if scalar.isASCII {
            var set = ParsedSet()
            for variant in variants { set.insert(variant...variant) }
            return .character(
                bytes: [UInt8(scalar.value).asciiLowercased], set: set.finished(in: &sets))
        }
        return variants.count == 1 ? exact(variants[0]) : .alternatives(variants.map(exact))
    }

    // MARK: Groups

    private mutating func group() throws(PatternError) -> PatternNode {
        let outer = flags
        guard try scanner.consume("?") else { return try quantified(try inside(outer)) }
        switch scanner.raw() {
        case ":": return try quantified(try inside(outer))
        case ">": return try quantified(.atomic(try inside(outer)))
        case "=": return .look(try inside(outer), .ahead)
        case "!": return .look(try inside(outer), .notAhead)
        case "<":
            if try scanner.consume("=") { return try lookBehind(outer, .behind) }
            if try scanner.consume("!") { return try lookBehind(outer, .notBehind) }
            try groupName()
            return try quantified(try inside(outer))
        case let flag?: return try flagGroup(outer, flag)
        case nil: throw scanner.error(.groupType)
        }
    }

    private mutating func groupName() throws(PatternError) {
        guard let name = scanner.raw(upTo: ">"), name.first?.isLetter == true,
            name.utf8.allSatisfy(\.isASCIIAlphanumeric), groupNames.insert(name).inserted
        else { throw scanner.error(.groupName) }
    }

    /// Parses the rest of a group and restores the flags from before it.
    private mutating func inside(_ outer: Flags) throws(PatternError) -> PatternNode {
        let node = try alternatives()
        guard try scanner.consume(")") else { throw scanner.error(.parenthesis) }
        apply(outer)
        return node
    }

    private mutating func apply(_ new: Flags) {
        flags = new
        scanner.skipsSpace = new.skipsSpace
    }

    private mutating func lookBehind(
        _ outer: Flags, _ look: PatternNode.Look
    ) throws(PatternError) -> PatternNode {
        let body = try inside(outer)
        do { return try body.lookBehind(look, &lookBehindBudget) } catch { throw scanner.error(error) }
    }

    /// Parses the rest of `(?i-m:...)`, or of `(?i)`, which applies up to the end of the enclosing group.
    private mutating func flagGroup(
        _ outer: Flags, _ first: Unicode.Scalar
    ) throws(PatternError) -> PatternNode {
        guard first != ")" else { throw scanner.error(.groupType) }
        var (isOn, isFirst) = (true, true)
        var new = flags
        var flag: Unicode.Scalar? = first
        while true {
            switch flag {
            case "i": new.ignoresCase = isOn
            case "m": new.multiline = isOn
            case "s": new.dotTakesAll = isOn
            case "d": new.hasUnixLines = isOn
            case "x": new.skipsSpace = isOn
            case "u": break
            case "-": isOn = false
            case "w": throw scanner.error(.wordFlag)
            case ":", ")":
                if new.ignoresCase { ignoresCase = true }
                apply(new)
                return flag == ":" ? try quantified(try inside(outer)) : .empty
            case nil: throw scanner.error(.parenthesis)
            default: throw scanner.error(isFirst ? .groupType : .flag)
            }
            (flag, isFirst) = (scanner.raw(), false)
        }
    }

    // MARK: Escapes

    /// Parses the rest of an escape that is more than a character.
    private mutating func escape() throws(PatternError) -> PatternNode {
        guard let scalar = scanner.raw() else { throw scanner.error(.escape) }
        switch scalar {
        case "b": return .assertion(.boundary)
        case "B": return .assertion(.noBoundary)
        case "A": return .assertion(.textStart)
        case "Z": return lastLineEnd
        case "z": return .assertion(.textEnd)
        case "G": throw scanner.error(.previousMatch)
        case "X": throw scanner.error(.grapheme)
        case "k", "1"..."9": throw scanner.error(.backReference)
        case "R": return try quantified(.atomic(Self.lineEnd(&sets)))
        case "N":
            let name = try characterName()
            return try quantified(flags.ignoresCase ? folded([name]) : exact(name))
        default:
            guard let set = try characterClass(scalar) else {
                // Any other letter stands for itself.
                return try quantified(flags.ignoresCase ? folded([scalar]) : exact(scalar))
            }
            return try quantified(.oneOf(set.finished(in: &sets)))
        }
    }

    /// The node for `\R`.
    private static func lineEnd(_ sets: inout PatternSets) -> PatternNode {
        .alternatives([
            .sequence([.oneOf(ByteClass("\r", others: [])), .oneOf(ByteClass("\n", others: []))]),
            .oneOf(ParsedSet.lineEnds.finished(in: &sets)),
        ])
    }

    /// Returns the set of an escape such as `\d` or `\p{L}`, or `nil` if the letter is not that of a set.
    mutating func characterClass(_ letter: Unicode.Scalar) throws(PatternError) -> ParsedSet? {
        switch letter {
        case "d": return .digits
        case "D": return ParsedSet.digits.inverted
        case "w": return .word
        case "W": return ParsedSet.word.inverted
        case "s": return .space
        case "S": return ParsedSet.space.inverted
        case "h": return .blanks
        case "H": return ParsedSet.blanks.inverted
        case "v": return .lineEnds
        case "V": return ParsedSet.lineEnds.inverted
        case "p", "P":
            guard scanner.raw() == "{", let name = scanner.raw(upTo: "}"), let set = ParsedSet(property: name)
            else { throw scanner.error(.property) }
            // ICU folds case before it inverts a property.
            let whole = flags.ignoresCase ? set.folded : set
            return letter == "P" ? whole.inverted : whole
        default: return nil
        }
    }

    /// Parses the rest of `\N{NAME}`.
    mutating func characterName() throws(PatternError) -> Unicode.Scalar {
        guard scanner.raw() == "{", let name = scanner.raw(upTo: "}"),
            let scalar = Unicode.Scalar(characterName: name)
        else { throw scanner.error(.characterName) }
        return scalar
    }
}
