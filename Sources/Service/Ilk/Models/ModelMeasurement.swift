package import IlkLearning

/// The evaluations of a new model and of the active version on the same texts.
package struct ModelMeasurement {
    /// The evaluation of the new model.
    package let new: Evaluation
    /// The evaluation of the active version, or `nil` if there is no active version or it may have learned
    /// the texts.
    package let active: Evaluation?
    /// The name by which messages refer to the texts.
    package let texts: String

    package init(new: Evaluation, active: Evaluation?, on texts: String) {
        self.new = new
        self.active = active
        self.texts = texts
    }

    /// The reason to keep the active version if McNemar's exact test shows that the new model is worse.
    /// Otherwise `nil`.
    package var objection: String? {
        guard let comparison = active?.compared(with: new), comparison.difference < 0,
            comparison.pValue < 0.05
        else { return nil }
        return
            "only the active version is right on \(comparison.onlyFirstRight) \(texts), "
            + "only the new version on \(comparison.onlySecondRight)"
    }
}
