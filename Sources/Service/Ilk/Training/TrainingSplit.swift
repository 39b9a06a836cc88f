import IlkLearning
import IlkVocabulary

/// The training texts, split into about four fifths that the evaluation model learns and a fifth that is held
/// out to measure it.
///
/// The digest of a text decides whether the text is held out. Therefore a held-out text is held out in every
/// training, whichever file contains it.
struct TrainingSplit {
    /// The minimum number of texts. With fewer texts, none are held out.
    static let fewestTexts = 50

    /// The texts that the evaluation model learns.
    let learned: [LabeledText]
    /// The held-out texts, on which the evaluation model is measured. Empty if there are too few texts, or if
    /// all other texts have equal labels.
    let heldOut: [LabeledText]

    /// Splits texts.
    ///
    /// - Parameter texts: The texts with the labels of the label set.
    /// - Complexity: O(*n*) in the number of texts, after hashing them.
    init(_ texts: [LabeledText]) {
        let isHeldOut = texts.map { HeldOutTexts.contains(ContentDigest(of: $0.text)) }
        let learned = zip(texts, isHeldOut).filter { !$0.1 }.map(\.0)
        guard texts.count >= Self.fewestTexts, isHeldOut.contains(true),
            Set(learned.map { Set($0.categories) }).count > 1
        else {
            (self.learned, heldOut) = (texts, [])
            return
        }
        self.learned = learned
        heldOut = zip(texts, isHeldOut).filter(\.1).map(\.0)
    }
}
