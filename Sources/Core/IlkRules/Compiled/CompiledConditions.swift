import IlkVocabulary

/// The validated conditions of a compiled rule file. No clause and no rule depends on itself.
struct CompiledConditions {
    typealias Section = CompiledRulesFile.Section

    let nodes: [ConditionNode]
    let parts: [Int32]
    let checks: [FeatureCheck]
    let rules: [CompiledRule]

    /// The maximum nesting of clauses, which is more than a written condition can have.
    private static let depth = 4 * RuleLimits.conditionDepth

    /// Reads and validates the conditions.
    init(_ reader: CompiledRulesReader, matchers: Int) throws(FormatError) {
        parts = reader.file.numbers(.parts, as: Int32.self)
        nodes = try Self.nodes(reader, parts, matchers)
        checks = try Self.checks(reader)
        rules = try Self.rules(reader, nodes.count, checks.count, parts, matchers)
        try checkCycles(reader)
    }

    private static func nodes(
        _ reader: CompiledRulesReader, _ parts: [Int32], _ matchers: Int
    ) throws(FormatError) -> [ConditionNode] {
        let comparisons = Comparison.allCases
        let rules = reader.file.count(.rules)
        var depths: [UInt16] = []
        depths.reserveCapacity(reader.file.count(.nodes))
        return try reader.records(.nodes) { (at, index) throws(FormatError) in
            let file = reader.file
            let comparison = Int(file.load(UInt8.self, at + 1))
            guard let operation = ConditionNode.Operation(rawValue: file.load(UInt8.self, at)),
                comparison < comparisons.count
            else { throw reader.malformed(.nodes, index, "a clause has an unknown operation") }
            var node = ConditionNode(operation: operation)
            node.first = file.load(Int32.self, at + 4)
            node.second = file.load(Int32.self, at + 8)
            node.limit = file.load(Int32.self, at + 12)
            node.children = try reader.range(at: at + 16, within: parts.count, .nodes, index)
            node.range = try reader.range(at: at + 24, within: Int(Int32.max), .nodes, index)
            node.comparison = comparisons[comparison]
            node.left = try operand(reader, at + 2, at + 32, matchers, index)
            node.right = try operand(reader, at + 3, at + 40, matchers, index)
            guard hasValidOperands(node, matchers: matchers, rules: rules) else {
                throw reader.malformed(
                    .nodes, index, "a clause refers to a matcher or a rule that does not exist")
            }
            var depth: UInt16 = 0
            for part in parts[Int(node.children.lowerBound)..<Int(node.children.upperBound)] {
                guard part >= 0, part < index else {
                    throw reader.malformed(.nodes, index, "a clause contains itself")
                }
                depth = max(depth, depths[Int(part)] + 1)
            }
            guard depth <= Self.depth else {
                throw reader.malformed(.nodes, index, "clauses are nested too deeply")
            }
            depths.append(depth)
            return node
        }
    }

    /// `true` if a clause has valid operands for its operation, and children only if they are allowed.
    private static func hasValidOperands(_ node: ConditionNode, matchers: Int, rules: Int) -> Bool {
        let isFirst = node.first >= 0 && node.first < matchers
        switch node.operation {
        case .matched: return isFirst && node.children.isEmpty
        case .rule: return node.first >= 0 && node.first < rules && node.children.isEmpty
        case .nearWords, .nearLines:
            return isFirst && node.second >= 0 && node.second < matchers && node.limit >= 0
                && node.limit <= 10_000 && node.children.isEmpty
        case .comparison: return node.children.isEmpty
        case .none, .all, .any: return true
        case .atLeast: return node.limit >= 0
        }
    }

    private static func operand(
        _ reader: CompiledRulesReader, _ kind: Int, _ value: Int, _ matchers: Int, _ index: Int
    ) throws(FormatError) -> ConditionOperand {
        let bits = reader.file.load(UInt64.self, value)
        switch reader.file.load(UInt8.self, kind) {
        case 0 where Double(bitPattern: bits).isFinite: return .number(Double(bitPattern: bits))
        case 1 where bits < UInt64(TextFeature.allCases.count): return .feature(Int32(bits))
        case 2 where bits < UInt64(matchers): return .count(Int32(bits))
        default: throw reader.malformed(.nodes, index, "an operand of a comparison is not a number")
        }
    }

    private static func checks(_ reader: CompiledRulesReader) throws(FormatError) -> [FeatureCheck] {
        let comparisons = Comparison.allCases
        return try reader.records(.checks) { (at, index) throws(FormatError) in
            let feature = reader.file.load(Int32.self, at)
            let comparison = Int(reader.file.load(UInt32.self, at + 4))
            let value = Double(bitPattern: reader.file.load(UInt64.self, at + 8))
            guard feature >= 0, feature < TextFeature.allCases.count, comparison < comparisons.count,
                value.isFinite
            else { throw reader.malformed(.checks, index, "a comparison refers to an unknown feature") }
            return FeatureCheck(feature: feature, comparison: comparisons[comparison], value: value)
        }
    }

    private static func rules(
        _ reader: CompiledRulesReader, _ nodes: Int, _ checks: Int, _ parts: [Int32], _ matchers: Int
    ) throws(FormatError) -> [CompiledRule] {
        try reader.records(.rules) { (at, index) throws(FormatError) in
            let root = reader.file.load(Int32.self, at)
            guard root >= -1, root < nodes else {
                throw reader.malformed(.rules, index, "a rule has no condition")
            }
            let evidence = try reader.range(at: at + 16, within: parts.count, .rules, index)
            for part in parts[Int(evidence.lowerBound)..<Int(evidence.upperBound)]
            where part < 0 || part >= matchers {
                throw reader.malformed(.rules, index, "a rule refers to an unknown matcher")
            }
            return CompiledRule(
                root: root, isAlwaysTried: reader.file.load(UInt8.self, at + 4) & 1 != 0 && root >= 0,
                checks: try reader.range(at: at + 8, within: checks, .rules, index), evidence: evidence)
        }
    }

    /// Throws an error if a rule depends on itself. Most packs have no `rule(...)` clause.
    private func checkCycles(_ reader: CompiledRulesReader) throws(FormatError) {
        guard nodes.contains(where: { $0.operation == .rule }) else { return }
        let lengths = try CycleDetection.run(nodes.count) {
            below(nodes[$0], $1)
        } report: {
            (circle, _) throws(FormatError) in
            throw reader.malformed(.nodes, circle[circle.count - 1], "rules depend on each other in a cycle")
        }
        if let deep = lengths.firstIndex(where: { $0 > RuleLimits.ruleChain * 2 * RuleLimits.conditionDepth })
        {
            throw reader.malformed(.nodes, deep, "the conditions of the rules are nested too deeply")
        }
    }

    /// Returns the child of a clause at an index, or `nil` if the clause has no more children. The child of a
    /// `rule` clause is the root of that rule's condition, or -1 if that rule has no condition.
    private func below(_ node: ConditionNode, _ index: Int) -> Int? {
        if node.operation == .rule { return index == 0 ? Int(rules[Int(node.first)].root) : nil }
        return index < node.children.count ? Int(parts[Int(node.children.lowerBound) + index]) : nil
    }
}
