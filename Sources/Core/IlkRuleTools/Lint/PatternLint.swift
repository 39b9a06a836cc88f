import IlkRules

/// Finds expressions that can reach the step limit on texts of usual length.
///
/// Expressions are matched in linear time, so only their number of steps for each character matters. It is large
/// for repetitions with a large maximum: from each position they read up to that number of characters.
enum PatternLint {
    /// The number of steps for each character from which an expression is reported. It reaches the step limit on
    /// texts of about 4,000 characters.
    static let stepLimit = 1_000

    /// Reports a matcher whose expression can take many steps. `result` is `nil` if it did not compile.
    static func check(
        _ matcher: MatcherDraft, _ result: MatcherCompiler.Result?, in source: SourceText,
        _ diagnostics: inout DiagnosticList
    ) {
        guard case .regex(let text) = matcher.pattern,
            case .regex(_, let node, _, _) = result?.pattern, steps(node) >= stepLimit
        else { return }
        diagnostics.report(
            .manySteps, .warning, in: source, at: text.position, length: text.caretLength,
            "the expression can reach the step limit on a text of \(RuleLimits.patternSteps / steps(node)) characters",
            hint: "use a smaller maximum than in '{1,900}', or none: '+'")
    }

    /// Returns the maximum number of steps that the bounded repetitions of an expression take for each character
    /// of a text.
    ///
    /// - Complexity: O(*n*) in the size of the tree.
    static func steps(_ node: PatternNode) -> Int {
        switch node {
        case .empty, .assertion, .character, .oneOf, .folded: 0
        case .look(let body, _), .atomic(let body): steps(body)
        case .sequence(let nodes), .alternatives(let nodes): nodes.reduce(0) { min($0 + steps($1), limit) }
        case .repeated(let body, _, PatternNode.unbounded, _): steps(body)
        case .repeated(.oneOf, let minimum, let maximum, .greedy) where minimum < maximum: min(maximum, limit)
        case .repeated(.character, let minimum, let maximum, .greedy) where minimum < maximum:
            min(maximum, limit)
        case .repeated(let body, _, let maximum, _): min(maximum * steps(body), limit)
        }
    }

    /// Keeps products in range.
    private static let limit = 1 << 24
}
