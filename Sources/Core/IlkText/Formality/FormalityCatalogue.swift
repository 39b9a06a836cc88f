/// What each feature of formality is, and which sign its weight may have.
enum FormalityCatalogue {
    struct Row: Sendable {
        var tendency: FormalityTendency
        var summary: String
        /// The least size of the weight in its direction, for what is rare among rated texts and beyond doubt.
        var least = 0.0
    }

    /// The rows in the order of the features.
    static let rows: [Row] = {
        var rows = [Row](
            repeating: Row(tendency: .open, summary: ""), count: FormalityFeature.allCases.count)
        for (feature, tendency, summary) in informalWords + formalWords + grammar + forms + marks + edges {
            rows[feature.rawValue] = Row(tendency: tendency, summary: summary)
        }
        for (feature, least) in beyondDoubt { rows[feature.rawValue].least = least }
        return rows
    }()

    private static let beyondDoubt: [(FormalityFeature, Double)] = [
        (.mentions, 0.4), (.digitSpellings, 0.5), (.casualGreetings, 0.5),
    ]

    private typealias Entry = (FormalityFeature, FormalityTendency, String)

    private static let informalWords: [Entry] = [
        (.chatWords, .informal, "abbreviations and spellings of chat: u, thx, gonna"),
        (.slangWords, .informal, "words of slang and of talk among friends: dude, stuff, crazy"),
        (.coarseWords, .informal, "swear words and words of the body"),
        (.interjections, .informal, "interjections: oh, wow, hey, ok"),
        (.casualGreetings, .informal, "greetings and farewells among friends: hey, bye, cheers"),
        (.misspellings, .informal, "misspellings, and contractions without their apostrophe: alot, dont"),
        (.vagueWords, .informal, "words for anything: thing, stuff, something, a lot"),
        (.intensifiers, .informal, "intensifiers: really, so, totally, just"),
        (.discourseParticles, .informal, "words that hold talk together: well, anyway, plus, like"),
        (.casualHedges, .informal, "hedges of talk: maybe, guess, probably"),
        (.formsOfGet, .informal, "forms of get, which stands for many verbs"),
        (.mentalVerbs, .informal, "verbs of what one thinks, feels and wants"),
        (.everydayVerbs, .informal, "short verbs of everyday doings"),
        (.evaluations, .informal, "plain praise and blame: good, nice, awful"),
        (.emotions, .informal, "words of feeling: happy, scared, hug"),
        (.hereAndNow, .informal, "words that only the moment explains: today, here, soon"),
        (.commandVerbs, .informal, "verbs that often give an order"),
        (.plainSubordinators, .informal, "the subordinators of talk: because, if, when"),
    ]

    private static let formalWords: [Entry] = [
        (.courtesies, .formal, "courtesies: please, sincerely, appreciate"),
        (.titles, .formal, "titles and offices: Mr, Dr, Senator, Inc"),
        (.formalVerbs, .formal, "verbs of offices and reports: require, obtain, submit"),
        (.formalAdjectives, .formal, "adjectives of reports: additional, relevant, annual"),
        (.formalNouns, .formal, "nouns of public affairs: agreement, policy, revenue"),
        (.formalConnectives, .formal, "connectives of writing: however, therefore"),
        (.formalHedges, .formal, "hedges of writing: perhaps, approximately, indicates"),
        (.formalModals, .formal, "modal verbs of courtesy and duty: may, shall, would"),
        (.relativePronouns, .formal, "relative pronouns: which, whom, whose"),
        (.prepositions, .formal, "prepositions, which go with nouns"),
        (.calendarWords, .formal, "months, weekdays and years by name"),
    ]

    private static let grammar: [Entry] = [
        (.firstPerson, .informal, "I, me, my"),
        (.firstPersonPlural, .open, "we, us, our"),
        (.definiteArticle, .open, "the"),
        (.indefiniteArticle, .open, "a, an"),
        (.adversatives, .open, "but, so"),
        (.plainModals, .open, "can, will"),
        (.formsOfBe, .open, "forms of be"),
        (.formsOfHave, .open, "forms of have"),
        (.formsOfDo, .open, "forms of do"),
        (.negations, .open, "not, never, nothing"),
        (.questionWords, .open, "what, why, how and the like"),
        (.lightVerbs, .open, "verbs that say little by themselves: go, make, take"),
        (.verbsOfSaying, .open, "say, tell, ask, see, hear"),
        (.people, .open, "family, friends, people"),
        (.verbParticles, .open, "particles that verbs take: up, out, off"),
    ]

