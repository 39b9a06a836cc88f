import IlkRules
import IlkText
import IlkVocabulary

/// The clauses that explain the result of a condition.
extension RuleMatcher {
    /// Returns the smallest clauses that determined the result of a rule, in the order of the condition.
    ///
    /// - Parameter analysis: The text that was evaluated last.
    func clauses(ofRule rule: Int, _ analysis: AnalyzedText, because outcome: Truth) -> [RuleClause] {
        AnalyzedText.View.with(analysis) { clauses(ofRule: rule, $0, because: outcome) }
    }

    /// Returns the smallest clauses that determined the result of a rule for the current text.
    func clauses(ofRule rule: Int, _ text: AnalyzedText.View, because outcome: Truth) -> [RuleClause] {
        let root = program.rules[rule].root
        guard root >= 0 else { return [] }
        var clauses: [(range: Range<Int32>, clause: RuleClause)] = []
        collect(root, outcome, condition: ruleSet.identity(ofRule: rule).condition, text, &clauses)
        return clauses.sorted { $0.range.lowerBound < $1.range.lowerBound }.map(\.clause)
    }

    private func collect(
        _ index: Int32, _ wanted: Truth, condition: String?, _ text: AnalyzedText.View,
        _ clauses: inout [(range: Range<Int32>, clause: RuleClause)]
    ) {
        let node = program.nodes[Int(index)]
        // A clause that was not evaluated did not affect the result.
        if skipsUnevaluated, node.children.isEmpty, isUnasked(node) { return }
        guard truth(index, text) == wanted else { return }
        switch node.operation {
        case .all, .any, .none, .atLeast:
            let inner = node.operation == .none ? wanted.negated : wanted
            for part in node.children {
                collect(program.parts[Int(part)], inner, condition: condition, text, &clauses)
            }
        case .matched, .rule, .comparison, .nearWords, .nearLines:
            clauses.append((node.range, clause(node, condition: condition, text)))
        }
    }

    private func clause(_ node: ConditionNode, condition: String?, _ text: AnalyzedText.View) -> RuleClause {
        let (written, range) = written(node, condition: condition)
        return RuleClause(
            text: written, range: range, outcome: outcome(node, text), finding: finding(node, text),
            spans: spans(node, text))
    }

    /// Returns a clause as written, and its range in the condition. A generated clause has no range, and its
    /// text is the name of its matcher or exception.
    private func written(_ node: ConditionNode, condition: String?) -> (text: String, range: Range<Int>?) {
        guard let condition, !node.range.isEmpty else {
            return node.operation == .rule
                ? ("except \(ruleSet.identity(ofRule: Int(node.first)).id)", nil)
                : (program.matcherNames[Int(node.first)], nil)
        }
        let range = Int(node.range.lowerBound)..<Int(node.range.upperBound)
        let scalars = condition.unicodeScalars.prefix(range.upperBound).dropFirst(range.lowerBound)
        return (String(String.UnicodeScalarView(scalars)), range)
    }

    /// Returns the matches of all matchers of a rule in the last text, evaluating them if necessary.
    func places(ofRule rule: Int, _ analysis: AnalyzedText) -> [MatcherMatches] {
        AnalyzedText.View.with(analysis) { text in
            program.matchers.indices.filter { program.matchers[$0].rule == rule }.map { matcher in
                MatcherMatches(
                    name: program.matcherNames[matcher], spans: places(of: matcher, text),
                    limit: resolve(matcher, text).stepLimitReached ? Self.stepLimit : nil)
            }
        }
    }

    /// Returns all leaf clauses of a rule's condition in order. If ``skipsUnevaluated`` is `true`, a clause
    /// is reported as not evaluated if its rule was not evaluated or its expression was not run.
    func leaves(ofRule rule: Int, _ text: AnalyzedText.View) -> [RuleClause] {
        let condition = ruleSet.identity(ofRule: rule).condition
        return program.leaves(ofRule: rule).sorted { $0.range.lowerBound < $1.range.lowerBound }.map {
            clause($0, condition: condition, text)
        }
    }

    // MARK: One clause

