/// The required literals of a regular expression. Every text that the expression matches contains at least
/// one of these literals. The expression need not be run on other texts.
///
/// Computed like the prefilter of RE2 (Cox 2012, "Regular Expression Matching with a Trigram Index"): small
/// sets of exact strings are multiplied along a sequence, and the rarest set is kept. If every match begins
/// with a string of a set, the expression is tried only where these strings occur.
package struct RequiredLiterals: Hashable {
    /// The strings with which matches begin. Every match begins with one of these strings. The array is empty
    /// if the strings are unknown or too frequent.
    let starts: [RequiredLiteral]
    /// Further required strings. At least one of these strings must occur anywhere in the text. The array is
    /// empty if no such strings are known.
    let others: [RequiredLiteral]

    /// The maximum number of strings in an exact set and in a required set, and the maximum length of a
    /// string in bytes.
    private static let exactLimit = 64
    private static let setLimit = 160
    private static let lengthLimit = 24
    /// Sets with more occurrences per byte of common text than this filter nothing.
    fileprivate static let frequencyLimit = 0.0125
    /// The lower frequency limit for ``others`` if ``starts`` is not empty. In this case, ``others`` help
    /// only if the text contains none of them.
    private static let gateLimit = 0.0016
    /// The number of line starts per byte of common text.
    private static let lineFrequency = 0.02

    /// The requirements of a part of an expression.
    private struct Need {
        /// All strings that the part can match, or `nil` if there are too many.
        var exact: LiteralSet?
        /// A requirement for any match of the part, or `nil` if nothing is known.
        var required: Requirement?

        static let nothingKnown = Need(exact: nil, required: nil)
        static let empty = Need(exact: [[]], required: nil)

        /// The rarer of the two requirements.
        var best: Requirement? {
            guard let exact else { return required }
            return Requirement.better(Requirement(exact), required)
        }
    }

    /// A set of strings, at least one of which must occur, that is rare enough to be a useful filter.
    private struct Requirement {
        let strings: LiteralSet
        /// The estimated number of occurrences of any of the strings per byte of common text.
        let frequency: Double

        /// Returns `nil` if the strings are too frequent. `share` is the share of searched positions.
        init?(_ strings: LiteralSet, where share: Double = 1) {
            guard !strings.isEmpty, !strings.hasBare else { return nil }
            self.strings = strings
            frequency = strings.frequency
            guard frequency * share <= RequiredLiterals.frequencyLimit else { return nil }
        }

        /// Returns the rarer requirement.
        static func better(_ left: Requirement?, _ right: Requirement?) -> Requirement? {
            guard let left else { return right }
            guard let right else { return left }
            return right.frequency < left.frequency ? right : left
        }
    }

    /// Returns the literals of an expression, or `nil` if it has none that are useful.
    static func of(_ node: PatternNode) -> RequiredLiterals? {
        if let start = start(node), !start.isLineFeedOfLine,
            let strings = Requirement(start.strings, where: start.isOfLine ? lineFrequency : 1)?.strings
        {
            let edge: RequiredLiteral.Edges = start.isOfLine ? .lineStart : []
            let others = start.others.flatMap { isGate($0) ? unique($0.strings, []) : nil }
            return RequiredLiterals(starts: unique(strings, edge), others: others ?? [])
        }
        guard let strings = need(node).best?.strings else { return nil }
        return RequiredLiterals(starts: [], others: unique(strings, []))
    }

    /// Returns the strings, sorted and without duplicates, with an additional edge condition.
    private static func unique(_ strings: LiteralSet, _ edge: RequiredLiteral.Edges) -> [RequiredLiteral] {
        var unique: [RequiredLiteral] = []
        let all = strings.map { RequiredLiteral(marked: $0, edge) }
        guard all.count > 1 else { return all }
        unique.reserveCapacity(all.count)
        for string in all.sorted() where string != unique.last { unique.append(string) }
        return unique
    }

    // MARK: Beginnings

    /// The strings with which every match of a part begins.
    private struct Start {
        var strings: LiteralSet
        /// `true` if every match also begins at the start of a line.
        var isOfLine = false
        /// A requirement for the rest of the match, or `nil` if nothing is known.
        var others: Requirement?

        /// `true` if a match begins with `^` and a line feed. Whether such a match can begin between CR and LF
        /// depends on the whole expression, so positions of the strings do not suffice.
        var isLineFeedOfLine: Bool {
            isOfLine && strings.contains { $0.first { $0 != RequiredLiteral.boundary } == 0x0A }
        }
    }

    /// The ten ASCII digits, and the first bytes of non-ASCII decimal digits.
    static let digitStarts: LiteralSet =
        (Array("0123456789".utf8) + [0xD9, 0xDB, 0xDF, 0xE0, 0xE1, 0xEA, 0xEF, 0xF0]).map { [$0] }

    private static func start(_ node: PatternNode) -> Start? {
        switch node {
        case .empty, .look, .assertion: return nil
        case .oneOf(.digits): return Start(strings: digitStarts)
        case .character, .oneOf: return need(node).exact.map { Start(strings: $0) }
        case .sequence(let nodes), .folded(let nodes, _): return start(sequence: nodes)
        case .alternatives(let branches):
            var strings = LiteralSet()
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
        var exact: LiteralSet = [[]]
        var isOfLine = false
        for (index, node) in nodes.enumerated() {
            if case .assertion(.lineStart) = node, exact.isBare { isOfLine = true }
            // The common case: a single character.
            if case .character(let bytes, _) = node, exact.extend(with: bytes, limit: lengthLimit) {
                continue
            }
            if let next = need(node).exact, let product = product(exact, next) {
                exact = product
                continue
            }
            if exact.isBare {
                // Only boundaries so far, so this part begins the match.
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
        case .empty, .look, .assertion: return .empty
        case .character(let bytes, _): return Need(exact: [bytes], required: nil)
        case .oneOf(let set):
            guard let members = set.lowered(ofAtMost: 16) else { return .nothingKnown }
            return Need(exact: members.map { [$0] }, required: nil)
        case .sequence(let nodes), .folded(let nodes, _): return need(sequence: nodes[...])
        case .alternatives(let branches): return need(alternatives: branches)
        case .repeated(let node, let minimum, let maximum, _):
            return need(repeated: node, minimum, maximum)
        case .atomic(let node): return need(node)
        }
    }

    private static func need(sequence nodes: ArraySlice<PatternNode>) -> Need {
        var exact: LiteralSet = [[]]
        var isExact = true
        var required: Requirement?
        for node in nodes {
            switch node {
            case .empty, .look: continue
            case .assertion(.boundary)
            where exact.extend(with: [RequiredLiteral.boundary], limit: lengthLimit):
                continue
            case .assertion(let assertion) where assertion != .boundary: continue
            // The common case: a single character.
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
        var exact: LiteralSet? = LiteralSet()
        for need in needs {
            guard let strings = need.exact, let count = exact?.count, count + strings.count <= exactLimit
            else {
                exact = nil
                break
            }
            exact? += strings
        }
        if let exact { return Need(exact: exact, required: nil) }
        var required = LiteralSet()
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

    private static func product(_ left: LiteralSet, _ right: LiteralSet) -> LiteralSet? {
        guard left.count * right.count <= exactLimit else { return nil }
        if left == [[]] { return right }
        guard left.longest + right.longest <= lengthLimit else { return nil }
        return left.product(right)
    }

    /// `true` if strings are rare enough to be searched for in addition to the start strings, and have onsets
    /// (see ``KeyIndex``).
    private static func isGate(_ requirement: Requirement) -> Bool {
        requirement.frequency <= gateLimit
            && requirement.strings.allSatisfy { string in
                let literal = RequiredLiteral(marked: string)
                return KeyIndex.hasOnset(literal.bytes, atWord: literal.edges.contains(.lower))
            }
    }
}