    private static let forms: [Entry] = [
        (.negativeContractions, .informal, "contractions of not: don't, isn't"),
        (.pronounContractions, .informal, "'s behind a pronoun: it's, that's"),
        (.shortenedAuxiliaries, .informal, "'ll, 're, 've, 'm, 'd"),
        (.possessives, .open, "'s behind a noun"),
        (.lowercaseI, .informal, "I in lower case"),
        (.elongations, .informal, "words with a letter three times in a row: sooo"),
        (.digitSpellings, .informal, "words spelt with digits: gr8, b4"),
        (.vowellessWords, .informal, "words in no list, in lower case, without a vowel: smth"),
        (.shoutedWords, .informal, "words of four letters and more in capitals"),
        (.capitalizedWords, .open, "words with a capital inside a sentence: names"),
        (.initials, .formal, "initials and abbreviations with stops: J., U.S."),
        (.lettersOverSix, .formal, "letters behind the sixth of a word"),
        (.nominalEndings, .formal, "endings that make nouns of verbs and adjectives: -tion, -ment, -ity"),
        (.adjectivalEndings, .formal, "Latinate endings of adjectives: -al, -ive, -able"),
        (.verbalEndings, .formal, "Latinate endings of verbs: -ate, -ize, -ify"),
        (.ingForms, .open, "words in -ing"),
        (.edForms, .open, "words in -ed"),
        (.shortYEndings, .open, "short words in -y or -ie: silly, yummy"),
        (.passives, .formal, "a form of be or get before a participle"),
        (.formalPhrases, .formal, "pairs of words of writing: in order, such as, is not"),
        (.casualPhrases, .informal, "pairs of words of talk: a lot, kind of, you know"),
        (.numbers, .open, "numbers"),
        (.digits, .open, "digits of numbers"),
        (.longNumbers, .open, "numbers of three characters and more"),
        (.years, .formal, "years"),
    ]

    private static let marks: [Entry] = [
        (.exclamations, .informal, "single exclamation marks"),
        (.questions, .informal, "single question marks"),
        (.markRuns, .informal, "runs of exclamation and question marks"),
        (.ellipses, .informal, "runs of full stops, and the ellipsis"),
        (.faces, .informal, "faces made of marks, and emoji"),
        (.mentions, .informal, "@names and #tags"),
        (.rulers, .informal, "four and more of a mark in a row, not of stops"),
        (.symbols, .informal, "symbols: + = * ~ and the like"),
        (.ampersands, .informal, "& for and"),
        (.money, .open, "signs of money, and per cent"),
        (.commas, .open, "commas"),
        (.colons, .open, "colons"),
        (.quotationMarks, .open, "double quotation marks"),
        (.apostrophes, .open, "apostrophes and single quotation marks outside words"),
        (.dashes, .informal, "dashes"),
        (.hyphens, .open, "hyphens"),
        (.tightMarks, .informal, "marks without the blank behind them"),
        (.spacedMarks, .informal, "marks with a blank before them"),
    ]

    private static let edges: [Entry] = [
        (.lowercaseStarts, .informal, "sentences that begin in lower case"),
        (.articleStarts, .open, "sentences that begin with the"),
        (.indefiniteStarts, .open, "sentences that begin with a or an"),
        (.firstPersonStarts, .open, "sentences that begin with I or my"),
        (.firstPluralStarts, .open, "sentences that begin with we or our"),
        (.prepositionStarts, .formal, "sentences that begin with a preposition"),
        (.connectiveStarts, .formal, "sentences that begin with a connective of writing"),
        (.discourseStarts, .informal, "sentences that begin with a word that holds talk together"),
        (.interjectionStarts, .informal, "sentences that begin with an interjection"),
        (.conjunctionStarts, .informal, "sentences that begin with but or so"),
        (.commandStarts, .informal, "sentences that begin with an order"),
        (.stopEnds, .formal, "sentences that end with a full stop"),
        (.exclamationEnds, .informal, "sentences that end with an exclamation mark"),
        (.questionEnds, .informal, "sentences that end with a question mark"),
        (.ellipsisEnds, .informal, "sentences that end in an ellipsis"),
        (.unmarkedEnds, .informal, "sentences that end without a mark"),
        (.meanWordLength, .formal, "mean length of words, in characters up to 14"),
        (.fewWords, .informal, "fewer words than five: share that is missing"),
        (.someWords, .formal, "words n as n / (n + 8)"),
        (.manyWords, .formal, "words n as n / (n + 25)"),
    ]
}
