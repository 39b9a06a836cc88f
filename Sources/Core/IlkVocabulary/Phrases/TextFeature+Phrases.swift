extension TextFeature {
    /// The words for the ranges of each feature.
    static let phrases: [TextFeature: FeaturePhrase] = [sizePhrases, kindPhrases, languagePhrases]
        .reduce(into: [:]) { $0.merge($1) { first, _ in first } }

    private static let sizePhrases: [TextFeature: FeaturePhrase] = [
        // Counts
        .characterCount: .count("character", "characters"),
        .wordCount: .count("word", "words", single: "the text is a single word"),
        .sentenceCount: .count("sentence", "sentences", single: "the text is a single sentence"),
        .lineCount: .count(
            "non-blank line", "non-blank lines", none: "no lines", single: "the text is a single line"),
        .paragraphCount: .count("paragraph", "paragraphs", single: "the text is a single paragraph"),
        // Means and deviations
        .meanWordLength: .number("# characters per word on average", none: "no words")
            .single(.wordCount, "a single word of # characters"),
        .wordLengthDeviation: .number(
            "word lengths vary by # characters", none: "all words have the same length"),
        .meanSentenceLength: .number(
            "# words per sentence on average", none: "no words"
        ).single(.sentenceCount, "a single sentence of # words"),
        .meanLineLength: .number("# characters per line on average", none: "no lines"),
        .lineLengthDeviation: .number(
            "line lengths vary by # characters", none: "all lines have the same length"),
        .lexicalDiversity: .share(
            "of the words are distinct", none: "no words"),
        // Ratios of characters
        .uppercaseRatio: .share(
            "of the letters are capitals", none: "no capital letters"),
        .digitRatio: .share("of the characters are digits", none: "no digits"),
        .punctuationRatio: .share(
            "of the characters are punctuation", none: "no punctuation"),
        .symbolRatio: .share(
            "of the characters are symbols such as = or /", none: "no symbols such as = or /"),
        .whitespaceRatio: .share(
            "of the characters are spaces or line ends", none: "no spaces"),
        .nonASCIIRatio: .share(
            "of the characters are not plain ASCII, such as é",
            none: "only plain ASCII characters, none such as é"),
        // Punctuation
        .questionMarkCount: .count("question mark", "question marks"),
        .exclamationMarkCount: .count("exclamation mark", "exclamation marks"),
        .ellipsisCount: .count("ellipsis (… or ...)", "ellipses (… or ...)"),
        .quotationMarkCount: .count("double quotation mark", "double quotation marks"),
        .bracketCount: .count("bracket", "brackets"),
        .repeatedMarkCount: .count("run of !! or ??", "runs of !! or ??"),
        .commaCount: .count("comma", "commas"),
        .dashCount: .count("dash", "dashes"),
        .parenthesisCount: .count("opening parenthesis", "opening parentheses"),
        .curlyQuoteCount: .count("curly quotation mark", "curly quotation marks"),
        .spacedMarkCount: .count(
            "space before a comma or period", "spaces before commas or periods",
            none: "no space before a comma or period"),
        .tightMarkCount: .count(
            "comma, ! or ? without a space behind it", "commas, ! or ? without a space behind them"),
        // Entities
        .urlCount: .count("link", "links"),
        .emailAddressCount: .count("e-mail address", "e-mail addresses"),
        .mentionCount: .count("name with @", "names with @"),
        .hashtagCount: .count("hashtag", "hashtags"),
        .emojiCount: .count("emoji", "emoji"),
        .emoticonCount: .count("emoticon such as :-)", "emoticons such as :-)"),
        .numberWordRatio: .share(
            "of the words contain a digit", none: "no words with digits"),
        .timeCount: .count("time of day such as 14:05", "times of day such as 14:05"),
        .moneyCount: .count("amount of money", "amounts of money"),
        .yearCount: .count("year such as 1999", "years such as 1999"),
        .phoneCount: .count("phone number", "phone numbers"),
        .pathCount: .count("file name or path", "file names or paths"),
        .dateCount: .count("date such as 5 May", "dates such as 5 May"),
        // Lines
        .longestLineLength: .count(
            "longest line has # character", "longest line has # characters", none: "no lines"),
        .blankLineRatio: .share("of the lines are blank", none: "no blank lines"),
        .keyValueLineRatio: .share(
            "of the lines look like “Name: value”", none: "no line looks like “Name: value”"),
        .symbolLineRatio: .share(
            "of the lines have no letters or digits", none: "every line has letters or digits"),
        .wrappedLineRatio: .share(
            "of the lines have 55 to 80 characters", none: "no line has 55 to 80 characters"),
        .proseLineRatio: .share(
            "of the lines are plain prose of four words or more",
            none: "no line is plain prose of four words or more"
        ).single(.lineCount, "the only line is plain prose of four words or more"),
        .codeLineRatio: .share(
            "of the lines look like code statements or settings",
            none: "no line looks like a code statement or a setting"
        ).single(.lineCount, "the only line looks like a code statement or a setting"),
    ]

    private static let kindPhrases: [TextFeature: FeaturePhrase] = [
        // Mail
        .headerLineCount: .count(
            "mail header line such as “Subject:”", "mail header lines such as “Subject:”"),
        .quotedLineCount: .count("line quoted with >", "lines quoted with >"),
        .greeting: .flag(
            "has a greeting line such as “Dear Ana,”", "no greeting line such as “Dear Ana,”"),
        .closing: .flag(
            "has a closing line such as “Best regards,”", "no closing line such as “Best regards,”"),
        .signature: .flag(
            "has a signature below a line of “--”", "no signature below a line of “--”"),
        .attributionCount: .count(
            "line that introduces a quoted mail", "lines that introduce a quoted mail",
            none: "no line introduces a quoted mail"),
        .subjectPrefix: .flag(
            "a line begins with “Re:”, “Fwd:” or “Subject:”",
            "no line begins with “Re:”, “Fwd:” or “Subject:”"),
        .greetingStart: .flag(
            "the text starts with a greeting such as “hi”",
            "the text does not start with a greeting such as “hi”"),
        // Chat
        .chatWordRatio: .share(
            "of the words are chat spellings such as “lol”",
            none: "no chat spellings such as “lol”"),
        .elongationCount: .count("stretched word such as “sooo”", "stretched words such as “sooo”"),
        .speakerLineRatio: .share(
            "of the lines start with a speaker such as “Ana:”",
            none: "no line starts with a speaker such as “Ana:”"
        ).single(.lineCount, "the only line starts with a speaker such as “Ana:”"),
        .lowercaseStart: .flag(
            "the first letter is lower-case", "the first letter is not lower-case"),
        .uncapitalizedSentenceRatio: .share(
            "of the sentences start in lower case", none: "no sentence starts in lower case"
        ).single(.sentenceCount, "the only sentence starts in lower case"),
        .addresseeStart: .flag(
            "a one-line text that starts like “Ana:” or “Ana,”",
            "not a one-line text that starts like “Ana:” or “Ana,”"),
        .lowercasePronounCount: .count("“i” instead of “I”", "“i” instead of “I”"),
        .missingApostropheCount: .count(
            "word without its apostrophe such as “dont”", "words without their apostrophe such as “dont”",
            none: "no words such as “dont”, without an apostrophe"),
        .timestampLineRatio: .share(
            "of the lines start with a time such as 12:03", none: "no line starts with a time such as 12:03"),
        // Search queries
        .questionWordStart: .flag(
            "the text starts with a question word such as “how”",
            "the text does not start with a question word such as “how”"),
        .finalStop: .flag(
            "the text ends with a period, ! or ?", "the text does not end with a period, ! or ?"),
        .unpunctuated: .flag(
            "no punctuation and no symbols", "has punctuation or symbols"),
        .verbless: .flag(
            "no helping verbs such as “is” or “can”", "has a helping verb such as “is” or “can”"),
        .contentWordRatio: .share(
            "of the words are content words such as nouns", none: "no content words such as nouns"),
        // Code
        .indentedLineRatio: .share(
            "of the lines are indented", none: "no indented lines"),
        .codeLineEndRatio: .share(
            "of the lines end with a comma, ; ) } or similar",
            none: "no line ends with a comma, ; ) } or similar"
        ).single(.lineCount, "the only line ends with a comma, ; ) } or similar"),
        .codeKeywordRatio: .share(
            "of the words are programming keywords", none: "no programming keywords"),
        .commentLineRatio: .share(
            "of the lines are comments", none: "no comment lines such as “// note”"
        ).single(.lineCount, "the only line is a comment"),
        .identifierRatio: .share(
            "of the words are identifiers such as “max_size”", none: "no identifiers such as “max_size”"),
        .callCount: .count(
            "parenthesis right behind a word, as in f(x)", "parentheses right behind a word, as in f(x)"),
        .braceCount: .count("opening curly brace", "opening curly braces"),
        .statementEndCount: .count(
            "line that ends with ;", "lines that end with ;", none: "no line ends with ;"),
        .assignmentCount: .count(
            "assignment or comparison such as “x = 1”", "assignments or comparisons such as “x = 1”"),
        .tagCount: .count("markup tag such as <p>", "markup tags such as <p>"),
        .camelCaseRatio: .share(
            "of the words have capitals inside, as in code", none: "no words with capitals inside, as in code"
        ),
        .snakeCaseRatio: .share(
            "of the words contain an underscore", none: "no words with an underscore"),
        .braceLineEndRatio: .share(
            "of the lines end with a curly brace", none: "no line ends with a curly brace"),
        .semicolonLineEndRatio: .share(
            "of the lines end with a semicolon", none: "no line ends with a semicolon"),
        .meanIndentation: .number(
            "lines are indented by # characters on average", none: "no indented lines"),
        // Documents
        .headingLineRatio: .share(
            "of the lines look like headings", none: "no line looks like a heading"
        ).single(.lineCount, "the only line looks like a heading"),
        .listLineRatio: .share(
            "of the lines are list items", none: "no list items"),
        .meanParagraphLength: .number(
            "# words per paragraph on average", none: "no words"
        ).single(.paragraphCount, "the only paragraph has # words"),
    ]

    private static let languagePhrases: [TextFeature: FeaturePhrase] = [
        // Parts of speech
        .firstPersonRatio: .share(
            "of the words are “I”, “me” or “my”", none: "no “I”, “me” or “my”"),
        .secondPersonRatio: .share(
            "of the words are “you” or “your”", none: "no “you” or “your”"),
        .thirdPersonRatio: .share(
            "of the words are “he”, “she”, “they” or similar", none: "no “he”, “she”, “they” or similar"),
        .firstPersonPluralRatio: .share(
            "of the words are “we”, “us” or “our”", none: "no “we”, “us” or “our”"),
        .contractionRatio: .share(
            "of the words are short forms such as “don't”", none: "no short forms such as “don't”"),
        .functionWordRatio: .share(
            "of the words are small words such as “the” or “of”",
            none: "no small words such as “the” or “of”"),
        .articleRatio: .share(
            "of the words are “the”, “a” or “an”", none: "no “the”, “a” or “an”"),
        .auxiliaryRatio: .share(
            "of the words are helping verbs such as “can”", none: "no helping verbs such as “is” or “can”"),
        .prepositionRatio: .share(
            "of the words are prepositions such as “in”", none: "no prepositions such as “in” or “of”"),
        .conjunctionRatio: .share(
            "of the words are conjunctions such as “and”", none: "no conjunctions such as “and” or “but”"),
        .longWordRatio: .share(
            "of the words have nine letters or more", none: "no words of nine letters or more"),
        .capitalizedWordRatio: .share(
            "of the words are capitalized mid-sentence", none: "no words capitalized mid-sentence"),
        .titleCaseRatio: .share(
            "of the words start with a capital", none: "no words start with a capital"
        ).single(.wordCount, "the only word starts with a capital"),
        .allCapsWordRatio: .share(
            "of the words are all in capitals", none: "no words all in capitals"),
        .pastTenseRatio: .share("of the words end in “-ed”", none: "no words in “-ed”"),
        .progressiveRatio: .share(
            "of the words end in “-ing”", none: "no words in “-ing”"),
        // Topics
        .arrangementWordRatio: .share(
            "of the words are about plans, such as “tonight”", none: "no words about plans, such as “tonight”"
        ),
        .opinionWordRatio: .share(
            "of the words express opinions, such as “wow”", none: "no words of opinion, such as “wow”"),
        .correspondenceWordRatio: .share(
            "of the words are email words such as “attached”", none: "no email words such as “attached”"),
        .reportWordRatio: .share(
            "of the words are news words such as “police”", none: "no news words such as “police”"),
        .instructionWordRatio: .share(
            "of the words are instruction words such as “must”",
            none: "no instruction words such as “must”"),
        // Formality and readability
        .formalityScore: .share(
            "formality of # (100 % is most formal)", none: "formality of 0 % (100 % is most formal)"),
        .sentenceLengthDeviation: .number(
            "sentence lengths vary by # words", none: "all sentences have the same length"),
        .syllablesPerWord: .number("# syllables per word on average", none: "no syllables"),
        .fleschReadingEase: .number(
            "reading ease of # (100 is very easy)", none: "reading ease of 0 (100 is very easy)"),
        .lix: .number(
            "LIX of # (20 is very easy, 60 very difficult)", none: "LIX of 0 (very easy)"),
        .rix: .number("RIX of # (7.2 is very difficult)", none: "RIX of 0 (very easy)"),
        // Scripts and language
        .scriptCount: .count("writing system", "writing systems"),
        .dominantScriptRatio: .share(
            "of the letters belong to one writing system", none: "no letters"),
        .languageConfidence: .share(
            "language recognized with # certainty", none: "language not recognized"),
    ]
}
