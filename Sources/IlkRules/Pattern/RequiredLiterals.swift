/// Byte strings of which one must stand in every text that a regular expression matches: where none stands, the
/// expression need not be run.
///
/// Made as RE2 makes its prefilter (Cox 2010, "Regular Expression Matching with a Trigram Index"): small sets of
/// exact strings are multiplied along a sequence, and the set that is hardest to find is kept. Where every match begins
/// with a string of a set, the places of the strings are the only ones at which the expression need be tried.
struct RequiredLiterals: Hashable {
    /// Every match begins with one of these; empty when they are not known or stand everywhere.
    let starts: [RequiredLiteral]
    /// One of these must stand somewhere, beside the start; empty when nothing is known.
    let others: [RequiredLiteral]

    /// How many exact strings are multiplied out, and of how many one may be required.
    private static let exactLimit = 64
    private static let setLimit = 160
    private static let lengthLimit = 24
    /// A set that is found more often than this, a byte of common text, spares nothing.
    private static let frequencyLimit = 0.0125
    /// The same for strings that stand beside those at which an expression is tried: they spare the trying only where a
    /// whole text has none of them.
    private static let gateLimit = 0.0016
    /// How often lines begin, a byte of common text.
    private static let lineFrequency = 0.02

    /// What a part of an expression needs.
    private struct Need {
        /// All texts that the part can match, when they are few; else nil.
        var exact: [[UInt8]]?
        /// One of these is in whatever it matches; nil when nothing is known.
        var required: [[UInt8]]?

        static let nothingKnown = Need(exact: nil, required: nil)
        static let empty = Need(exact: [[]], required: nil)

        /// The better known of the two as a requirement.
        var best: [[UInt8]]? {
            RequiredLiterals.better(exact, required)
        }
    }

    /// The literals of an expression, or nil when it has none that would help.
    static func of(_ node: PatternNode) -> RequiredLiterals? {
        if let start = start(node), isUseful(start.strings, where: start.isOfLine ? lineFrequency : 1) {
            let edge: RequiredLiteral.Edges = start.isOfLine ? .lineStart : []
            return RequiredLiterals(
                starts: unique(start.strings).map {
                    RequiredLiteral(bytes: $0.bytes, edges: $0.edges.union(edge))
                },
                others: start.others.flatMap { isGate($0) ? unique($0) : nil } ?? [])
        }
        guard let strings = need(node).best else { return nil }
        return RequiredLiterals(starts: [], others: unique(strings))
    }

    private static func unique(_ strings: [[UInt8]]) -> [RequiredLiteral] {
        var unique: [RequiredLiteral] = []
        for string in strings.map(RequiredLiteral.init(marked:)).sorted() where string != unique.last {
            unique.append(string)
        }
        return unique
    }

    // MARK: Beginnings

    /// What every match of a part begins with.
    private struct Start {
        var strings: [[UInt8]]
        /// Whether a line must begin there too.
        var isOfLine = false
        /// One of these is in what follows; nil when nothing is known.
        var others: [[UInt8]]?
    }

    /// The ten digits, and the first bytes of the decimal digits outside ASCII.
    static let digitStarts: [[UInt8]] =
        "0123456789".utf8.map { [$0] } + [0xD9, 0xDB, 0xDF, 0xE0, 0xE1, 0xEA, 0xEF, 0xF0].map { [$0] }

    private static func start(_ node: PatternNode) -> Start? {
        switch node {
        case .nothing, .assertion, .unknown: return nil
        case .oneOf(.digits): return Start(strings: digitStarts)
        case .character, .oneOf: return need(node).exact.map { Start(strings: $0) }
        case .sequence(let nodes): return start(sequence: nodes)
        case .alternatives(let branches):
            var strings: [[UInt8]] = []
            for branch in branches {
                guard let start = start(branch), !start.isOfLine,
                    strings.count + start.strings.count <= setLimit
                else { return nil }
                strings += start.strings
            }
            return strings.isEmpty ? nil : Start(strings: strings)
        case .repeated(let node, let minimum, _, _):
            guard minimum > 0, let start = start(node), !start.isOfLine else { return nil }
            return Start(strings: start.strings)
        case .atomic(let node): return start(node)
        }
    }

    private static func start(sequence nodes: [PatternNode]) -> Start? {
        var exact: [[UInt8]] = [[]]
        var isOfLine = false
        for (index, node) in nodes.enumerated() {
            if case .assertion(.lineStart) = node, isBare(exact) { isOfLine = true }
            if let next = need(node).exact, let product = product(exact, next) {
                exact = product
                continue
            }
            if isBare(exact) {
                // Nothing but edges so far: this part begins the match.
                guard let first = start(node), let strings = product(exact, first.strings) else { return nil }
                return Start(
                    strings: strings, isOfLine: isOfLine || first.isOfLine,
                    others: better(first.others, need(sequence: Array(nodes[(index + 1)...])).best))
            }
            guard exact.allSatisfy({ !isBare([$0]) }) else { return nil }
            return Start(
                strings: node.beginsOutsideWords ? bounded(exact) : exact, isOfLine: isOfLine,
                others: need(sequence: Array(nodes[index...])).best)
        }
        return exact.contains { isBare([$0]) } ? nil : Start(strings: exact, isOfLine: isOfLine)
    }

    /// Whether there are no characters in the strings.
    private static func isBare(_ strings: [[UInt8]]) -> Bool {
        strings.allSatisfy { $0.allSatisfy { $0 == RequiredLiteral.boundary } }
    }

