/// The features of the formality score. The raw value is the index of the feature's weight in
/// ``FormalityWeights``.
///
/// The features up to ``verbParticles`` are classes of words. The raw value of such a feature is also the bit
/// of the class in the lexicon.
package enum FormalityFeature: Int, CaseIterable, BitwiseCopyable, Sendable {
    // Classes of words.
    case chatWords, slangWords, coarseWords, interjections, casualGreetings, misspellings
    case vagueWords, intensifiers, discourseParticles, casualHedges, formsOfGet, mentalVerbs, everydayVerbs
    case evaluations, emotions, hereAndNow, commandVerbs, plainSubordinators
    case courtesies, titles, formalVerbs, formalAdjectives, formalNouns, formalConnectives, formalHedges
    case formalModals, relativePronouns, prepositions, calendarWords
    case firstPerson, firstPersonPlural, definiteArticle, indefiniteArticle, adversatives, plainModals
    case formsOfBe, formsOfHave, formsOfDo, negations, questionWords, lightVerbs, verbsOfSaying, people
    case verbParticles
    // Spelling and formation of words.
    case negativeContractions, pronounContractions, shortenedAuxiliaries, possessives
    case lowercaseI, elongations, digitSpellings, vowellessWords, shoutedWords, capitalizedWords, initials
    case lettersOverSix
    case nominalEndings, adjectivalEndings, verbalEndings, ingForms, edForms, shortYEndings
    case passives, formalPhrases, casualPhrases
    // Numbers and marks.
    case numbers, digits, longNumbers, years
    case exclamations, questions, markRuns, ellipses, emoticons, mentions, horizontalRules, symbols,
        ampersands, money
    case commas, colons, quotationMarks, apostrophes, dashes, hyphens, tightMarks, spacedMarks
    // Beginnings and ends of sentences.
    case lowercaseStarts, articleStarts, indefiniteStarts, firstPersonStarts, firstPluralStarts
    case prepositionStarts, connectiveStarts, discourseStarts, interjectionStarts, conjunctionStarts,
        commandStarts
    case stopEnds, exclamationEnds, questionEnds, ellipsisEnds, unmarkedEnds
    // The whole text.
    case meanWordLength, fewWords, someWords, manyWords

    package static var count: Int { FormalityFeature.manyWords.rawValue + 1 }
    /// The number of word classes, which are the bits of ``FormalityLexicon``.
    static var wordClassCount: Int { FormalityFeature.verbParticles.rawValue + 1 }
    /// The first feature that is counted per sentence.
    static var firstOfSentences: Int { FormalityFeature.lowercaseStarts.rawValue }
    /// The first feature of the whole text.
    static var firstOfTexts: Int { FormalityFeature.meanWordLength.rawValue }

    package var name: String { "\(self)" }

    /// The allowed sign of the weight.
    package var tendency: FormalityTendency { FormalityWeights.rows[rawValue].tendency }

    /// The minimum absolute value of the weight.
    package var minimumMagnitude: Double { FormalityWeights.rows[rawValue].least }

    package var summary: String { FormalityWeights.rows[rawValue].summary }
}

/// The direction in which a feature may change the score, fixed before the weights are fitted.
package enum FormalityTendency: String, Sendable {
    /// A higher value never makes a text less formal.
    case formal
    /// A higher value never makes a text more formal.
    case informal
    /// The weight may have either sign. The table of weights calls this tendency `open`.
    case either = "open"
}
