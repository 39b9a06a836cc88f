/// Static analysis of conditions.
struct ConditionAnalysis {
    let nodes: [ConditionNode]
    let parts: [Int32]
    let matchers: [CompiledMatcher]
    let nearness: [NearRequirement]

    // MARK: Evaluation without findings

    /// Evaluates a condition under the assumption that the text contains none of the literals and words of
    /// its matchers. Returns `unknown` if the result also depends on other properties of the text.
    func valueWithoutFindings(_ index: Int32) -> Truth {
        let node = nodes[Int(index)]
        switch node.operation {
        case .matched: return isSilent(node.first) ? .no : .unknown
        case .rule: return .unknown
        case .nearWords, .nearLines: return isSilent(node.first) || isSilent(node.second) ? .no : .unknown
        case .comparison:
            guard let left = silent(node.left), let right = silent(node.right) else { return .unknown }
            return Truth(node.comparison.isTrue(left, right))
        case .none: return group(node, atLeast: 1).negated
        case .any: return group(node, atLeast: 1)
        case .all: return group(node, atLeast: node.children.count)
        case .atLeast: return group(node, atLeast: Int(node.limit))
        }
    }

    private func isSilent(_ matcher: Int32) -> Bool {
        var matcher = Int(matcher)
        // A matcher cannot match if the target of its `near` link cannot. Chains of links are short.
        while !matchers[matcher].isGated {
            let near = matchers[matcher].near
            guard near >= 0 else { return false }
            matcher = Int(nearness[Int(near)].matcher)
        }
        return true
    }

    private func silent(_ operand: ConditionOperand) -> Double? {
        switch operand {
        case .number(let value): value
        case .feature: nil
        case .count(let matcher): isSilent(matcher) ? 0 : nil
        }
    }

    private func group(_ node: ConditionNode, atLeast limit: Int) -> Truth {
        let parts = parts[Int(node.children.lowerBound)..<Int(node.children.upperBound)]
        return Truth(atLeast: limit, of: parts.map(valueWithoutFindings))
    }

    /// Returns the comparisons of a feature with a number that must be true for the condition to be true.
    func checks(_ root: Int32) -> [FeatureCheck] {
        let node = nodes[Int(root)]
        switch (node.operation, node.left, node.right) {
        case (.all, _, _):
            return parts[Int(node.children.lowerBound)..<Int(node.children.upperBound)].flatMap(checks)
        case (.comparison, .feature(let feature), .number(let value)):
            return [FeatureCheck(feature: feature, comparison: node.comparison, value: value)]
        case (.comparison, .number(let value), .feature(let feature)):
            return [FeatureCheck(feature: feature, comparison: node.comparison.mirrored, value: value)]
        default: return []
        }
    }

    /// The matchers whose matches are counted or whose distances are measured.
    var measuredMatchers: Set<Int32> {
        var found: Set<Int32> = []
        for (index, matcher) in matchers.enumerated() where matcher.near >= 0 {
            found.formUnion([Int32(index), nearness[Int(matcher.near)].matcher])
        }
        for node in nodes {
            switch node.operation {
            case .nearWords, .nearLines: found.formUnion([node.first, node.second])
            case .comparison:
                for case .count(let matcher) in [node.left, node.right] { found.insert(matcher) }
            case .matched, .rule, .none, .all, .any, .atLeast: break
            }
        }
        return found
    }

    // MARK: Evidence

    /// Returns the matchers whose spans are evidence: the matchers that are not negated, without language
    /// matchers. A matcher in an even number of `not` and `none` is not negated.
    func evidenceMatchers(_ root: Int32) -> [Int32] {
        var found: [Int32] = []
        collect(root, isNegated: false, &found)
        // A language matcher covers the whole text, so its span is no evidence.
        return Array(Set(found)).filter { matchers[Int($0)].kind != .language }.sorted()
    }

    private func collect(_ index: Int32, isNegated: Bool, _ found: inout [Int32]) {
        let node = nodes[Int(index)]
        switch node.operation {
        case .rule: break
        case .matched: if !isNegated { found.append(node.first) }
        case .nearWords, .nearLines: if !isNegated { found += [node.first, node.second] }
        case .comparison:
            for case .count(let matcher) in [node.left, node.right] where !isNegated { found.append(matcher) }
        case .none, .any, .all, .atLeast:
            for part in parts[Int(node.children.lowerBound)..<Int(node.children.upperBound)] {
                collect(part, isNegated: isNegated != (node.operation == .none), &found)
            }
        }
    }
}

extension Comparison {
    /// `true` if the comparison of two numbers is true. With NaN, only `!=` is true.
    @inline(__always)
    package func isTrue(_ left: Double, _ right: Double) -> Bool {
        let order: UInt8 = left < right ? 1 : left > right ? 4 : left == right ? 2 : 8
        return ways & order != 0
    }

    /// The orderings for which the comparison is true, as a bit mask: 1 less, 2 equal, 4 greater, 8 unordered
    /// (NaN).
    @inline(__always)
    private var ways: UInt8 {
        switch self {
        case .less: 0b0001
        case .lessOrEqual: 0b0011
        case .greater: 0b0100
        case .greaterOrEqual: 0b0110
        case .equal: 0b0010
        case .notEqual: 0b1101
        }
    }
}
