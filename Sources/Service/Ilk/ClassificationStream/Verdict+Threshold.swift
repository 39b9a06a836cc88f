package import IlkVocabulary

extension Verdict {
    /// Returns the verdict without predictions below a probability. If none is left, the verdict becomes the
    /// abstention `unsure`. Abstentions do not change, so a low threshold never adds predictions.
    ///
    /// - Parameter threshold: The minimum probability, 0 to 1.
    package func withThreshold(_ threshold: Double) -> Verdict {
        guard abstention == nil, threshold > 0 else { return self }
        var verdict = self
        verdict.categories = categories?.filter { category in
            taxonomy.index(of: category).map { probabilities[$0] >= threshold } ?? false
        }
        if probability < threshold { verdict.abstention = .unsure }
        return verdict
    }
}
