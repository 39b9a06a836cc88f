import IlkRules
import IlkVocabulary

/// Finds conditions and clauses that have the same value for every text.
struct ConditionLint {
    private var solver: ConditionSolver
    private let root: Int32
    private let text: LocatedText?
    private let id: LocatedText
    private let source: SourceText
    private var reported: Set<Int32> = []
    private let isImpossible: Bool
    private let rootConstant: Bool?

    /// Reports the clauses of a rule's condition that have the same value for every text.
    ///
    /// - Parameter text: The condition as written, or `nil` if all matchers must match.
    /// - Returns: The constant value of the whole condition, or `nil` if it depends on
    ///   the text or is unknown.
    static func check(
        _ root: Int32, in world: ConditionContext, text: LocatedText?, id: LocatedText, source: SourceText,
        _ diagnostics: inout DiagnosticList
    ) -> Bool? {
        guard isWorthwhile(root, world) else { return nil }
        var lint = ConditionLint(root, in: world, text: text, id: id, source: source)
        _ = lint.visit(root, &diagnostics)
        lint.checkRest(&diagnostics)
        return lint.rootConstant
    }

    private init(
        _ root: Int32, in world: ConditionContext, text: LocatedText?, id: LocatedText, source: SourceText
    ) {
        solver = ConditionSolver(world)
        self.root = root
        self.text = text
        self.id = id
        self.source = source
        rootConstant = solver.constant(root)
        isImpossible = rootConstant == false
    }

    /// `true` if a clause can be constant, for example because a matcher occurs twice or a number is out of
    /// range. This cheap test excludes most conditions.
    private static func isWorthwhile(_ root: Int32, _ world: ConditionContext) -> Bool {
        let mentions = world.mentions(of: root)
        return mentions.hasRelations || !world.implications.isEmpty || repeats(mentions.matchers)
            || repeats(mentions.rules) || comparesRepeatedly(mentions.features, root, world)
            || comparesOutOfRange(root, world)
    }

    private static func repeats(_ numbers: [Int32]) -> Bool {
        guard numbers.count > 1 else { return false }
        let sorted = numbers.sorted()
        return zip(sorted, sorted.dropFirst()).contains { $0 == $1 }
    }

    /// `true` if a feature is compared more than once. A nonempty range such as `lines > 3 and lines < 9`
    /// does not count.
    private static func comparesRepeatedly(_ features: [Int32], _ root: Int32, _ world: ConditionContext)
        -> Bool
    {
        guard repeats(features) else { return false }
        return Set(features).contains { feature in
            let count = features.count { $0 == feature }
            return count > 1 && !isBand(feature, count, root, world)
        }
    }

    /// `true` if all comparisons of a feature are operands of one `and` and define a nonempty range.
    private static func isBand(
        _ feature: Int32, _ count: Int, _ index: Int32, _ world: ConditionContext
    ) -> Bool {
        let node = world.nodes[Int(index)]
        guard node.operation != .comparison else { return false }
        let parts = world.parts(of: node)
        var (lower, upper) = (-Double.infinity, Double.infinity)
        var found = 0
        for part in parts where node.operation == .all {
            guard let bound = bound(of: feature, world.nodes[Int(part)]) else { continue }
            found += 1
            switch bound.comparison {
            case .greater, .greaterOrEqual: lower = max(lower, bound.number)
            case .less, .lessOrEqual: upper = min(upper, bound.number)
            case .equal, .notEqual: return false
            }
        }
        guard found > 0 else { return parts.contains { isBand(feature, count, $0, world) } }
        let isWhole = TextFeature(rawValue: Int(feature))?.isInteger ?? true
        return found == count && upper - lower > (isWhole ? 1 : 0)
    }

    /// Returns the comparison of a feature with a number in a clause, if it is one.
    private static func bound(
        of feature: Int32, _ node: ConditionNode
    ) -> (comparison: Comparison, number: Double)? {
        guard node.operation == .comparison else { return nil }
        switch (node.left, node.right) {
        case (.feature(feature), .number(let number)): return (node.comparison, number)
        case (.number(let number), .feature(feature)): return (node.comparison.mirrored, number)
        default: return nil
        }
    }

    private static func comparesOutOfRange(_ index: Int32, _ world: ConditionContext) -> Bool {
        let node = world.nodes[Int(index)]
        guard node.operation == .comparison else {
            return world.parts(of: node).contains { comparesOutOfRange($0, world) }
        }
        switch (node.left, node.right) {
        case (.number(let number), let other): return !depends(other, node.comparison.mirrored, number, world)
        case (let other, .number(let number)): return !depends(other, node.comparison, number, world)
        default: return true
        }
    }

