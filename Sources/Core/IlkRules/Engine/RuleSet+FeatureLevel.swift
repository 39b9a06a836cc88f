public import IlkText
import IlkVocabulary

extension RuleSet {
    /// The level of features that text analysis must measure for these rules. All features are needed in two
    /// cases: a condition compares a feature that is measured only on request, or a matcher tests the
    /// language.
    ///
    /// - Complexity: O(*n*) in the number of clauses. Read the property once, not for every text.
    public var featureLevel: FeatureLevel {
        let asks = program.nodes.contains { node in
            node.operation == .comparison && [node.left, node.right].contains { $0.isOnRequest }
        }
        let isInUse = program.matchers.contains { $0.kind == .language }
        return asks || isInUse ? .all : .classification
    }
}

extension ConditionOperand {
    fileprivate var isOnRequest: Bool {
        guard case .feature(let place) = self else { return false }
        return TextFeature(rawValue: Int(place))?.isOnRequest ?? false
    }
}