    // MARK: Anywhere

    private static func need(_ node: PatternNode) -> Need {
        switch node {
        case .assertion(.boundary): return Need(exact: [[RequiredLiteral.boundary]], required: nil)
        case .nothing, .assertion: return .empty
        case .character(let bytes, _): return Need(exact: [bytes], required: nil)
        case .oneOf(let set):
            guard let members = set.members(atMost: 16) else { return .nothingKnown }
            let bytes = members.filter { !(isUpper($0) && members.contains($0 | 0x20)) }.map(lowered).sorted()
            return Need(exact: bytes.map { PatternNode.single($0) }, required: nil)
        case .sequence(let nodes): return need(sequence: nodes)
        case .alternatives(let branches): return need(alternatives: branches)
        case .repeated(let node, let minimum, let maximum, _):
            return need(repeated: need(node), minimum, maximum)
        case .atomic(let node): return need(node)
        case .unknown: return .nothingKnown
        }
    }

    private static func need(sequence nodes: [PatternNode]) -> Need {
        var exact: [[UInt8]] = [[]]
        var isExact = true
        var required: [[UInt8]]?
        for node in nodes {
            switch node {
            case .nothing: continue
            case .assertion(.boundary) where append([RequiredLiteral.boundary], &exact): continue
            case .assertion(let assertion) where assertion != .boundary: continue
            // Most parts are single characters.
            case .character(let bytes, _) where append(bytes, &exact): continue
            default: break
            }
            let next = need(node)
            if let strings = next.exact, let product = product(exact, strings) {
                exact = product
                continue
            }
            isExact = false
            if node.beginsOutsideWords { exact = bounded(exact) }
            required = better(required, better(exact, next.required))
            exact = next.exact ?? [node.endsOutsideWords ? [RequiredLiteral.boundary] : []]
        }
        if isExact { return Need(exact: exact, required: nil) }
        return Need(exact: nil, required: better(required, exact))
    }

    private static func need(alternatives branches: [PatternNode]) -> Need {
        let needs = branches.map(need)
        var exact: [[UInt8]]? = []
        for need in needs {
            guard let strings = need.exact, let sum = exact, sum.count + strings.count <= exactLimit else {
                exact = nil
                break
            }
            exact = sum + strings
        }
        if let exact { return Need(exact: exact, required: nil) }
        var required: [[UInt8]] = []
        for need in needs {
            guard let strings = need.best, required.count + strings.count <= setLimit else {
                return .nothingKnown
            }
            required += strings
        }
        return Need(exact: nil, required: required)
    }

    private static func need(repeated need: Need, _ minimum: Int, _ maximum: Int) -> Need {
        if minimum == 1, maximum == 1 { return need }
        if minimum == 0 {
            guard maximum == 1, let exact = need.exact, exact.count < exactLimit else { return .nothingKnown }
            return Need(exact: exact + [[]], required: nil)
        }
        return Need(exact: nil, required: need.best)
    }

    /// Appends the same bytes to all strings, in place: false when they would become too long.
    private static func append(_ bytes: [UInt8], _ strings: inout [[UInt8]]) -> Bool {
        for string in strings where !string.isEmpty && string.count + bytes.count > lengthLimit {
            return false
        }
        for index in strings.indices { strings[index] += bytes }
        return true
    }

    /// The strings with an edge of a word behind each, if it ends within one.
    private static func bounded(_ strings: [[UInt8]]) -> [[UInt8]] {
        strings.map { $0.isEmpty ? $0 : $0 + [RequiredLiteral.boundary] }
    }

    private static func product(_ left: [[UInt8]], _ right: [[UInt8]]) -> [[UInt8]]? {
        guard left.count * right.count <= exactLimit else { return nil }
        if left.count == 1, left[0].isEmpty { return right }
        let longest = (left.map(\.count).max() ?? 0) + (right.map(\.count).max() ?? 0)
        guard longest <= lengthLimit else { return nil }
        return left.flatMap { head in right.map { head + $0 } }
    }

    // MARK: Which is better

    /// The set that is found more seldom in texts.
    private static func better(_ left: [[UInt8]]?, _ right: [[UInt8]]?) -> [[UInt8]]? {
        guard let left, isUseful(left) else { return right.flatMap { isUseful($0) ? $0 : nil } }
        guard let right, isUseful(right) else { return left }
        return frequency(right) < frequency(left) ? right : left
    }

    /// How often one of the strings is found, a byte of common text.
    private static func frequency(_ strings: [[UInt8]]) -> Double {
        strings.reduce(0) { $0 + RequiredLiteral.frequency(marked: $1) }
    }

    /// Whether looking for the strings spares anything where `share` of all places are looked at.
    private static func isUseful(_ strings: [[UInt8]], where share: Double = 1) -> Bool {
        !strings.isEmpty && strings.allSatisfy { $0.contains { $0 != RequiredLiteral.boundary } }
            && frequency(strings) * share <= frequencyLimit
    }

    /// Whether strings are worth looking for beside those at which an expression is tried.
    private static func isGate(_ strings: [[UInt8]]) -> Bool {
        frequency(strings) <= gateLimit
            && strings.allSatisfy { string in
                let literal = RequiredLiteral(marked: string)
                return KeyIndex.hasOnset(literal.bytes, atWord: literal.edges.contains(.lower))
            }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { isUpper(byte) ? byte | 0x20 : byte }

    private static func isUpper(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
    }
}
