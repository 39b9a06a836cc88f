/// The number of correct predictions among reviewed texts.
public struct PredictionTally: Sendable, Hashable {
    /// The number of texts.
    public private(set) var texts = 0
    /// The number of texts for which exactly the human labels were predicted. For an abstention, the most
    /// probable label counts as predicted.
    public private(set) var correct = 0
    /// The number of texts on which the classifier abstained.
    public private(set) var abstained = 0

    /// Creates a tally that contains no text yet.
    public init() {}

    mutating func add(_ text: ReviewedText) {
        texts += 1
        correct += text.isCorrect ? 1 : 0
        abstained += text.hasAbstained ? 1 : 0
    }

    /// The accuracy, with its confidence bounds.
    public var accuracy: BinomialProportion { BinomialProportion(events: correct, trials: texts) }
}
