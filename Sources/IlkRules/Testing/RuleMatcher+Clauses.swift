import IlkText
import IlkVocabulary

/// Why a condition came out as it did.
extension RuleMatcher {
    /// The smallest clauses that made the condition of a rule come out so, in the order of the condition.
    ///
    /// - Parameter analysis: The text that was evaluated last.
    func clauses(ofRule rule: Int, _ analysis: TextAnalysis, because outcome: Truth) -> [RuleClause] {
        let root = program.rules[rule].root
        guard root >= 0 else { return [] }
        return MatchedText.with(analysis) { text in
            var clauses: [(range: Range<Int32>, clause: RuleClause)] = []
            collect(root, outcome, condition: ruleSet.words(ofRule: rule).condition, text, &clauses)
            return clauses.sorted { $0.range.lowerBound < $1.range.lowerBound }.map(\.clause)
        }
    }

    private func collect(
        _ index: Int32, _ wanted: Truth, condition: String?, _ text: MatchedText,
        _ clauses: inout [(range: Range<Int32>, clause: RuleClause)]
    ) {
        guard truth(index, text) == wanted else { return }
        let node = program.nodes[Int(index)]
        switch node.operation {
        case .all, .any, .none, .atLeast:
            let inner = node.operation == .none ? wanted.negated : wanted
            for part in node.parts {
                collect(program.parts[Int(part)], inner, condition: condition, text, &clauses)
            }
        case .matched, .rule, .comparison, .nearWords, .nearLines:
            clauses.append((node.range, clause(node, condition: condition, text)))
        }
    }

    private func clause(_ node: ConditionNode, condition: String?, _ text: MatchedText) -> RuleClause {
        guard let condition, !node.range.isEmpty else {
            let name =
                node.operation == .rule
                ? "except \(ruleSet.words(ofRule: Int(node.first)).id)"
                : program.matcherNames[Int(node.first)]
            return RuleClause(text: name, range: nil, finding: finding(node, text))
        }
        let range = Int(node.range.lowerBound)..<Int(node.range.upperBound)
        var written = String.UnicodeScalarView()
        for scalar in condition.unicodeScalars.prefix(range.upperBound).dropFirst(range.lowerBound) {
            written.append(scalar)
        }
        return RuleClause(text: String(written), range: range, finding: finding(node, text))
    }

    private func finding(_ node: ConditionNode, _ text: MatchedText) -> String {
        switch node.operation {
        case .matched: return found(node.first, text)
        case .rule:
            let id = ruleSet.words(ofRule: Int(node.first)).id
            return truth(ofRule: Int(node.first), text) == .yes ? "'\(id)' holds" : "'\(id)' does not hold"
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

    private func found(_ matcher: Int32, _ text: MatchedText) -> String {
        let state = resolve(Int(matcher), text)
        if state.spanCount == 0 { return state.gaveUp ? "gave up" : "not found" }
        let places = matches[Int(state.spanStart)..<Int(state.spanStart + min(state.spanCount, 3))]
        let shown = places.map { "\($0.lowerBound)..<\($0.upperBound)" }.joined(separator: ", ")
        return "found at \(shown)\(state.spanCount > 3 ? ", ..." : "")"
    }

    private func value(of operand: ConditionOperand, _ text: MatchedText) -> String? {
        let value = value(operand, text)
        switch operand {
        case .number: return nil
        case .feature(let index): return "\(TextFeature.names[Int(index)]) is \(Self.written(value.least))"
        case .count(let matcher):
            let name = program.matcherNames[Int(matcher)]
            return "count(\(name)) is \(value.isOpen ? "at least " : "")\(Self.written(value.least))"
        }
    }

    private static func written(_ value: Double) -> String {
        if let whole = Int(exactly: value) { return "\(whole)" }
        return "\((value * 1_000).rounded() / 1_000)"
    }
}
