/// A measured property of a text. The comment of each case states its meaning, unit and range.
///
/// The raw value is the index of the feature in ``TextFeatures`` and may change between schema versions. The
/// name does not change.
///
/// Classification reads the features before ``formalityScore``, which are always measured. The others need
/// additional passes over the text and are measured only if all features are requested.
public enum TextFeature: Int, CaseIterable, Sendable {
    // MARK: Counts

    /// Unicode scalars. Count, 0 and up.
    case characterCount
    /// Words by UAX #29: segments with a letter or a number. Count, 0 and up.
    case wordCount
    /// Sentences by UAX #29 that hold anything but white space. Count, 0 and up.
    case sentenceCount
    /// Lines that hold anything but white space. Count, 0 and up.
    case lineCount
    /// Groups of such lines, parted by blank lines. Count, 0 and up.
    case paragraphCount

    // MARK: Averages and spread

    /// Unicode scalars a word. Mean, 0 and up.
    case meanWordLength
    /// Standard deviation of the words' lengths in Unicode scalars. 0 and up.
    case wordLengthDeviation
    /// Words a sentence. Mean, 0 and up.
    case meanSentenceLength
    /// Unicode scalars a line that is not blank. Mean, 0 and up.
    case meanLineLength
    /// Standard deviation of these lines' lengths in Unicode scalars. 0 and up.
    case lineLengthDeviation
    /// Distinct words (by normal form) over words. 0 ... 1; 1 for an empty text.
    case lexicalDiversity

    // MARK: Ratios of characters

    /// Upper-case letters over letters. 0 ... 1.
    case uppercaseRatio
    /// Decimal digits over characters that are not white space. 0 ... 1.
    case digitRatio
    /// Punctuation of prose (. , ; : ! ? ' " - and their like outside ASCII) over characters that are not white space. 0 ... 1.
    case punctuationRatio
    /// ASCII symbols that prose hardly uses ({ } [ ] ( ) < > = + * / \ | & % $ # @ ^ ~ _ `) over characters that are not white space. 0 ... 1.
    case symbolRatio
    /// White space over characters. 0 ... 1.
    case whitespaceRatio
    /// Characters outside ASCII over characters. 0 ... 1.
    case nonASCIIRatio

    // MARK: Marks

    /// Question marks of any script. Count, 0 and up.
    case questionMarkCount
    /// Exclamation marks of any script. Count, 0 and up.
    case exclamationMarkCount
    /// Runs of two or more full stops, and U+2026. Count, 0 and up.
    case ellipsisCount
    /// Double quotation marks, straight and curly, and guillemets. Count, 0 and up.
    case quotationMarkCount
    /// Round, square and curly brackets. Count, 0 and up.
    case bracketCount

    // MARK: Things found

    /// Addresses with a scheme, or beginning with `www.`. Count, 0 and up.
    case urlCount
    /// E-mail addresses. Count, 0 and up.
    case emailAddressCount
    /// Handles: `@name` after white space or an opening mark. Count, 0 and up.
    case mentionCount
    /// Tags: `#name` with a letter, after white space or an opening mark. Count, 0 and up.
    case hashtagCount
    /// Characters shown as emoji. Count, 0 and up.
    case emojiCount
    /// Faces made of punctuation, as `:-)`, `;D`, `<3`. Count, 0 and up.
    case emoticonCount
    /// Words that hold a digit. Ratio to words, 0 ... 1.
    case numberWordRatio
    /// Times of day, as `14:05`. Count, 0 and up.
    case timeCount

    // MARK: Mail

    /// Lines that look like a mail header field of a known name (`Subject: ...`). Count, 0 and up.
    case headerLineCount
    /// Lines that begin with `>`. Count, 0 and up.
    case quotedLineCount
    /// 1 when one of the first three lines of several, but for header and quoted lines, is a salutation (`Dear ...,`, `Hi Ana,`), else 0.
    case greeting
    /// 1 when one of the last eight lines of several is a farewell (`Best regards,`), else 0.
    case closing
    /// 1 when a line is the signature mark `--`, else 0.
    case signature

    // MARK: Chat

    /// Abbreviations and spellings of chat (`u`, `lol`, `thx`). Ratio to words, 0 ... 1.
    case chatWordRatio
    /// Words with a letter three times in a row or more. Count, 0 and up.
    case elongationCount
    /// Lines that begin with a speaker, as `<nick>`, `Ana:` or `[12:03] nick:`. Ratio to lines, 0 ... 1.
    case speakerLineRatio
    /// 1 when the first letter of the text is lower case, else 0.
    case lowercaseStart
    /// Sentences whose first word begins with no upper-case letter but has a lower-case one. Ratio to sentences, 0 ... 1.
    case uncapitalizedSentenceRatio
    /// First-person singular pronouns. Ratio to words, 0 ... 1.
    case firstPersonRatio
    /// Second-person pronouns. Ratio to words, 0 ... 1.
    case secondPersonRatio
    /// Contracted forms (`don't`, `it's`, `gonna`). Ratio to words, 0 ... 1.
    case contractionRatio