    /// `true` if the comparison is certainly true for some texts and false for others. `false` if this is not
    /// certain.
    private static func depends(
        _ operand: ConditionOperand, _ comparison: Comparison, _ number: Double, _ world: ConditionContext
    ) -> Bool {
        let range: ClosedRange<Double>
        let isWhole: Bool
        switch operand {
        case .number: return false
        case .count(let matcher): (range, isWhole) = (world.counts(of: matcher), true)
        case .feature(let index):
            guard let feature = TextFeature(rawValue: Int(index)) else { return false }
            (range, isWhole) = (feature.range, feature.isInteger)
        }
        guard range.contains(number), !isWhole || number == number.rounded() else { return false }
        switch comparison {
        case .equal, .notEqual: return true
        case .greaterOrEqual, .less: return number > range.lowerBound
        case .greater, .lessOrEqual: return number < range.upperBound
        }
    }

    // MARK: Clauses

    /// Reports the innermost constant clauses. Returns `true` if there are any.
    private mutating func visit(_ index: Int32, _ diagnostics: inout DiagnosticList) -> Bool {
        guard Self.isWorthwhile(index, solver.world) else { return false }
        let node = solver.world.nodes[Int(index)]
        var isTold = false
        for part in solver.world.parts(of: node) where visit(part, &diagnostics) { isTold = true }
        if isTold { return true }
        guard let constant = index == root ? rootConstant : solver.constant(index) else { return false }
        reported.insert(index)
        report(index, constant, &diagnostics)
        return true
    }

    /// Reports the whole condition if it is constant for any values of the clauses that were already
    /// reported.
    private mutating func checkRest(_ diagnostics: inout DiagnosticList) {
        guard let rootConstant, !reported.contains(root) else { return }
        solver.free = reported
        defer { solver.free = [] }
        if solver.constant(root) == rootConstant { report(root, rootConstant, &diagnostics) }
    }

    private func report(_ index: Int32, _ constant: Bool, _ diagnostics: inout DiagnosticList) {
        let node = solver.world.nodes[Int(index)]
        let isRange = node.operation == .comparison && Self.range(node, solver.world) != nil
        let code: RuleDiagnosticCode = isRange ? .outOfRange : constant ? .alwaysTrue : .neverTrue
        let what = index == root ? "the condition" : "this clause"
        let message = "\(what) \(constant ? "is always true" : "can never be true")"
        let hint =
            isRange
            ? Self.range(node, solver.world)
            : index == root && constant ? "the rule matches every text" : nil
        // A condition that is never true is an error.
        let severity: RuleDiagnostic.Severity = isImpossible ? .error : .warning
        guard let text, !node.range.isEmpty else {
            return diagnostics.report(
                code, severity, in: source, at: id.position, length: id.caretLength, message, hint: hint)
        }
        diagnostics.report(
            code, severity, in: source,
            at: text.position(ofScalarAt: Int(node.range.lowerBound), in: source),
            length: max(1, node.range.count), message, hint: hint)
    }

    // MARK: Ranges

    /// Describes the range of the feature or count that a clause compares with a number. Returns `nil` for
    /// other comparisons.
    private static func range(_ node: ConditionNode, _ world: ConditionContext) -> String? {
        switch (node.left, node.right) {
        case (.number(let number), .feature(let feature)), (.feature(let feature), .number(let number)):
            return TextFeature(rawValue: Int(feature)).map { range(of: $0, against: number) }
        case (.number, .count(let matcher)), (.count(let matcher), .number):
            return "a count is a whole number, 0 to \(Int(world.counts(of: matcher).upperBound))"
        default: return nil
        }
    }

    private static func range(of feature: TextFeature, against number: Double) -> String {
        let range = feature.range
        if feature.unit == .percent, number > 1, number <= 100 {
            return "'\(feature.name)' is 0 to 1: did you mean \(written(number)) %?"
        }
        if feature.unit == .flag { return "'\(feature.name)' is 0 or 1" }
        let what = feature.isInteger ? "a whole number, " : ""
        if range.lowerBound.isInfinite { return "'\(feature.name)' is at most \(written(range.upperBound))" }
        return range.upperBound.isFinite
            ? "'\(feature.name)' is \(what)\(written(range.lowerBound)) to \(written(range.upperBound))"
            : "'\(feature.name)' is \(what)\(written(range.lowerBound)) or more"
    }

    private static func written(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
