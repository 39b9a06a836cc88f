/// What the formality score looks at. The raw value is the place of a feature's weight in ``FormalityWeights``.
///
/// The features up to ``verbParticles`` are classes of words: the raw value is the bit of the class in the lexicon.
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
    // How words are written and built.
    case negativeContractions, pronounContractions, shortenedAuxiliaries, possessives
    case lowercaseI, elongations, digitSpellings, vowellessWords, shoutedWords, capitalizedWords, initials
    case lettersOverSix
    case nominalEndings, adjectivalEndings, verbalEndings, ingForms, edForms, shortYEndings
    case passives, formalPhrases, casualPhrases
    // Numbers and marks.
    case numbers, digits, longNumbers, years
    case exclamations, questions, markRuns, ellipses, faces, mentions, rulers, symbols, ampersands, money
    case commas, colons, quotationMarks, apostrophes, dashes, hyphens, tightMarks, spacedMarks
    // How sentences begin and end.
    case lowercaseStarts, articleStarts, indefiniteStarts, firstPersonStarts, firstPluralStarts
    case prepositionStarts, connectiveStarts, discourseStarts, interjectionStarts, conjunctionStarts,
        commandStarts
    case stopEnds, exclamationEnds, questionEnds, ellipsisEnds, unmarkedEnds
    // The text as a whole.
    case meanWordLength, fewWords, someWords, manyWords

    /// How many features there are.
    package static var count: Int { FormalityFeature.manyWords.rawValue + 1 }
    /// How many are classes of words: the bits of ``FormalityLexicon``.
    static var wordClassCount: Int { FormalityFeature.verbParticles.rawValue + 1 }
    /// The first that is counted over sentences.
    static var firstOfSentences: Int { FormalityFeature.lowercaseStarts.rawValue }
    /// The first that is measured on the whole text.
    static var firstOfTexts: Int { FormalityFeature.meanWordLength.rawValue }

    /// The name, as explanations give it.
    package var name: String { "\(self)" }

    /// What causes it to be a sign of one manner: the sign that its weight may have.
    package var tendency: FormalityTendency { FormalityWeights.rows[rawValue].tendency }

    /// The least size of its weight in that direction.
    package var leastWeight: Double { FormalityWeights.rows[rawValue].least }

    /// What is counted, in a sentence.
    package var summary: String { FormalityWeights.rows[rawValue].summary }
}

/// The direction in which a feature may move the score, set before any weight is fitted.
package enum FormalityTendency: String, Sendable {
    /// More of it is never less formal.
    case formal
    /// More of it is never more formal.
    case informal
    /// Nothing is said: it depends on what else could stand there.
    case open
}