    // MARK: Query

    /// 1 when the first word asks (`how`, `what`, `where`), else 0.
    case questionWordStart
    /// 1 when the text ends with a mark that ends sentences (. ! ? … and their like), else 0.
    case finalStop
    /// Words that carry grammar rather than matter (`the`, `of`, `is`). Ratio to words, 0 ... 1.
    case functionWordRatio
    /// 1 when the text has neither punctuation nor a symbol, else 0.
    case unpunctuated

    // MARK: Code

    /// Lines that begin with a tab or at least two spaces. Ratio to lines, 0 ... 1.
    case indentedLineRatio
    /// Lines that end with `;`, `{`, `}`, `,`, `>`, `\`, `=`, or `)` but not `:)`. Ratio to lines, 0 ... 1.
    case codeLineEndRatio
    /// Keywords that many programming languages share and prose does not. Ratio to words, 0 ... 1.
    case codeKeywordRatio
    /// Lines that begin with a comment mark (`//`, `#`, `/*`, `--`, `<!--`). Ratio to lines, 0 ... 1.
    case commentLineRatio
    /// Identifiers in camel or snake case, or with `::`, `->` or `(` behind them. Ratio to words, 0 ... 1.
    case identifierRatio

    // MARK: Document

    /// Short lines that stand alone or begin with `#` and have no final stop, or are underlined. Ratio to lines, 0 ... 1.
    case headingLineRatio
    /// Lines that begin with a list mark. Ratio to lines, 0 ... 1.
    case listLineRatio
    /// Words that begin with a capital and have a lower-case letter, but for the first of a sentence. Ratio to words, 0 ... 1.
    case capitalizedWordRatio
    /// Words a paragraph. Mean, 0 and up.
    case meanParagraphLength
    /// Words of five letters or more in -ed, as the past tense of English verbs. Ratio to words, 0 ... 1.
    case pastTenseRatio

    // MARK: Lines

    /// Length of the longest line in Unicode scalars. 0 and up.
    case longestLineLength
    /// Blank lines. Ratio to all lines, 0 ... 1.
    case blankLineRatio
    /// Lines like `Name: value`. Ratio to lines, 0 ... 1.
    case keyValueLineRatio
    /// Lines without a letter or a digit. Ratio to lines, 0 ... 1.
    case symbolLineRatio
    /// Lines of 55 to 80 characters, as mail and manuals are wrapped. Ratio to lines, 0 ... 1.
    case wrappedLineRatio
    /// Lines of four words or more that read like sentences: function words in them, hardly a symbol. Ratio to lines, 0 ... 1.
    case proseLineRatio
    /// Lines built like statements, declarations, markup or settings. Ratio to lines, 0 ... 1.
    case codeLineRatio

    // MARK: Parts of speech (English)

    /// Articles. Ratio to words, 0 ... 1.
    case articleRatio
    /// Auxiliary and modal verbs. Ratio to words, 0 ... 1.
    case auxiliaryRatio
    /// Prepositions. Ratio to words, 0 ... 1.
    case prepositionRatio
    /// Conjunctions. Ratio to words, 0 ... 1.
    case conjunctionRatio
    /// Third-person pronouns. Ratio to words, 0 ... 1.
    case thirdPersonRatio
    /// First-person plural pronouns. Ratio to words, 0 ... 1.
    case firstPersonPluralRatio
    /// Words of nine characters or more. Ratio to words, 0 ... 1.
    case longWordRatio
    /// Words of five letters or more in -ing. Ratio to words, 0 ... 1.
    case progressiveRatio
    /// Words all in capitals, two letters or more. Ratio to words, 0 ... 1.
    case allCapsWordRatio
    /// Words that begin with a capital, the first of sentences too. Ratio to words, 0 ... 1.
    case titleCaseRatio
    /// First-person pronouns of one letter in lower case, as `i`. Count, 0 and up.
    case lowercasePronounCount
    /// Contractions without their apostrophe (`dont`). Count, 0 and up.
    case missingApostropheCount

    // MARK: Occasions (English)

    /// Words of private arrangements. Ratio to words, 0 ... 1.
    case arrangementWordRatio
    /// Words of public opinion. Ratio to words, 0 ... 1.
    case opinionWordRatio
    /// Words of business correspondence. Ratio to words, 0 ... 1.
    case correspondenceWordRatio
    /// Words of reports and narratives. Ratio to words, 0 ... 1.
    case reportWordRatio
    /// Words of instructions and specifications. Ratio to words, 0 ... 1.
    case instructionWordRatio

    // MARK: Finer marks

