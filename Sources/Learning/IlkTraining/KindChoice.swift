public import IlkModels

/// The chosen type of model for a set of training texts, and the figures on which the choice is based.
public struct KindChoice: Sendable, Hashable {
    /// The cross-validated accuracy of one type.
    public struct Figures: Sendable, Hashable {
        /// The type of model.
        public var kind: ModelKind
        /// The share of held-out texts that are predicted correctly, 0 ... 1.
        public var accuracy: Double
    }

    /// The minimum lead in accuracy for choosing the linear model: a quarter of a percentage point. The
    /// linear model is chosen if its accuracy exceeds the accuracy of the Bayes model by more. Otherwise the
    /// Bayes model is chosen, because it contains counts, so it can be merged and fine-tuned.
    public static let lead = 0.0025

    /// The selected type of model.
    public var selected: ModelKind
    /// The figures of both types, or an empty array if the types were not compared.
    public var figures: [Figures]
    /// `true` if whole sources were held out, `false` if single texts were held out.
    public var leaveOneSourceOut: Bool
    /// The size limit in bytes that applied to each evaluated model, or `nil` without a limit.
    public var mostBytes: Int?
    /// The reason why the types were not compared, or `nil` if they were compared.
    public var reason: Reason?

    /// The reason why the types were not compared.
    public enum Reason: String, Sendable {
        /// There are too few texts for cross-validation.
        case fewTexts
        /// There are too many categories to fit a linear model in reasonable time.
        case manyCategories
        /// No linear model fits the size limit.
        case noLinearSoSmall
        /// No Bayes model fits the size limit.
        case noBayesSoSmall
        /// The time limit was reached before the types were compared.
        case timeLimit
    }

    /// The figures of the type that was not chosen, or `nil` if the types were not compared.
    public var runnerUp: Figures? { figures.first { $0.kind != selected } }

    package init(bayes: Double, linear: Double, leaveOneSourceOut: Bool, mostBytes: Int? = nil) {
        selected = linear - bayes > Self.lead ? .linear : .bayes
        figures = [Figures(kind: .bayes, accuracy: bayes), Figures(kind: .linear, accuracy: linear)]
        self.leaveOneSourceOut = leaveOneSourceOut
        self.mostBytes = mostBytes
    }

    package init(_ kind: ModelKind, for reason: Reason) {
        selected = kind
        figures = []
        leaveOneSourceOut = false
        self.reason = reason
    }
}
