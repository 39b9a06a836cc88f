import Glibc
import IlkVocabulary

/// How formal the manner of a text is: a logistic of weighted features.
///
/// Formal texts take long words and full forms; informal ones speak of me and you, contract, abbreviate, shout and
/// stretch (Heylighen and Dewaele 1999 measure the same by parts of speech). The weights are set by hand, by what
/// causes formality rather than by what a corpus talks about.
enum Formality {
    /// The score, 0 (informal) ... 1 (formal); 0.5 for a text without words.
    static func score(_ features: TextFeatures, _ words: WordSurvey) -> Double {
        guard words.words > 0 else { return 0.5 }
        let count = Double(words.words)
        var logit = 0.35
        logit += 0.45 * (min(features[.meanWordLength], 8) - 4.4)
        logit += 6 * min(Double(words.count(of: .formal)) / count, 0.4)
        logit -= 4 * min(Double(words.count(of: .informal)) / count, 0.5)
        logit -= 5 * min(features[.chatWordRatio], 0.5)
        logit -= 4 * min(features[.contractionRatio], 0.4)
        logit -= 2 * min(features[.firstPersonRatio] + features[.secondPersonRatio], 0.4)
        logit -= 0.5 * min(features[.exclamationMarkCount], 3)
        logit -= 0.3 * min(features[.ellipsisCount], 3)
        logit -= 0.6 * min(features[.emojiCount] + features[.emoticonCount], 3)
        logit -= 0.6 * min(features[.elongationCount], 3)
        logit -= 0.8 * features[.uncapitalizedSentenceRatio]
        logit += 0.5 * features[.finalStop]
        logit += 0.02 * min(features[.meanSentenceLength], 30)
        return 1 / (1 + exp(-logit))
    }
}