    /// Runs of two or more `!` or `?`. Count, 0 and up.
    case repeatedMarkCount
    /// Commas. Count, 0 and up.
    case commaCount
    /// Dashes with white space around them, and U+2013, U+2014. Count, 0 and up.
    case dashCount
    /// Opening round brackets. Count, 0 and up.
    case parenthesisCount
    /// Opening round brackets right behind a word. Count, 0 and up.
    case callCount
    /// Opening curly brackets. Count, 0 and up.
    case braceCount
    /// Semicolons at the end of a line. Count, 0 and up.
    case statementEndCount
    /// Signs of assignment and comparison behind a word or between blanks (`=`, `:=`, `==`, `=>`). Count, 0 and up.
    case assignmentCount
    /// Tags of markup (`<p>`, `</div>`). Count, 0 and up.
    case tagCount
    /// Curly single and double quotation marks. Count, 0 and up.
    case curlyQuoteCount
    /// Commas and stops with a blank before them and white space behind. Count, 0 and up.
    case spacedMarkCount
    /// Commas, question and exclamation marks right between two letters. Count, 0 and up.
    case tightMarkCount
    /// Amounts of money: a number with a currency sign before or behind it. Count, 0 and up.
    case moneyCount
    /// Years 1800 ... 2099. Count, 0 and up.
    case yearCount
    /// Numbers that look like phone numbers: 9 to 15 digits, in groups or not. Count, 0 and up.
    case phoneCount
    /// Paths and file names. Count, 0 and up.
    case pathCount
    /// Lines that give the word to somebody quoted (`On ... wrote:`, `Original Message`). Count, 0 and up.
    case attributionCount
    /// 1 when a line begins with a mark of a subject (`Re:`, `Fwd:`, `Subject:`), else 0.
    case subjectPrefix
    /// 1 when the text begins with a word of greeting, else 0.
    case greetingStart
    /// 1 when the text is one line that begins with a name and a colon or comma, as in group chat, else 0.
    case addresseeStart

    // MARK: Manner

    /// How formal the manner is: 0 is most informal, 1 most formal, 0.5 in between or where the language is not known.
    case formalityScore

    // MARK: Sentences and readability

    /// Standard deviation of the sentences' lengths in words. 0 and up.
    case sentenceLengthDeviation
    /// Syllables a word, estimated for English by groups of vowels. Mean, 0 and up.
    case syllablesPerWord
    /// Reading ease by Flesch (1948) for English: 206.835 - 1.015 words a sentence - 84.6 syllables a word; higher is easier, 0 without words. Below 121.22, mostly 0 ... 100.
    case fleschReadingEase

    // MARK: Further things found

    /// Dates, as `2024-05-31`, `31/5/2024`, `31.05.24`, `5 May` or `May 5th, 2024`. Count, 0 and up.
    case dateCount
    /// Lines that begin with a time of day, as `[12:03]`, `12:03:59` or `2024-05-31 12:03`. Ratio to lines, 0 ... 1.
    case timestampLineRatio

    // MARK: Query, in depth

    /// 1 when there are words and none is an auxiliary verb or a contraction with one, else 0.
    case verbless
    /// Words that carry matter: neither grammar nor a number; the density of keywords. Ratio to words, 0 ... 1.
    case contentWordRatio

    // MARK: Code, in depth

    /// Words in camel case (`fooBar`, `FooBar`): letters of both cases, a capital behind the first. Ratio to words, 0 ... 1.
    case camelCaseRatio
    /// Words with an underscore (`snake_case`, `MAX_SIZE`). Ratio to words, 0 ... 1.
    case snakeCaseRatio
    /// Lines that end with a curly bracket. Ratio to lines, 0 ... 1.
    case braceLineEndRatio
    /// Lines that end with a semicolon. Ratio to lines, 0 ... 1.
    case semicolonLineEndRatio
    /// White space before the first visible character of a line, in characters. Mean, 0 and up.
    case meanIndentation

    // MARK: Writing

    /// Different scripts with letters in the text. Count, 0 and up.
    case scriptCount
    /// Letters of the script with the most letters over letters. 0 ... 1.
    case dominantScriptRatio
    /// The probability that the language guess is right; 0 without a guess. 0 ... 1.
    case languageConfidence

    /// The number of features that are always measured. They come first.
    package static let classificationCount = formalityScore.rawValue

    /// `true` if the feature is measured only if all features are requested.
    public var isOnRequest: Bool { rawValue >= Self.classificationCount }

    /// The name of the feature in rules and JSON.
    public var name: String { Self.names[rawValue] }

    /// `true` if the feature is a count, and its value therefore an integer.
    public var isCount: Bool { Self.counts[rawValue] }

    private static let counts: [Bool] = names.map { $0.hasSuffix("Count") }

    /// The names of all features, in the order of the cases.
    public static let names: [String] = allCases.map { "\($0)" }
}
