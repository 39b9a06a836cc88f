/// One clause of a compiled condition, in an array for all rules. Children are found by index.
package struct ConditionNode: Sendable {
    package enum Operation: UInt8, Sendable {
        /// The matcher `first` matches.
        case matched
        /// The rule `first` matches.
        case rule
        /// True if no child is true.
        case none
        case all
        case any
        /// True if at least `limit` children are true.
        case atLeast
        /// Compares `left` with `right`.
        case comparison
        /// A match of `first` and a match of `second` are at most `limit` words apart.
        case nearWords
        /// A match of `first` and a match of `second` are at most `limit` lines apart.
        case nearLines
    }

    package var operation: Operation
    package var first: Int32 = 0
    package var second: Int32 = 0
    package var limit: Int32 = 0
    /// The children, as a range of ``RuleProgram/parts``.
    package var children: Range<Int32> = 0..<0
    package var left = ConditionOperand.number(0)
    package var comparison = Comparison.equal
    package var right = ConditionOperand.number(0)
    /// The source range in the condition, in Unicode scalars. Empty for generated clauses.
    package var range: Range<Int32> = 0..<0
}

/// An operand of a comparison in a compiled condition.
package enum ConditionOperand: Sendable {
    case number(Double)
    /// The index of a feature in `TextFeatures`.
    case feature(Int32)
    /// The number of matches of a matcher.
    case count(Int32)
}

/// A truth value in Kleene's three-valued logic. `unknown` if an expression reached its step limit.
package enum Truth: UInt8, Sendable, BitwiseCopyable {
    case no
    case yes
    case unknown

    package init(_ value: Bool) { self = value ? .yes : .no }

    /// Combines clauses: `yes` if at least `limit` of them are true.
    package init(atLeast limit: Int, of truths: [Truth]) {
        let holding = truths.count { $0 == .yes }
        let open = truths.count { $0 == .unknown }
        self = holding >= limit ? .yes : holding + open >= limit ? .unknown : .no
    }

    /// The Kleene negation. It leaves `unknown` unchanged.
    package var negated: Truth {
        switch self {
        case .no: .yes
        case .yes: .no
        case .unknown: .unknown
        }
    }
}
