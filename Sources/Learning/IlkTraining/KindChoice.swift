public import IlkModels

/// Which kind of model was taken for a set of texts, and by which figures.
public struct KindChoice: Sendable, Hashable, Codable {
    /// What one kind does on texts left out.
    public struct Figures: Sendable, Hashable, Codable {
        /// The kind.
        public var kind: ModelKind
        /// The share of texts given their own category, 0 ... 1.
        public var accuracy: Double
    }

    /// How much more often a linear model must be right than naive Bayes to be taken: a quarter of a point. Below that
    /// it is a tie, which goes to naive Bayes: its counts can be added to and taken back.
    public static let lead = 0.0025

    /// What was taken.
    public var taken: ModelKind
    /// The figures of both; empty when nothing was compared.
    public var figures: [Figures]
    /// Whether whole sources were left out; else texts.
    public var leftOutSources: Bool
    /// The most bytes that each measured model had; nil where there was no limit.
    public var mostBytes: Int?
    /// Why nothing was compared; nil where both kinds were.
    public var reason: Reason?

    /// Why nothing was compared.
    public enum Reason: String, Sendable, Codable {
        /// There were too few texts to leave any out.
        case fewTexts
        /// There were so many categories that fitting weights to each would not end.
        case manyCategories
        /// No linear model is as small as asked for.
        case noLinearSoSmall
        /// No naive Bayes model is as small as asked for.
        case noBayesSoSmall
    }

    /// What was not taken.
    public var runnerUp: Figures? { figures.first { $0.kind != taken } }

    /// The choice that figures make.
    package init(bayes: Double, linear: Double, leftOutSources: Bool, mostBytes: Int? = nil) {
        taken = linear - bayes > Self.lead ? .linear : .bayes
        figures = [Figures(kind: .bayes, accuracy: bayes), Figures(kind: .linear, accuracy: linear)]
        self.leftOutSources = leftOutSources
        self.mostBytes = mostBytes
    }

    /// A kind that nothing was held against.
    package init(_ kind: ModelKind, for reason: Reason) {
        taken = kind
        figures = []
        leftOutSources = false
        self.reason = reason
    }
}
