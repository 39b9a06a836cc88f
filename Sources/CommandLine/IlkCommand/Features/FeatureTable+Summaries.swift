import IlkVocabulary

extension FeatureTable {
    /// What each feature is, as its documentation says it. A test holds the two equal.
    static let summaries: [TextFeature: String] = [
        .characterCount: "Unicode scalars. Count, 0 and up.",
        .wordCount: "Words by UAX #29: segments with a letter or a number. Count, 0 and up.",
        .sentenceCount:
            "Sentences by UAX #29 that hold anything but white space. Count, 0 and up.",
        .lineCount: "Lines that hold anything but white space. Count, 0 and up.",
        .paragraphCount: "Groups of such lines, parted by blank lines. Count, 0 and up.",
        .meanWordLength: "Unicode scalars a word. Mean, 0 and up.",
        .wordLengthDeviation:
            "Standard deviation of the words' lengths in Unicode scalars. 0 and up.",
        .meanSentenceLength: "Words a sentence. Mean, 0 and up.",
        .meanLineLength: "Unicode scalars a line that is not blank. Mean, 0 and up.",
        .lineLengthDeviation:
            "Standard deviation of these lines' lengths in Unicode scalars. 0 and up.",
        .lexicalDiversity:
            "Distinct words (by normal form) over words. 0 ... 1; 1 for an empty text.",
        .uppercaseRatio: "Upper-case letters over letters. 0 ... 1.",
        .digitRatio: "Decimal digits over characters that are not white space. 0 ... 1.",
        .punctuationRatio:
            "Punctuation of prose (. , ; : ! ? ' \" - and their like outside ASCII) over "
            + "characters that are not white space. 0 ... 1.",
        .symbolRatio:
            "ASCII symbols that prose hardly uses ({ } [ ] ( ) < > = + * / \\ | & % $ # @ ^ ~ _ `) "
            + "over characters that are not white space. 0 ... 1.",
        .whitespaceRatio: "White space over characters. 0 ... 1.",
        .nonASCIIRatio: "Characters outside ASCII over characters. 0 ... 1.",
        .questionMarkCount: "Question marks of any script. Count, 0 and up.",
        .exclamationMarkCount: "Exclamation marks of any script. Count, 0 and up.",
        .ellipsisCount: "Runs of two or more full stops, and U+2026. Count, 0 and up.",
        .quotationMarkCount:
            "Double quotation marks, straight and curly, and guillemets. Count, 0 and up.",
        .bracketCount: "Round, square and curly brackets. Count, 0 and up.",
        .urlCount: "Addresses with a scheme, or beginning with `www.`. Count, 0 and up.",
        .emailAddressCount: "E-mail addresses. Count, 0 and up.",
        .mentionCount: "Handles: `@name` after white space or an opening mark. Count, 0 and up.",
        .hashtagCount:
            "Tags: `#name` with a letter, after white space or an opening mark. Count, 0 and up.",
        .emojiCount: "Characters shown as emoji. Count, 0 and up.",
        .emoticonCount: "Faces made of punctuation, as `:-)`, `;D`, `<3`. Count, 0 and up.",
        .numberWordRatio: "Words that hold a digit. Ratio to words, 0 ... 1.",
        .timeCount: "Times of day, as `14:05`. Count, 0 and up.",
        .headerLineCount:
            "Lines that look like a mail header field of a known name (`Subject: ...`). Count, 0 "
            + "and up.",
        .quotedLineCount: "Lines that begin with `>`. Count, 0 and up.",
        .greeting:
            "1 when one of the first three lines of several, but for header and quoted lines, is a "
            + "salutation (`Dear ...,`, `Hi Ana,`), else 0.",
        .closing:
            "1 when one of the last eight lines of several is a farewell (`Best regards,`), else "
            + "0.",
        .signature: "1 when a line is the signature mark `--`, else 0.",
        .chatWordRatio:
            "Abbreviations and spellings of chat (`u`, `lol`, `thx`). Ratio to words, 0 ... 1.",
        .elongationCount: "Words with a letter three times in a row or more. Count, 0 and up.",
        .speakerLineRatio:
            "Lines that begin with a speaker, as `<nick>`, `Ana:` or `[12:03] nick:`. Ratio to "
            + "lines, 0 ... 1.",
        .lowercaseStart: "1 when the first letter of the text is lower case, else 0.",
        .uncapitalizedSentenceRatio:
            "Sentences whose first word begins with no upper-case letter but has a lower-case one. "
            + "Ratio to sentences, 0 ... 1.",
        .firstPersonRatio: "First-person singular pronouns. Ratio to words, 0 ... 1.",
        .secondPersonRatio: "Second-person pronouns. Ratio to words, 0 ... 1.",
        .contractionRatio:
            "Contracted forms (`don't`, `it's`, `gonna`). Ratio to words, 0 ... 1.",
        .questionWordStart: "1 when the first word asks (`how`, `what`, `where`), else 0.",
        .finalStop:
            "1 when the text ends with a mark that ends sentences (. ! ? … and their like), else "
            + "0.",
        .functionWordRatio:
            "Words that carry grammar rather than matter (`the`, `of`, `is`). Ratio to words, 0 "
            + "... 1.",
        .unpunctuated: "1 when the text has neither punctuation nor a symbol, else 0.",
        .indentedLineRatio:
            "Lines that begin with a tab or at least two spaces. Ratio to lines, 0 ... 1.",
        .codeLineEndRatio:
            "Lines that end with `;`, `{`, `}`, `,`, `>`, `\\`, `=`, or `)` but not `:)`. Ratio to "
            + "lines, 0 ... 1.",
        .codeKeywordRatio:
            "Keywords that many programming languages share and prose does not. Ratio to words, 0 "
            + "... 1.",
        .commentLineRatio:
            "Lines that begin with a comment mark (`//`, `#`, `/*`, `--`, `<!--`). Ratio to lines, "
            + "0 ... 1.",
        .identifierRatio:
            "Identifiers in camel or snake case, or with `::`, `->` or `(` behind them. Ratio to "
            + "words, 0 ... 1.",
        .headingLineRatio:
            "Short lines that stand alone or begin with `#` and have no final stop, or are "
            + "underlined. Ratio to lines, 0 ... 1.",
        .listLineRatio: "Lines that begin with a list mark. Ratio to lines, 0 ... 1.",
        .capitalizedWordRatio:
            "Words that begin with a capital and have a lower-case letter, but for the first of a "
            + "sentence. Ratio to words, 0 ... 1.",
        .meanParagraphLength: "Words a paragraph. Mean, 0 and up.",
        .pastTenseRatio:
            "Words of five letters or more in -ed, as the past tense of English verbs. Ratio to "
            + "words, 0 ... 1.",
        .longestLineLength: "Length of the longest line in Unicode scalars. 0 and up.",
        .blankLineRatio: "Blank lines. Ratio to all lines, 0 ... 1.",
        .keyValueLineRatio: "Lines like `Name: value`. Ratio to lines, 0 ... 1.",
        .symbolLineRatio: "Lines without a letter or a digit. Ratio to lines, 0 ... 1.",
        .wrappedLineRatio:
            "Lines of 55 to 80 characters, as mail and manuals are wrapped. Ratio to lines, 0 ... "
            + "1.",
        .proseLineRatio:
            "Lines of four words or more that read like sentences: function words in them, hardly "
            + "a symbol. Ratio to lines, 0 ... 1.",
        .codeLineRatio:
            "Lines built like statements, declarations, markup or settings. Ratio to lines, 0 ... "
            + "1.",
        .articleRatio: "Articles. Ratio to words, 0 ... 1.",
        .auxiliaryRatio: "Auxiliary and modal verbs. Ratio to words, 0 ... 1.",
        .prepositionRatio: "Prepositions. Ratio to words, 0 ... 1.",
        .conjunctionRatio: "Conjunctions. Ratio to words, 0 ... 1.",
        .thirdPersonRatio: "Third-person pronouns. Ratio to words, 0 ... 1.",
        .firstPersonPluralRatio: "First-person plural pronouns. Ratio to words, 0 ... 1.",
        .longWordRatio: "Words of nine characters or more. Ratio to words, 0 ... 1.",
        .progressiveRatio: "Words of five letters or more in -ing. Ratio to words, 0 ... 1.",
        .allCapsWordRatio:
            "Words all in capitals, two letters or more. Ratio to words, 0 ... 1.",
        .titleCaseRatio:
            "Words that begin with a capital, the first of sentences too. Ratio to words, 0 ... 1.",
        .lowercasePronounCount:
            "First-person pronouns of one letter in lower case, as `i`. Count, 0 and up.",
        .missingApostropheCount:
            "Contractions without their apostrophe (`dont`). Count, 0 and up.",
        .arrangementWordRatio: "Words of private arrangements. Ratio to words, 0 ... 1.",
        .opinionWordRatio: "Words of public opinion. Ratio to words, 0 ... 1.",
        .correspondenceWordRatio: "Words of business correspondence. Ratio to words, 0 ... 1.",
        .reportWordRatio: "Words of reports and narratives. Ratio to words, 0 ... 1.",
        .instructionWordRatio:
            "Words of instructions and specifications. Ratio to words, 0 ... 1.",
        .repeatedMarkCount: "Runs of two or more `!` or `?`. Count, 0 and up.",
        .commaCount: "Commas. Count, 0 and up.",
        .dashCount: "Dashes with white space around them, and U+2013, U+2014. Count, 0 and up.",
        .parenthesisCount: "Opening round brackets. Count, 0 and up.",
        .callCount: "Opening round brackets right behind a word. Count, 0 and up.",
        .braceCount: "Opening curly brackets. Count, 0 and up.",
        .statementEndCount: "Semicolons at the end of a line. Count, 0 and up.",
        .assignmentCount:
            "Signs of assignment and comparison behind a word or between blanks (`=`, `:=`, `==`, "
            + "`=>`). Count, 0 and up.",
        .tagCount: "Tags of markup (`<p>`, `</div>`). Count, 0 and up.",
        .curlyQuoteCount: "Curly single and double quotation marks. Count, 0 and up.",
        .spacedMarkCount:
            "Commas and stops with a blank before them and white space behind. Count, 0 and up.",
        .tightMarkCount:
            "Commas, question and exclamation marks right between two letters. Count, 0 and up.",
        .moneyCount:
            "Amounts of money: a number with a currency sign before or behind it. Count, 0 and up.",
        .yearCount: "Years 1800 ... 2099. Count, 0 and up.",
        .phoneCount:
            "Numbers that look like phone numbers: 9 to 15 digits, in groups or not. Count, 0 and "
            + "up.",
        .pathCount: "Paths and file names. Count, 0 and up.",
        .attributionCount:
            "Lines that give the word to somebody quoted (`On ... wrote:`, `Original Message`). "
            + "Count, 0 and up.",
        .subjectPrefix:
            "1 when a line begins with a mark of a subject (`Re:`, `Fwd:`, `Subject:`), else 0.",
        .greetingStart: "1 when the text begins with a word of greeting, else 0.",
        .addresseeStart:
            "1 when the text is one line that begins with a name and a colon or comma, as in group "
            + "chat, else 0.",
        .formalityScore:
            "How formal the manner is: 0 is most informal, 1 most formal, 0.5 in between or where "
            + "the language is not known.",
        .sentenceLengthDeviation:
            "Standard deviation of the sentences' lengths in words. 0 and up.",
        .syllablesPerWord:
            "Syllables a word, estimated for English by groups of vowels. Mean, 0 and up.",
        .fleschReadingEase:
            "Reading ease by Flesch (1948) for English: 206.835 - 1.015 words a sentence - 84.6 "
            + "syllables a word; higher is easier, 0 without words. Below 121.22, mostly 0 ... 100.",
        .dateCount:
            "Dates, as `2024-05-31`, `31/5/2024`, `31.05.24`, `5 May` or `May 5th, 2024`. Count, 0 "
            + "and up.",
        .timestampLineRatio:
            "Lines that begin with a time of day, as `[12:03]`, `12:03:59` or `2024-05-31 12:03`. "
            + "Ratio to lines, 0 ... 1.",
        .verbless:
            "1 when there are words and none is an auxiliary verb or a contraction with one, else "
            + "0.",
        .contentWordRatio:
            "Words that carry matter: neither grammar nor a number; the density of keywords. Ratio "
            + "to words, 0 ... 1.",
        .camelCaseRatio:
            "Words in camel case (`fooBar`, `FooBar`): letters of both cases, a capital behind the "
            + "first. Ratio to words, 0 ... 1.",
        .snakeCaseRatio:
            "Words with an underscore (`snake_case`, `MAX_SIZE`). Ratio to words, 0 ... 1.",
        .braceLineEndRatio: "Lines that end with a curly bracket. Ratio to lines, 0 ... 1.",
        .semicolonLineEndRatio: "Lines that end with a semicolon. Ratio to lines, 0 ... 1.",
        .meanIndentation:
            "White space before the first visible character of a line, in characters. Mean, 0 and "
            + "up.",
        .scriptCount: "Different scripts with letters in the text. Count, 0 and up.",
        .dominantScriptRatio:
            "Letters of the script with the most letters over letters. 0 ... 1.",
        .languageConfidence:
            "The probability that the language guess is right, 0 where there is none. 0 ... 1.",
    ]
}
