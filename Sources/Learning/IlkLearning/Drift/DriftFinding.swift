public import IlkVocabulary

/// The comparison of one monitored figure between two sets of texts.
public struct DriftFinding: Sendable, Hashable, Codable {
    /// A monitored figure.
    public enum Figure: Sendable, Hashable, Codable {
        /// The share of a category.
        case label(Category)
        /// The out-of-vocabulary rate: the share of words that the model does not know.
        case outOfVocabularyRate
        /// The share of abstentions.
        case abstention
        /// The accuracy minus the mean stated probability.
        case calibration
    }

    /// The compared figure.
    public var watched: Figure
    /// The value of the figure in the reference texts, as a share. For the calibration, it is 0.
    public var before: Double
    /// The current value of the figure, as a share.
    public var now: Double
    /// The two-sided *p*-value of the difference, 0 ... 1.
    public var pValue: Double
    /// `true` if the figure has drifted: the difference is at least ``DriftTest/minimumDrift`` and is
    /// significant after the correction for the number of figures.
    public var hasMoved: Bool
}
