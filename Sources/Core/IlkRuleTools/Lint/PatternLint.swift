import IlkRules

/// Finds expressions with catastrophic backtracking.
enum PatternLint {
    /// The worst case of an expression in a backtracking engine.
    enum Danger {
        /// Exponential: a repetition can match the same text in several ways, as in `(a+)+`.
        case exponential
        /// Quadratic or worse: adjacent unbounded repetitions match the same characters, as in `\w+\d+x`.
        case polynomial
    }

    /// Repetitions with at least this maximum count as unbounded.
    static let manyTimes = 10

    /// Reports a matcher whose expression can backtrack badly. `result` is `nil` if it did not compile.
    static func check(
        _ matcher: MatcherDraft, _ result: MatcherCompiler.Result?, in source: SourceText,
        _ diagnostics: inout DiagnosticList
    ) {
        guard case .regex(let text) = matcher.pattern,
            case .regex(let regex, let node, _, _) = result?.pattern
        else { return }
        let (message, hint): (String, String)
        switch node.flatMap(danger) {
        case .exponential:
            message = "the repeated part can match the same text in several ways"
            hint =
                "make the inner repetition possessive ('++'), or let each branch begin with another character"
        case .polynomial:
            message = "adjacent repetitions match the same characters"
            hint = "merge the two repetitions, or make the first repetition possessive ('++')"
        case nil:
            if regex.isRunByICU { checkWithoutProgram(text, node, in: source, &diagnostics) }
            return
        }
        diagnostics.report(
            .catastrophicBacktracking, .warning, in: source, at: text.position, length: text.caretLength,
            "the expression can backtrack badly: \(message)", hint: hint)
    }

    /// Reports an expression that contains a repetition and is run by ICU. The time of ICU is not linear in
    /// the length of the text.
    private static func checkWithoutProgram(
        _ text: LocatedText, _ node: PatternNode?, in source: SourceText, _ diagnostics: inout DiagnosticList
    ) {
        // Parts that the parser does not support contain a repetition if the text contains a sign of one.
        guard node.map(repeats) ?? text.text.contains(where: { "*+{".contains($0) }) else { return }
        let offset = PatternParser.unsupportedOffset(in: text.text)
        let reason = offset == nil ? "a loop" : "this part"
        let hint =
            offset == nil
            ? "do not repeat a part that can be empty, or a look-behind of varying length"
            : "write '[\\s\\S]' for '.' with the flag s; use no back-references, '\\X', '\\Q', sets in sets "
                + "or flags d, w and x"
        diagnostics.report(
            .catastrophicBacktracking, .warning, in: source,
            at: offset.map { text.position(ofScalarAt: max(0, $0 - 1), in: source) } ?? text.position,
            length: offset == nil ? text.caretLength : 1,
            "\(reason) makes ICU run the expression, which can then reach the step limit", hint: hint)
    }

    /// `true` if an expression contains a repetition with a maximum of at least ``manyTimes``.
    private static func repeats(_ node: PatternNode) -> Bool {
        switch node {
        case .empty, .assertion, .character, .oneOf: false
        case .unknown: true
        case .look(let body, _), .atomic(let body): repeats(body)
        case .sequence(let nodes), .alternatives(let nodes): nodes.contains(where: repeats)
        case .repeated(let body, _, let maximum, _): maximum >= manyTimes || repeats(body)
        }
    }

    /// Returns the worst case of an expression, or `nil` if none is known.
    ///
    /// An expression is reported as exponential if it is ambiguous (Weideman et al. 2016). The engine tries
    /// all alternatives only if the expression fails after the ambiguous part. The function does not check
    /// that such a text exists.
    static func danger(_ node: PatternNode) -> Danger? {
        let loops = loops(in: node)
        guard loops.hasParts || loops.endless > 1 else { return nil }
        guard let paths = PositionAutomaton(node) else { return nestsRepetitions(node) ? .exponential : nil }
        // Loops over a single character are unambiguous.
        if loops.hasParts, paths.isExponential { return .exponential }
        return paths.isPolynomial ? .polynomial : nil
    }

    /// Counts the loops, which are repetitions with a maximum of at least ``manyTimes``. `hasParts` is `true`
    /// if a loop repeats more than a single character.
    private static func loops(in node: PatternNode) -> (hasParts: Bool, endless: Int) {
        switch node {
        case .empty, .look, .assertion, .character, .oneOf, .unknown, .atomic,
            .repeated(_, _, _, .possessive):
            return (false, 0)
        case .sequence(let nodes), .alternatives(let nodes):
            return nodes.reduce((false, 0)) { sum, node in
                let loops = loops(in: node)
                return (sum.0 || loops.hasParts, sum.1 + loops.endless)
            }
        case .repeated(let body, _, let maximum, _):
            guard maximum >= manyTimes else {
                let inner = loops(in: body)
                return (inner.hasParts, inner.endless * maximum)
            }
            if case .character = body { return (false, 1) }
            if case .oneOf = body { return (false, 1) }
            return (true, 1)
        }
    }

    // MARK: Expressions too large for the automaton

    /// `true` if a repetition contains a repetition without a delimiter between the inner rounds, as in
    /// `(a+)+` or `(\w*\s?)*`. `(\w+,)+` has the comma as a delimiter.
    private static func nestsRepetitions(_ node: PatternNode) -> Bool {
        switch node {
        case .empty, .look, .assertion, .character, .oneOf, .unknown: return false
        case .sequence(let nodes), .alternatives(let nodes): return nodes.contains(where: nestsRepetitions)
        case .atomic(let node): return nestsRepetitions(node)
        case .repeated(let body, _, let maximum, let greed):
            if greed != .possessive, maximum >= manyTimes, isAmbiguous(body) { return true }
            return nestsRepetitions(body)
        }
    }

    /// `true` if the text that one round of a repetition matches can also be divided among several rounds.
    private static func isAmbiguous(_ body: PatternNode) -> Bool {
        switch body {
        case .empty, .look, .assertion, .character, .oneOf, .atomic, .unknown: return false
        case .alternatives(let branches): return branches.contains(where: isAmbiguous)
        case .repeated(let inner, _, let maximum, let greed):
            if greed == .possessive { return false }
            return maximum >= manyTimes || isAmbiguous(inner)
        case .sequence(let nodes):
            return nodes.enumerated().contains { index, node in
                isAmbiguous(node) && !isDelimited(nodes, except: index, from: node.characters)
            }
        }
    }

    /// `true` if another part of the sequence must match a character that the repetition cannot match.
    private static func isDelimited(_ nodes: [PatternNode], except index: Int, from set: ByteClass) -> Bool {
        nodes.enumerated().contains { other, node in
            other != index && mandatory(node).map { $0.isDisjoint(with: set) } ?? false
        }
    }

    /// Returns a set of characters, at least one of which occurs in every match of the part, or `nil` if the
    /// part may match the empty string.
    private static func mandatory(_ node: PatternNode) -> ByteClass? {
        switch node {
        case .character(_, let set), .oneOf(let set): return set
        case .repeated(let body, let minimum, _, _): return minimum > 0 ? mandatory(body) : nil
        case .atomic(let body): return mandatory(body)
        case .sequence(let nodes): return nodes.lazy.compactMap(mandatory).first
        case .alternatives(let branches):
            let sets = branches.map(mandatory)
            guard sets.allSatisfy({ $0 != nil }) else { return nil }
            return sets.reduce(into: ByteClass()) { if let set = $1 { $0.formUnion(set) } }
        case .empty, .look, .assertion, .unknown: return nil
        }
    }
}
