/// The results of the active version and of a candidate on one labeled text that neither version has learned.
package struct GateText: Sendable, Hashable {
    /// The name of the sample that the text belongs to, such as ``GateSample/auditSample``.
    package var sample: String
    /// `true` if the active version is correct.
    package var activeIsCorrect: Bool
    /// `true` if the candidate is correct.
    package var candidateIsCorrect: Bool
    /// The difference in probability between the two most probable labels when the text was logged, 0 … 1, or
    /// `nil` if unknown.
    package var margin: Double?
    /// The number of corrections that were made after the text was corrected.
    package var age: Int

    package init(
        sample: String, activeIsCorrect: Bool, candidateIsCorrect: Bool, margin: Double? = nil, age: Int = 0
    ) {
        self.sample = sample
        self.activeIsCorrect = activeIsCorrect
        self.candidateIsCorrect = candidateIsCorrect
        self.margin = margin
        self.age = age
    }

    /// 1 if only the candidate is correct, -1 if only the active version is, otherwise 0.
    var change: Double { (candidateIsCorrect ? 1 : 0) - (activeIsCorrect ? 1 : 0) }
}
