import IlkRules
import IlkVocabulary

/// Searches for texts that give conditions the required values.
///
/// A condition is decomposed into variables: the count of a matcher, the value of a feature, the order of two
/// numbers, the distance of two matchers, and the result of another rule. The values tried for a variable are
/// the bounds of its range, and the values at and next to the numbers in the condition: 11, 12 and 13 for
/// `wordCount < 12`. Backtracking with Kleene's three-valued logic prunes most assignments. Variables are
/// assumed to be independent except for known implications, so `impossible` is certain but `possible` is not.
struct ConditionSolver {
    /// The result of a search.
    enum Answer {
        case possible
        case impossible
        /// The budget was exhausted.
        case undecided
    }

    /// A clause and its required value.
    struct Goal {
        let node: Int32
        let holds: Bool
    }

    /// The maximum number of assignments of a search.
    private static let budget = 2_000
    /// The maximum number of evaluated clauses in all searches of a solver.
    private static let evaluations = 100_000

    private indirect enum Variable: Hashable {
        case count(Int32)
        case feature(Int32)
        /// The order of two numbers: -1, 0 or 1.
        case relation(Variable, Variable)
        /// The number of words or lines between the nearest matches of two matchers.
        case distance(Int32, Int32, NearUnit)
        case rule(Int32)
        /// A clause that is not evaluated and may have either value.
        case clause(Int32)

        /// The sort key for the operands of a relation.
        var key: (Int, Int32) {
            switch self {
            case .count(let matcher): (0, matcher)
            case .feature(let feature): (1, feature)
            case .relation, .distance, .rule, .clause: (2, 0)
            }
        }
    }

    let world: ConditionContext
    /// Clauses that may have either value.
    var free: Set<Int32> = []

    private var thresholds: [Variable: [Double]] = [:]
    private var values: [Variable: Double] = [:]
    private var pending: Variable?
    private var left = Self.budget
    private var evaluationsLeft = Self.evaluations

    init(_ world: ConditionContext) { self.world = world }

    /// Searches for a text that meets all goals.
    mutating func solve(_ goals: [Goal]) -> Answer {
        thresholds.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        left = Self.budget
        for goal in goals { collect(goal.node) }
        let isPossible = search(goals)
        return isPossible ? .possible : left < 0 ? .undecided : .impossible
    }

    /// Returns the constant value of a clause, or `nil` if it depends on the text or is unknown.
    mutating func constant(_ node: Int32) -> Bool? {
        if solve([Goal(node: node, holds: true)]) == .impossible { return false }
        if solve([Goal(node: node, holds: false)]) == .impossible { return true }
        return nil
    }

    private mutating func search(_ goals: [Goal]) -> Bool {
        left -= 1
        guard left >= 0 else { return false }
        pending = nil
        var isOpen = false
        for goal in goals {
            switch truth(goal.node) {
            case .unknown: isOpen = true
            case .yes: if !goal.holds { return false }
            case .no: if goal.holds { return false }
            }
        }
        guard isOpen, let variable = pending else { return !isOpen }
        for sample in samples(of: variable) {
            values[variable] = sample
            if isConsistent(variable), search(goals) { return true }
            if left < 0 { break }
        }
        values[variable] = nil
        return false
    }

    // MARK: Variables

    private mutating func collect(_ index: Int32) {
        if free.contains(index) { return }
        let node = world.nodes[Int(index)]
        switch node.operation {
        case .matched: thresholds[.count(world.class(of: node.first)), default: []].append(1)
        case .rule: break
        case .nearWords, .nearLines:
            let (first, second) = (world.class(of: node.first), world.class(of: node.second))
            thresholds[.count(first), default: []].append(1)
            thresholds[.count(second), default: []].append(1)
            thresholds[distance(node), default: []].append(Double(node.limit))
        case .comparison:
            switch (node.left, node.right) {
            case (.number, .number): break
            case (.number(let value), let operand), (let operand, .number(let value)):
                if let variable = variable(operand) { thresholds[variable, default: []].append(value) }
            default: break
            }
        case .none, .all, .any, .atLeast:
            for part in world.parts(of: node) { collect(part) }
        }
    }

    private func variable(_ operand: ConditionOperand) -> Variable? {
        switch operand {
        case .number: nil
        case .count(let matcher): .count(world.class(of: matcher))
        case .feature(let feature): .feature(feature)
        }
    }

    private func distance(_ node: ConditionNode) -> Variable {
        let (first, second) = (world.class(of: node.first), world.class(of: node.second))
        return .distance(
            min(first, second), max(first, second), node.operation == .nearWords ? .words : .lines)
    }

    /// Returns the values to try for a variable, the most promising first. For the number of matches of a
    /// matcher this is the largest number, because most clauses are true if their matchers match.
    private func samples(of variable: Variable) -> [Double] {
        let limits = Self.sortedOnce(thresholds[variable] ?? [])
        switch variable {
        case .rule, .clause: return [1, 0]
        case .relation: return [-1, 0, 1]
        case .count(let matcher): return Self.whole(limits, in: world.counts(of: matcher)).reversed()
        case .distance: return Self.whole(limits, in: 0 ... .infinity)
        case .feature(let index):
            guard let feature = TextFeature(rawValue: Int(index)) else { return [0] }
            return feature.isInteger
                ? Self.whole(limits, in: feature.range) : Self.real(limits, in: feature.range)
        }
    }

