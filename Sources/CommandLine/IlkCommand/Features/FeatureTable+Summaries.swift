import IlkVocabulary

extension FeatureTable {
    /// The summary of each feature: the beginning of the documentation, without the range of values. A test
    /// compares the summaries with the documentation.
    static let summaries: [TextFeature: String] = [
        .characterCount: "Number of characters (Unicode scalars)",
        .wordCount: "Number of words, by UAX #29: tokens with a letter or a digit",
        .sentenceCount: "Number of sentences, by UAX #29",
        .lineCount: "Number of lines that are not blank",
        .paragraphCount: "Number of paragraphs: groups of lines separated by blank lines",
        .meanWordLength: "Mean length of a word in characters",
        .wordLengthDeviation: "Standard deviation of the lengths of words in characters",
        .meanSentenceLength: "Mean length of a sentence in words",
        .meanLineLength: "Mean length of a line in characters",
        .lineLengthDeviation: "Standard deviation of the lengths of lines in characters",
        .lexicalDiversity: "Number of distinct words divided by the number of words",
        .uppercaseRatio: "Share of letters that are upper-case",
        .digitRatio: "Share of visible characters that are decimal digits",
        .punctuationRatio:
            "Share of visible characters that are punctuation (. , ; : ! ? ' \" - and similar "
            + "characters outside ASCII)",
        .symbolRatio:
            "Share of visible characters that are ASCII symbols, which are rare in prose ({ } [ ] ( "
            + ") < > = + * / \\ | & % $ # @ ^ ~ _ `)",
        .whitespaceRatio: "Share of characters that are white space",
        .nonASCIIRatio: "Share of characters outside ASCII",
        .questionMarkCount: "Number of question marks in any script",
        .exclamationMarkCount: "Number of exclamation marks in any script",
        .ellipsisCount: "Number of ellipses: runs of two or more full stops, and U+2026",
        .quotationMarkCount: "Number of double quotation marks: straight, curly, and guillemets",
        .bracketCount: "Number of round, square and curly brackets",
        .urlCount: "Number of URLs with a scheme or with `www.` at the beginning",
        .emailAddressCount: "Number of e-mail addresses",
        .mentionCount: "Number of mentions: `@name` after white space or opening punctuation",
        .hashtagCount: "Number of hashtags: `#name` with a letter, after white space or opening punctuation",
        .emojiCount: "Number of emoji",
        .emoticonCount: "Number of emoticons, such as `:-)`, `;D` or `<3`",
        .numberWordRatio: "Share of words that contain a digit",
        .timeCount: "Number of times of day, such as `14:05`",
        .headerLineCount: "Number of lines with a known mail header field, such as `Subject: ...`",
        .quotedLineCount: "Number of lines that begin with `>`",
        .greeting: "1 if one of the first three lines is a greeting (`Dear ...,`, `Hi Ana,`)",
        .closing: "1 if one of the last eight lines is a closing (`Best regards,`)",
        .signature: "1 if a line is the signature separator `--`",
        .chatWordRatio: "Share of words that are chat spellings or abbreviations (`u`, `lol`, `thx`)",
        .elongationCount: "Number of words with the same letter three or more times in a row, such as `sooo`",
        .speakerLineRatio:
            "Share of lines that begin with a speaker, such as `<nick>`, `Ana:` or `[12:03] nick:`",
        .lowercaseStart: "1 if the first letter of the text is lower-case",
        .uncapitalizedSentenceRatio:
            "Share of sentences whose first word has lower-case letters and does not begin with a "
            + "capital",
        .firstPersonRatio: "Share of words that are first-person singular pronouns",
        .secondPersonRatio: "Share of words that are second-person pronouns",
        .contractionRatio: "Share of words that are contractions (`don't`, `it's`, `gonna`)",
        .questionWordStart: "1 if the first word is a question word (`how`, `what`, `where`)",
        .finalStop: "1 if the text ends with sentence-final punctuation (. ! ? … and similar)",
        .functionWordRatio: "Share of words that are function words (`the`, `of`, `is`)",
        .unpunctuated: "1 if the text has no punctuation and no symbols",
        .indentedLineRatio: "Share of lines that begin with a tab or at least two spaces",
        .codeLineEndRatio:
            "Share of lines that end with `;`, `{`, `}`, `,`, `>`, `\\`, `=`, or `)` but not `:)`",
        .codeKeywordRatio: "Share of words that are keywords of programming languages and rare in prose",
        .commentLineRatio: "Share of lines that are comments (`//`, `#`, `/*`, `--`, `<!--`)",
        .identifierRatio:
            "Share of words that are identifiers: in camel or snake case, or followed by `::`, `->` "
            + "or `(`",
        .headingLineRatio: "Share of lines that are headings",
        .listLineRatio: "Share of lines that begin with a list marker",
        .capitalizedWordRatio: "Share of words that begin with a capital and contain a lower-case letter",
        .meanParagraphLength: "Mean length of a paragraph in words",
        .pastTenseRatio:
            "Share of words that have at least five letters and end in -ed, as in the English past tense",
        .longestLineLength: "Length of the longest line in characters",
        .blankLineRatio: "Share of all lines that are blank",
        .keyValueLineRatio: "Share of lines of the form `Name: value`",
        .symbolLineRatio: "Share of lines without a letter or a digit",
        .wrappedLineRatio: "Share of lines with 55 to 80 characters, as in wrapped mail and manuals",
        .proseLineRatio:
            "Share of lines that read like sentences: at least four words, with function words and "
            + "hardly any symbols",
        .codeLineRatio: "Share of lines that look like statements, declarations, markup or settings",
        .articleRatio: "Share of words that are articles",
        .auxiliaryRatio: "Share of words that are auxiliary or modal verbs",
        .prepositionRatio: "Share of words that are prepositions",
        .conjunctionRatio: "Share of words that are conjunctions",
        .thirdPersonRatio: "Share of words that are third-person pronouns",
        .firstPersonPluralRatio: "Share of words that are first-person plural pronouns",
        .longWordRatio: "Share of words with at least nine characters",
        .progressiveRatio: "Share of words that have at least five letters and end in -ing",
        .allCapsWordRatio: "Share of words that have at least two letters and consist of capitals",
        .titleCaseRatio: "Share of words that begin with a capital, including first words of sentences",
        .lowercasePronounCount: "Number of one-letter first-person pronouns in lower case, such as `i`",
        .missingApostropheCount: "Number of contractions without an apostrophe, such as `dont`",
        .arrangementWordRatio: "Share of words that are typical of private arrangements",
        .opinionWordRatio: "Share of words that are typical of public opinion",
        .correspondenceWordRatio: "Share of words that are typical of business correspondence",
        .reportWordRatio: "Share of words that are typical of reports and narratives",
        .instructionWordRatio: "Share of words that are typical of instructions and specifications",
        .repeatedMarkCount: "Number of runs of two or more `!` or `?`",
        .commaCount: "Number of commas",
        .dashCount: "Number of dashes: hyphens with white space on both sides, U+2013 and U+2014",
        .parenthesisCount: "Number of opening parentheses",
        .callCount: "Number of opening parentheses directly after a word",
        .braceCount: "Number of opening curly brackets",
        .statementEndCount: "Number of semicolons at line ends",
        .assignmentCount:
            "Number of assignment and comparison operators after a word or between blanks (`=`, "
            + "`:=`, `==`, `=>`)",
        .tagCount: "Number of markup tags (`<p>`, `</div>`)",
        .curlyQuoteCount: "Number of curly single and double quotation marks",
        .spacedMarkCount: "Number of punctuation marks (. , ? !) with white space on both sides",
        .tightMarkCount:
            "Number of commas, question marks and exclamation marks directly between two letters",
        .moneyCount: "Number of amounts of money: numbers with a currency sign before or after them",
        .yearCount: "Number of years from 1800 to 2099",
        .phoneCount: "Number of possible phone numbers: 9 to 15 digits, grouped or not",
        .pathCount: "Number of paths and file names",
        .attributionCount: "Number of lines that introduce quoted mail (`On ... wrote:`, `Original Message`)",
        .subjectPrefix: "1 if a line begins with a subject prefix (`Re:`, `Fwd:`, `Subject:`)",
        .greetingStart: "1 if the first word is a greeting",
        .addresseeStart:
            "1 if the text is one line that begins with a name and a colon or comma, as in group "
            + "chat",
        .formalityScore: "Formality from 0 (most informal) to 1 (most formal)",
        .sentenceLengthDeviation: "Standard deviation of the lengths of sentences in words",
        .syllablesPerWord: "Mean number of syllables of a word, estimated for English from groups of vowels",
        .fleschReadingEase:
            "Flesch reading ease for English: 206.835 - 1.015 words per sentence - 84.6 syllables "
            + "per word",
        .lix:
            "LIX readability for any language that separates words: words per sentence + 100 * share of "
            + "words with more than six characters",
        .rix:
            "RIX readability for any language that separates words: number of words with more than six "
            + "characters, per sentence",
        .dateCount:
            "Number of dates, such as `2024-05-31`, `31/5/2024`, `31.05.24`, `5 May` or `May 5th, "
            + "2024`",
        .timestampLineRatio:
            "Share of lines that begin with a time of day, such as `[12:03]`, `12:03:59` or "
            + "`2024-05-31 12:03`",
        .verbless: "1 if the text has words but no auxiliary verb, not even in a contraction",
        .contentWordRatio: "Share of words that are content words: neither function words nor numbers",
        .camelCaseRatio:
            "Share of words in camel case (`fooBar`, `FooBar`): letters of both cases with a capital "
            + "after the first letter",
        .snakeCaseRatio: "Share of words with an underscore (`snake_case`, `MAX_SIZE`)",
        .braceLineEndRatio: "Share of lines that end with a curly bracket",
        .semicolonLineEndRatio: "Share of lines that end with a semicolon",
        .meanIndentation:
            "Mean indentation of a line: white space before the first visible character, in "
            + "characters",
        .scriptCount: "Number of scripts (writing systems) to which the letters of the text belong",
        .dominantScriptRatio: "Share of letters that belong to the most frequent script",
        .languageConfidence: "Probability that the detected language is right",
    ]
}
