import IlkVocabulary

/// A condition as it was written, names not yet looked up.
struct ConditionSyntax {
    indirect enum Kind {
        /// A matcher's name.
        case name(String)
        case not(ConditionSyntax)
        /// `and`, `or`, `any(...)`, `all(...)`, `none(...)`, `N of (...)`.
        case group(ConditionNode.Operation, limit: Int32 = 0, [ConditionSyntax])
        case comparison(OperandSyntax, Comparison, OperandSyntax)
        case near(NameSyntax, NameSyntax, Int, NearUnit)
        case rule(NameSyntax)
        /// What was not understood, and was told of.
        case broken
    }

    let kind: Kind
    /// Its place in the condition, in Unicode scalars.
    let range: Range<Int>
}

/// A name and its place in the condition.
struct NameSyntax {
    let name: String
    let range: Range<Int>
}

/// A number in a condition.
struct OperandSyntax {
    enum Kind {
        /// A number, and the unit that was written behind it. Parts of a hundred are parts of 1 already.
        case number(Double, FeatureUnit?)
        case feature(String)
        case count(NameSyntax)
    }

    let kind: Kind
    let range: Range<Int>
}

/// What distances are counted in.
package enum NearUnit: String, CaseIterable, Sendable {
    case words
    case lines
}