    private static func whole(_ limits: [Double], in range: ClosedRange<Double>) -> [Double] {
        var samples = [range.lowerBound, range.upperBound]
        for limit in limits {
            samples += [
                limit.rounded(.down) - 1, limit.rounded(.down), limit.rounded(.up), limit.rounded(.up) + 1,
            ]
        }
        return unique(samples, in: range)
    }

    private static func real(_ limits: [Double], in range: ClosedRange<Double>) -> [Double] {
        var samples = [range.lowerBound, range.upperBound] + limits
        for (lower, upper) in zip(limits, limits.dropFirst()) { samples.append(lower + (upper - lower) / 2) }
        if let first = limits.first, let last = limits.last {
            samples.append(
                range.lowerBound.isFinite ? (range.lowerBound + first) / 2 : first - abs(first) - 1)
            samples.append(range.upperBound.isFinite ? (last + range.upperBound) / 2 : last + abs(last) + 1)
        }
        return unique(samples, in: range)
    }

    private static func sortedOnce(_ numbers: [Double]) -> [Double] {
        numbers.sorted().reduce(into: []) { sorted, number in
            if number != sorted.last { sorted.append(number) }
        }
    }

    private static func unique(_ samples: [Double], in range: ClosedRange<Double>) -> [Double] {
        let kept = sortedOnce(samples.filter { $0.isFinite && range.contains($0) })
        return kept.isEmpty ? [range.lowerBound.isFinite ? range.lowerBound : 0] : kept
    }

    /// `true` if the value that was just assigned agrees with the known implications between matchers.
    private func isConsistent(_ variable: Variable) -> Bool {
        guard case .count(let matcher) = variable, let value = values[variable] else { return true }
        if value > 0 {
            return world.implied(by: matcher).allSatisfy { values[.count($0)] ?? 1 > 0 }
        }
        return world.implying(matcher).allSatisfy { values[.count($0)] ?? 0 == 0 }
    }

    // MARK: Clauses

    private mutating func value(_ variable: Variable) -> Double? {
        if let value = values[variable] { return value }
        if pending == nil { pending = variable }
        return nil
    }

    private mutating func truth(_ index: Int32) -> Truth {
        evaluationsLeft -= 1
        guard evaluationsLeft > 0 else {
            left = -1
            return .unknown
        }
        if free.contains(index) { return value(.clause(index)).map { Truth($0 > 0) } ?? .unknown }
        let node = world.nodes[Int(index)]
        switch node.operation {
        case .matched: return isFound(world.class(of: node.first))
        case .rule: return value(.rule(node.first)).map { Truth($0 > 0) } ?? .unknown
        case .nearWords, .nearLines:
            let (first, second) = (world.class(of: node.first), world.class(of: node.second))
            let isFound = Self.both(isFound(first), isFound(second))
            // A matcher is always near itself.
            if first == second || isFound == .no { return isFound }
            let isNear = value(distance(node)).map { Truth($0 <= Double(node.limit)) } ?? .unknown
            return Self.both(isFound, isNear)
        case .comparison: return compare(node)
        case .any: return group(node, atLeast: 1)
        case .none: return group(node, atLeast: 1).negated
        case .all: return group(node, atLeast: node.children.count)
        case .atLeast: return group(node, atLeast: Int(node.limit))
        }
    }

    private static func both(_ left: Truth, _ right: Truth) -> Truth {
        left == .no || right == .no ? .no : left == .yes && right == .yes ? .yes : .unknown
    }

    private mutating func isFound(_ matcher: Int32) -> Truth {
        value(.count(matcher)).map { Truth($0 > 0) } ?? .unknown
    }

    private mutating func compare(_ node: ConditionNode) -> Truth {
        switch (node.left, node.right) {
        case (.number(let left), .number(let right)): return Truth(node.comparison.isTrue(left, right))
        case (.number(let number), let other): return compare(other, node.comparison.mirrored, number)
        case (let other, .number(let number)): return compare(other, node.comparison, number)
        default: break
        }
        guard let left = variable(node.left), let right = variable(node.right) else { return .unknown }
        if left == right { return Truth(node.comparison.isTrue(0, 0)) }
        let isMirrored = right.key < left.key
        let relation = isMirrored ? Variable.relation(right, left) : .relation(left, right)
        guard let value = value(relation) else { return .unknown }
        return Truth(node.comparison.isTrue(isMirrored ? -value : value, 0))
    }

    private mutating func compare(
        _ measured: ConditionOperand, _ comparison: Comparison, _ number: Double
    ) -> Truth {
        guard let variable = variable(measured), let value = value(variable) else { return .unknown }
        return Truth(comparison.isTrue(value, number))
    }

    private mutating func group(_ node: ConditionNode, atLeast limit: Int) -> Truth {
        Truth(atLeast: limit, of: world.parts(of: node).map { truth($0) })
    }
}
