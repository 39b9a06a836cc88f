package import IlkModels

extension GroupWeights {
    /// Returns the weights times a factor. This multiplies all scores by the factor.
    package func multiplied(by factor: Double) -> GroupWeights {
        var result = self
        result.styleFeatures = styleFeatures.map { $0.map { $0 * factor } }
        result.featureGroups = featureGroups.map { $0.map { $0 * factor } }
        result.constants = constants.map { $0 * factor }
        return result
    }
}
