public import IlkText
import IlkVocabulary

extension RuleSet {
    /// How much must be measured of a text for these rules: all features when a condition compares one that is measured
    /// on request only, or a matcher asks for the language.
    ///
    /// - Complexity: Linear in the number of clauses: ask once, not for every text.
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
