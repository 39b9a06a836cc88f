/// The numbers of correct predictions on randomly drawn texts and on chosen texts. Chosen texts are harder
/// than average.
public struct TallyBySelection: Sendable, Hashable {
    /// The counts of predictions for the random audit sample.
    public private(set) var audits = PredictionTally()
    /// The counts of predictions for the texts that the review queue or a person chose.
    public private(set) var chosen = PredictionTally()

    /// Creates tallies that contain no text yet.
    public init() {}

    mutating func add(_ text: ReviewedText) {
        if text.isAudit { audits.add(text) } else { chosen.add(text) }
    }

    /// The number of all texts.
    public var texts: Int { audits.texts + chosen.texts }
    /// The number of all correct predictions.
    public var correct: Int { audits.correct + chosen.correct }
    /// The number of all abstentions.
    public var abstained: Int { audits.abstained + chosen.abstained }
    /// The accuracy on all texts, with its confidence bounds.
    public var accuracy: BinomialProportion { BinomialProportion(events: correct, trials: texts) }
}
