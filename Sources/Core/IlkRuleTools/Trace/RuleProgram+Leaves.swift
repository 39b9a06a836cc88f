import IlkRules

extension RuleProgram {
    /// Returns the leaf clauses of a rule's condition, in the order of the program.
    func leaves(ofRule rule: Int) -> [ConditionNode] {
        var found: [ConditionNode] = []
        var open = rules[rule].root >= 0 ? [rules[rule].root] : []
        while let index = open.popLast() {
            let node = nodes[Int(index)]
            switch node.operation {
            case .all, .any, .none, .atLeast:
                for part in node.children.reversed() { open.append(parts[Int(part)]) }
            case .matched, .rule, .comparison, .nearWords, .nearLines: found.append(node)
            }
        }
        return found
    }
}
