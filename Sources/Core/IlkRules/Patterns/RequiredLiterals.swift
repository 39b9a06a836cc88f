/// Byte strings of which one must stand in every text that a regular expression matches: where none stands, the
/// expression need not be run.
///
/// Made as RE2 makes its prefilter (Cox 2010, "Regular Expression Matching with a Trigram Index"): small sets of
/// exact strings are multiplied along a sequence, and the set that is hardest to find is kept. Where every match begins
/// with a string of a set, the places of the strings are the only ones at which the expression need be tried.
package struct RequiredLiterals: Hashable {
    /// Every match begins with one of these; empty when they are not known or stand everywhere.
    let starts: [RequiredLiteral]
    /// One of these must stand somewhere, beside the start; empty when nothing is known.
    let others: [RequiredLiteral]

    /// How many exact strings are multiplied out, and of how many one may be required.
    private static let exactLimit = 64
    private static let setLimit = 160
    private static let lengthLimit = 24
    /// A set that is found more often than this, a byte of common text, spares nothing.
    fileprivate static let frequencyLimit = 0.0125
    /// The same for strings that stand beside those at which an expression is tried: they spare the trying only where a
    /// whole text has none of them.
    private static let gateLimit = 0.0016
    /// How often lines begin, a byte of common text.
    private static let lineFrequency = 0.02

    /// What a part of an expression needs.
    private struct Need {
        /// All texts that the part can match, when they are few; else nil.
        var exact: MarkedStrings?
        /// One of these is in whatever it matches; nil when nothing is known.
        var required: Requirement?

        static let nothingKnown = Need(exact: nil, required: nil)
        static let empty = Need(exact: [[]], required: nil)

        /// The better known of the two as a requirement.
        var best: Requirement? {
            guard let exact else { return required }
            return Requirement.better(Requirement(exact), required)
        }
    }

    /// Strings of which one must stand somewhere, and which are worth looking for.
    private struct Requirement {
        let strings: MarkedStrings
        /// How often one of them is found, a byte of common text.
        let frequency: Double

        /// These strings; nil where looking for them spares nothing, `share` of all places being looked at.
        init?(_ strings: MarkedStrings, where share: Double = 1) {
            guard !strings.isEmpty, !strings.hasBare else { return nil }
            self.strings = strings
            frequency = strings.frequency
            guard frequency * share <= RequiredLiterals.frequencyLimit else { return nil }
        }

        /// The one that is found more seldom in texts.
        static func better(_ left: Requirement?, _ right: Requirement?) -> Requirement? {
            guard let left else { return right }
            guard let right else { return left }
            return right.frequency < left.frequency ? right : left
        }
    }

    /// The literals of an expression, or nil when it has none that would help.
    static func of(_ node: PatternNode) -> RequiredLiterals? {
        if let start = start(node),
            let strings = Requirement(start.strings, where: start.isOfLine ? lineFrequency : 1)?.strings
        {
            let edge: RequiredLiteral.Edges = start.isOfLine ? .lineStart : []
            let others = start.others.flatMap { isGate($0) ? unique($0.strings, []) : nil }
            return RequiredLiterals(starts: unique(strings, edge), others: others ?? [])
        }
        guard let strings = need(node).best?.strings else { return nil }
        return RequiredLiterals(starts: [], others: unique(strings, []))
    }

    /// The strings in their order, each once, with an edge more.
    private static func unique(_ strings: MarkedStrings, _ edge: RequiredLiteral.Edges) -> [RequiredLiteral] {
        var unique: [RequiredLiteral] = []
        let all = strings.map { RequiredLiteral(marked: $0, edge) }
        guard all.count > 1 else { return all }
        unique.reserveCapacity(all.count)
        for string in all.sorted() where string != unique.last { unique.append(string) }
        return unique
    }

    // MARK: Beginnings

    /// What every match of a part begins with.
    private struct Start {
        var strings: MarkedStrings
        /// Whether a line must begin there too.
        var isOfLine = false
        /// One of these is in what follows; nil when nothing is known.
        var others: Requirement?
    }

    /// The ten digits, and the first bytes of the decimal digits outside ASCII.
    static let digitStarts: MarkedStrings =
        (Array("0123456789".utf8) + [0xD9, 0xDB, 0xDF, 0xE0, 0xE1, 0xEA, 0xEF, 0xF0]).map { [$0] }

    private static func start(_ node: PatternNode) -> Start? {
        switch node {
        case .nothing, .look, .assertion, .unknown: return nil
        case .oneOf(.digits): return Start(strings: digitStarts)
        case .character, .oneOf: return need(node).exact.map { Start(strings: $0) }
        case .sequence(let nodes): return start(sequence: nodes)
        case .alternatives(let branches):
            var strings = MarkedStrings()
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
        var exact: MarkedStrings = [[]]
        var isOfLine = false
        for (index, node) in nodes.enumerated() {
            if case .assertion(.lineStart) = node, exact.isBare { isOfLine = true }
            // Most parts are single characters.
            if case .character(let bytes, _) = node, exact.extend(with: bytes, limit: lengthLimit) {
                continue
            }
            if let next = need(node).exact, let product = product(exact, next) {
                exact = product
                continue
            }
            if exact.isBare {
                // Nothing but edges so far: this part begins the match.
                guard let first = start(node), let strings = product(exact, first.strings) else { return nil }
                return Start(
                    strings: strings, isOfLine: isOfLine || first.isOfLine,
                    others: Requirement.better(first.others, need(sequence: nodes[(index + 1)...]).best))
            }
            guard !exact.hasBare else { return nil }
            return Start(
                strings: node.beginsOutsideWords ? exact.bounded : exact, isOfLine: isOfLine,
                others: need(sequence: nodes[index...]).best)
        }
        return exact.hasBare ? nil : Start(strings: exact, isOfLine: isOfLine)
    }

    // MARK: Anywhere

    private static func need(_ node: PatternNode) -> Need {
        switch node {
        case .assertion(.boundary):
            return Need(exact: [[RequiredLiteral.boundary]], required: nil)
        case .nothing, .look, .assertion: return .empty
        case .character(let bytes, _): return Need(exact: [bytes], required: nil)
        case .oneOf(let set):
            guard let members = set.lowered(ofAtMost: 16) else { return .nothingKnown }
            return Need(exact: members.map { [$0] }, required: nil)
        case .sequence(let nodes): return need(sequence: nodes[...])
        case .alternatives(let branches): return need(alternatives: branches)
        case .repeated(let node, let minimum, let maximum, _):
            return need(repeated: node, minimum, maximum)
        case .atomic(let node): return need(node)
        case .unknown: return .nothingKnown
        }
    }

    private static func need(sequence nodes: ArraySlice<PatternNode>) -> Need {
        var exact: MarkedStrings = [[]]
        var isExact = true
        var required: Requirement?
        for node in nodes {
            switch node {
            case .nothing, .look: continue
            case .assertion(.boundary)
            where exact.extend(with: [RequiredLiteral.boundary], limit: lengthLimit):
                continue
            case .assertion(let assertion) where assertion != .boundary: continue
            // Most parts are single characters.
            case .character(let bytes, _) where exact.extend(with: bytes, limit: lengthLimit): continue
            default: break
            }
            let next = need(node)
            if let strings = next.exact, let product = product(exact, strings) {
                exact = product
                continue
            }
            isExact = false
            if node.beginsOutsideWords { exact = exact.bounded }
            required = Requirement.better(required, Requirement.better(Requirement(exact), next.required))
            exact = next.exact ?? [node.endsOutsideWords ? [RequiredLiteral.boundary] : []]
        }
        if isExact { return Need(exact: exact, required: nil) }
        return Need(exact: nil, required: Requirement.better(required, Requirement(exact)))
    }

    private static func need(alternatives branches: [PatternNode]) -> Need {
        let needs = branches.map(need)
        var exact: MarkedStrings? = MarkedStrings()
        for need in needs {
            guard let strings = need.exact, let count = exact?.count, count + strings.count <= exactLimit
            else {
                exact = nil
                break
            }
            exact? += strings
        }
        if let exact { return Need(exact: exact, required: nil) }
        var required = MarkedStrings()
        for need in needs {
            guard let strings = need.best?.strings, required.count + strings.count <= setLimit else {
                return .nothingKnown
            }
            required += strings
        }
        return Need(exact: nil, required: Requirement(required))
    }

    private static func need(repeated node: PatternNode, _ minimum: Int, _ maximum: Int) -> Need {
        if minimum == 0, maximum != 1 { return .nothingKnown }
        let need = need(node)
        if minimum == 1, maximum == 1 { return need }
        if minimum == 0 {
            guard var exact = need.exact, exact.count < exactLimit else { return .nothingKnown }
            exact.append([])
            return Need(exact: exact, required: nil)
        }
        return Need(exact: nil, required: need.best)
    }

    private static func product(_ left: MarkedStrings, _ right: MarkedStrings) -> MarkedStrings? {
        guard left.count * right.count <= exactLimit else { return nil }
        if left == [[]] { return right }
        guard left.longest + right.longest <= lengthLimit else { return nil }
        return left.product(right)
    }

    /// Whether strings are worth looking for beside those at which an expression is tried.
    private static func isGate(_ requirement: Requirement) -> Bool {
        requirement.frequency <= gateLimit
            && requirement.strings.allSatisfy { string in
                let literal = RequiredLiteral(marked: string)
                return KeyIndex.hasOnset(literal.bytes, atWord: literal.edges.contains(.lower))
            }
    }
}
