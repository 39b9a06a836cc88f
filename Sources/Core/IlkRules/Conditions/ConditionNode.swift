/// One clause of a compiled condition. The clauses of all rules are in one array, and a clause refers to its
/// children by index.
package struct ConditionNode: Sendable {
    package enum Operation: UInt8, Sendable {
        /// The matcher `first` matches.
        case matched
        /// The rule `first` matches.
        case rule
        /// The clause is true if no child is true.
        case none
        case all
        case any
        /// The clause is true if at least `limit` children are true.
        case atLeast
        /// The clause compares `left` with `right`.
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
    /// The child clauses, as a range of ``RuleProgram/parts``.
    package var children: Range<Int32> = 0..<0
    package var left = ConditionOperand.number(0)
    package var comparison = Comparison.equal
    package var right = ConditionOperand.number(0)
    /// The range of the clause in the text of the condition, in Unicode scalars. The range is empty for
    /// generated clauses.
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

/// A truth value in Kleene's three-valued logic. The value is `unknown` if a regular expression reached its
/// step limit.
package enum Truth: UInt8, Sendable, BitwiseCopyable {
    case no
    case yes
    case unknown

    package init(_ value: Bool) { self = value ? .yes : .no }

    /// Combines the values of clauses. The result is `yes` if at least `limit` of the values are `yes`, and
    /// `unknown` if it depends on `unknown` values.
    package init(atLeast limit: Int, of truths: [Truth]) {
        let holding = truths.count { $0 == .yes }
        let open = truths.count { $0 == .unknown }
        self = holding >= limit ? .yes : holding + open >= limit ? .unknown : .no
    }

    /// The negation in Kleene's logic. The negation of `unknown` is `unknown`.
    package var negated: Truth {
        switch self {
        case .no: .yes
        case .yes: .no
        case .unknown: .unknown
        }
    }
}