    /// Returns the matchers that a leaf clause refers to.
    private func asked(_ node: ConditionNode) -> [Int32] {
        switch node.operation {
        case .matched: return [node.first]
        case .nearWords, .nearLines: return [node.first, node.second]
        case .comparison:
            return [node.left, node.right].compactMap {
                if case .count(let matcher) = $0 { matcher } else { nil }
            }
        case .all, .any, .none, .atLeast, .rule: return []
        }
    }

    /// `true` if evaluating the clause would evaluate a rule or run an expression for the first time in this
    /// text.
    private func isUnasked(_ node: ConditionNode) -> Bool {
        if node.operation == .rule { return rules[Int(node.first)].stamp != stamp }
        return asked(node).contains { isUnasked(Int($0)) }
    }

    /// `true` if the matcher has an expression that must still be run to find its matches.
    func isUnasked(_ matcher: Int) -> Bool {
        let (compiled, state) = (program.matchers[matcher], matchers[matcher])
        guard compiled.kind == .regex else { return false }
        return state.stamp == stamp ? !state.isResolved : !compiled.isGated
    }

    private func outcome(_ node: ConditionNode, _ text: AnalyzedText.View) -> RuleOutcome {
        if skipsUnevaluated, isUnasked(node) { return .notEvaluated }
        return switch truth(node, text) {
        case .yes: .matches
        case .no: .doesNotMatch
        case .unknown: .stepLimitReached
        }
    }

    private func spans(_ node: ConditionNode, _ text: AnalyzedText.View) -> [TextSpan] {
        if skipsUnevaluated, isUnasked(node) { return [] }
        return asked(node).flatMap { places(of: Int($0), text) }.sorted()
    }

    /// Returns the first matches of a matcher.
    func places(of matcher: Int, _ text: AnalyzedText.View) -> [TextSpan] {
        let state = resolve(matcher, text)
        let first = Int(state.spanStart)
        return Array(matches[first..<first + min(Int(state.spanCount), RuleLimits.evidenceSpans)])
    }

    private func finding(_ node: ConditionNode, _ text: AnalyzedText.View) -> String {
        if skipsUnevaluated, isUnasked(node) { return "not evaluated" }
        switch node.operation {
        case .matched: return found(node.first, text)
        case .rule:
            let rule = Int(node.first)
            let id = ruleSet.identity(ofRule: rule).id
            let exception = rule - ruleSet.rules.count
            return switch truth(ofRule: rule, text) {
            // The text of the clause already contains the id of an exception.
            case .yes: exception >= 0 ? ruleSet.exceptions[exception].says : "'\(id)' matches"
            case .no: "'\(id)' does not match"
            case .unknown: "'\(id)' reached a step limit"
            }
        case .comparison:
            return [node.left, node.right].compactMap { value(of: $0, text) }.joined(separator: ", ")
        case .nearWords, .nearLines:
            let names = [node.first, node.second].map {
                "\(program.matcherNames[Int($0)]) \(found($0, text))"
            }
            return names.joined(separator: ", ")
        case .all, .any, .none, .atLeast: return ""
        }
    }

    private func found(_ matcher: Int32, _ text: AnalyzedText.View) -> String {
        let state = resolve(Int(matcher), text)
        if state.spanCount == 0 {
            return state.stepLimitReached ? Self.stepLimit : "not found"
        }
        return state.stepLimitReached ? "found, then the step limit was reached" : "found"
    }

    private func value(of operand: ConditionOperand, _ text: AnalyzedText.View) -> String? {
        let value = value(operand, text)
        switch operand {
        case .number: return nil
        case .feature(let index): return "\(TextFeature.names[Int(index)]) is \(Self.written(value.least))"
        case .count(let matcher):
            let name = program.matcherNames[Int(matcher)]
            return "count(\(name)) is \(value.isOpen ? "at least " : "")\(Self.written(value.least))"
        }
    }

    /// The reason for an undecided result of an expression.
    static let stepLimit = "the expression took too many steps"

    /// Formats a number with at most three decimal places.
    static func written(_ value: Double) -> String {
        if let whole = Int(exactly: value) { return "\(whole)" }
        return "\((value * 1_000).rounded() / 1_000)"
    }
}
