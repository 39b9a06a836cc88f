import IlkVocabulary

/// The syntax tree of a condition, with unresolved names.
struct ConditionSyntax {
    indirect enum Kind {
        case name(String)
        case not(ConditionSyntax)
        /// `and`, `or`, `any(...)`, `all(...)`, `none(...)`, `N of (...)`.
        case group(ConditionNode.Operation, limit: Int32 = 0, [ConditionSyntax])
        case comparison(OperandSyntax, Comparison, OperandSyntax)
        case near(NameSyntax, NameSyntax, Int, NearUnit)
        case rule(NameSyntax)
        /// A clause with a syntax error that was reported.
        case broken
    }

    let kind: Kind
    /// The source range in the condition, in Unicode scalars.
    let range: Range<Int>
}

/// A name and its source range in the condition.
struct NameSyntax {
    let name: String
    let range: Range<Int>
}

/// An operand of a comparison.
struct OperandSyntax {
    enum Kind {
        /// A number and its written unit. Percentages are already divided by 100.
        case number(Double, FeatureUnit?)
        case feature(String)
        case count(NameSyntax)
    }

    let kind: Kind
    let range: Range<Int>
}

/// The unit of a distance.
package enum NearUnit: String, CaseIterable, Sendable {
    case words
    case lines
}
