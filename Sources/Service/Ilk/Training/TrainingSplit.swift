import IlkLearning
import IlkVocabulary

/// The training texts of a version and its held-out texts, a fixed fifth of all texts.
///
/// A text is held out by its digest, so no version of a taxonomy learns it, in whatever file it is. The texts of
/// rare labels are all learned.
struct TrainingSplit {
    /// The fewest texts of which a fifth is held out.
    static let fewestTexts = 50

    /// The texts to train on.
    let learned: [LabeledText]
    /// The texts to measure on.
    let heldOut: [LabeledText]
    /// The labels of which no text is held out, in order, or `nil` if there are no held-out texts.
    let withoutHeldOut: [String]?

    /// Splits texts. A label keeps at least ``TrainingDataReport/fewestTexts`` training texts.
    ///
    /// - Parameter texts: The texts with the labels of the label set.
    /// - Complexity: O(*n*) in the number of texts, after hashing them.
    init(_ texts: [LabeledText]) {
        let isChosen = texts.map { HeldOutTexts.contains(ContentDigest(of: $0.text)) }
        var rest: [Category: Int] = [:]
        for (text, isChosen) in zip(texts, isChosen) {
            for label in text.categories { rest[label, default: 0] += isChosen ? 0 : 1 }
        }
        let rare = Set(rest.filter { $0.value < TrainingDataReport.fewestTexts }.keys)
        let isHeldOut = zip(texts, isChosen).map { $0.1 && rare.isDisjoint(with: $0.0.categories) }
        let learned = zip(texts, isHeldOut).filter { !$0.1 }.map(\.0)
        guard texts.count >= Self.fewestTexts, isHeldOut.contains(true),
            Set(learned.map { Set($0.categories) }).count > 1
        else {
            (self.learned, heldOut, withoutHeldOut) = (texts, [], nil)
            return
        }
        self.learned = learned
        heldOut = zip(texts, isHeldOut).filter(\.1).map(\.0)
        withoutHeldOut = rare.map(\.rawValue).sorted()
    }
}
