/// One clause of a compiled condition. All clauses of a rule set lie in one array; parts are found by index.
package struct ConditionNode: Sendable {
    package enum Operation: UInt8, Sendable {
        /// The matcher `first` matches.
        case matched
        /// The rule `first` holds.
        case rule
        /// None of the parts holds.
        case none
        case all
        case any
        /// At least `limit` parts hold.
        case atLeast
        /// Compares `left` with `right`.
        case comparison
        /// Matches of `first` and `second` stand at most `limit` words apart.
        case nearWords
        /// Matches of `first` and `second` stand at most `limit` lines apart.
        case nearLines
    }

    package var operation: Operation
    package var first: Int32 = 0
    package var second: Int32 = 0
    package var limit: Int32 = 0
    /// The places of the parts in ``RuleProgram/parts``.
    package var parts: Range<Int32> = 0..<0
    package var left = ConditionOperand.number(0)
    package var comparison = Comparison.equal
    package var right = ConditionOperand.number(0)
    /// Its place in the condition as written, in Unicode scalars; empty where it was not written.
    package var range: Range<Int32> = 0..<0
}

/// A number in a compiled condition.
package enum ConditionOperand: Sendable {
    case number(Double)
    /// The place of a feature in `TextFeatures`.
    case feature(Int32)
    /// How often a matcher matches.
    case count(Int32)
}

/// Whether something holds: also when an expression gave up, so that nobody knows.
package enum Truth: UInt8, Sendable, BitwiseCopyable {
    case no
    case yes
    case unknown

    package init(_ value: Bool) { self = value ? .yes : .no }

    /// Whether at least so many of some clauses hold.
    package init(atLeast limit: Int, of truths: [Truth]) {
        let holding = truths.count { $0 == .yes }
        let open = truths.count { $0 == .unknown }
        self = holding >= limit ? .yes : holding + open >= limit ? .unknown : .no
    }

    /// The opposite; unknown stays unknown (Kleene 1938).
    package var negated: Truth {
        switch self {
        case .no: .yes
        case .yes: .no
        case .unknown: .unknown
        }
    }
}
