/// A measured property of a text. The comment of each case states its meaning, unit and range.
///
/// The raw value is the index of the feature in ``TextFeatures`` and may change between schema versions. The
/// name does not change.
///
/// The cases before ``formalityScore`` are the features that classification reads. They are always measured.
/// The other features need additional passes over the text and are measured only if all features are
/// requested.
public enum TextFeature: Int, CaseIterable, Sendable {
    // MARK: Counts

    /// Number of characters (Unicode scalars).
    case characterCount
    /// Number of words, by UAX #29: tokens with a letter or a digit.
    case wordCount
    /// Number of sentences, by UAX #29. Blank sentences do not count.
    case sentenceCount
    /// Number of lines that are not blank.
    case lineCount
    /// Number of paragraphs: groups of lines separated by blank lines.
    case paragraphCount

    // MARK: Means and deviations

    /// Mean length of a word in characters.
    case meanWordLength
    /// Standard deviation of the lengths of words in characters.
    case wordLengthDeviation
    /// Mean length of a sentence in words.
    case meanSentenceLength
    /// Mean length of a line in characters. Blank lines do not count.
    case meanLineLength
    /// Standard deviation of the lengths of lines in characters. Blank lines do not count.
    case lineLengthDeviation
    /// Number of distinct words divided by the number of words, 0...1; 1 for an empty text.
    case lexicalDiversity

    // MARK: Ratios of characters

    /// Share of letters that are upper-case, 0...1.
    case uppercaseRatio
    /// Share of visible characters that are decimal digits, 0...1.
    case digitRatio
    /// Share of visible characters that are punctuation (. , ; : ! ? ' " - and similar characters outside
    /// ASCII), 0...1.
    case punctuationRatio
    /// Share of visible characters that are ASCII symbols, which are rare in prose ({ } [ ] ( ) < > = + * / \
    /// | & % $ # @ ^ ~ _ `), 0...1.
    case symbolRatio
    /// Share of characters that are white space, 0...1.
    case whitespaceRatio
    /// Share of characters outside ASCII, 0...1.
    case nonASCIIRatio

    // MARK: Punctuation

    /// Number of question marks in any script.
    case questionMarkCount
    /// Number of exclamation marks in any script.
    case exclamationMarkCount
    /// Number of ellipses: runs of two or more full stops, and U+2026.
    case ellipsisCount
    /// Number of double quotation marks: straight, curly, and guillemets.
    case quotationMarkCount
    /// Number of round, square and curly brackets.
    case bracketCount

    // MARK: Entities

    /// Number of URLs with a scheme or with `www.` at the beginning.
    case urlCount
    /// Number of e-mail addresses.
    case emailAddressCount
    /// Number of mentions: `@name` after white space or opening punctuation.
    case mentionCount
    /// Number of hashtags: `#name` with a letter, after white space or opening punctuation.
    case hashtagCount
    /// Number of emoji.
    case emojiCount
    /// Number of emoticons, such as `:-)`, `;D` or `<3`.
    case emoticonCount
    /// Share of words that contain a digit, 0...1.
    case numberWordRatio
    /// Number of times of day, such as `14:05`.
    case timeCount

    // MARK: Mail

    /// Number of lines with a known mail header field, such as `Subject: ...`.
    case headerLineCount
    /// Number of lines that begin with `>`.
    case quotedLineCount
    /// 1 if one of the first three lines is a greeting (`Dear ...,`, `Hi Ana,`), else 0. Header lines and
    /// quoted lines are skipped. 0 for a text of one line.
    case greeting
    /// 1 if one of the last eight lines is a closing (`Best regards,`), else 0. 0 for a text of one line.
    case closing
    /// 1 if a line is the signature separator `--`, else 0.
    case signature

    // MARK: Chat

    /// Share of words that are chat spellings or abbreviations (`u`, `lol`, `thx`), 0...1.
    case chatWordRatio
    /// Number of words with the same letter three or more times in a row, such as `sooo`.
    case elongationCount
    /// Share of lines that begin with a speaker, such as `<nick>`, `Ana:` or `[12:03] nick:`, 0...1.
    case speakerLineRatio
    /// 1 if the first letter of the text is lower-case, else 0.
    case lowercaseStart
    /// Share of sentences whose first word has lower-case letters and does not begin with a capital, 0...1.
    case uncapitalizedSentenceRatio
    /// Share of words that are first-person singular pronouns, 0...1.
    case firstPersonRatio
    /// Share of words that are second-person pronouns, 0...1.
    case secondPersonRatio
    /// Share of words that are contractions (`don't`, `it's`, `gonna`), 0...1.
    case contractionRatio

    // MARK: Search queries

    /// 1 if the first word is a question word (`how`, `what`, `where`), else 0.
    case questionWordStart
    /// 1 if the text ends with sentence-final punctuation (. ! ? … and similar), else 0.
    case finalStop
    /// Share of words that are function words (`the`, `of`, `is`), 0...1.
    case functionWordRatio
    /// 1 if the text has no punctuation and no symbols, else 0.
    case unpunctuated

    // MARK: Code

    /// Share of lines that begin with a tab or at least two spaces, 0...1.
    case indentedLineRatio
    /// Share of lines that end with `;`, `{`, `}`, `,`, `>`, `\`, `=`, or `)` but not `:)`, 0...1.
    case codeLineEndRatio
    /// Share of words that are keywords of programming languages and rare in prose, 0...1.
    case codeKeywordRatio
    /// Share of lines that are comments (`//`, `#`, `/*`, `--`, `<!--`), 0...1.
    case commentLineRatio
    /// Share of words that are identifiers: in camel or snake case, or followed by `::`, `->` or `(`, 0...1.
    case identifierRatio

    // MARK: Documents

    /// Share of lines that are headings, 0...1. A heading begins with `#` or `==`, is underlined, or is a
    /// short line without final punctuation between blank lines.
    case headingLineRatio
    /// Share of lines that begin with a list marker, 0...1.
    case listLineRatio
    /// Share of words that begin with a capital and contain a lower-case letter, 0...1. The first word of a
    /// sentence is not counted as such a word.
    case capitalizedWordRatio
    /// Mean length of a paragraph in words.
    case meanParagraphLength
    /// Share of words that have at least five letters and end in -ed, as in the English past tense, 0...1.
    case pastTenseRatio

    // MARK: Lines

    /// Length of the longest line in characters.
    case longestLineLength
    /// Share of all lines that are blank, 0...1.
    case blankLineRatio
    /// Share of lines of the form `Name: value`, 0...1.
    case keyValueLineRatio
    /// Share of lines without a letter or a digit, 0...1.
    case symbolLineRatio
    /// Share of lines with 55 to 80 characters, as in wrapped mail and manuals, 0...1.
    case wrappedLineRatio
    /// Share of lines that read like sentences: at least four words, with function words and hardly any
    /// symbols, 0...1.
    case proseLineRatio
    /// Share of lines that look like statements, declarations, markup or settings, 0...1.
    case codeLineRatio

    // MARK: Parts of speech (English)

    /// Share of words that are articles, 0...1.
    case articleRatio
    /// Share of words that are auxiliary or modal verbs, 0...1.
    case auxiliaryRatio
    /// Share of words that are prepositions, 0...1.
    case prepositionRatio
    /// Share of words that are conjunctions, 0...1.
    case conjunctionRatio
    /// Share of words that are third-person pronouns, 0...1.
    case thirdPersonRatio
    /// Share of words that are first-person plural pronouns, 0...1.
    case firstPersonPluralRatio
    /// Share of words with at least nine characters, 0...1.
    case longWordRatio
    /// Share of words that have at least five letters and end in -ing, 0...1.
    case progressiveRatio
    /// Share of words that have at least two letters and consist of capitals, 0...1.
    case allCapsWordRatio
    /// Share of words that begin with a capital, including first words of sentences, 0...1.
    case titleCaseRatio
    /// Number of one-letter first-person pronouns in lower case, such as `i`.
    case lowercasePronounCount
    /// Number of contractions without an apostrophe, such as `dont`.
    case missingApostropheCount

    // MARK: Topics (English)

    /// Share of words that are typical of private arrangements, 0...1.
    case arrangementWordRatio
    /// Share of words that are typical of public opinion, 0...1.
    case opinionWordRatio
    /// Share of words that are typical of business correspondence, 0...1.
    case correspondenceWordRatio
    /// Share of words that are typical of reports and narratives, 0...1.
    case reportWordRatio
    /// Share of words that are typical of instructions and specifications, 0...1.
    case instructionWordRatio

    // MARK: Punctuation and entities, in detail

    /// Number of runs of two or more `!` or `?`.
    case repeatedMarkCount
    /// Number of commas.
    case commaCount
    /// Number of dashes: hyphens with white space on both sides, U+2013 and U+2014.
    case dashCount
    /// Number of opening parentheses.
    case parenthesisCount
    /// Number of opening parentheses directly after a word.
    case callCount
    /// Number of opening curly brackets.
    case braceCount
    /// Number of semicolons at line ends.
    case statementEndCount
    /// Number of assignment and comparison operators after a word or between blanks (`=`, `:=`, `==`, `=>`).
    case assignmentCount
    /// Number of markup tags (`<p>`, `</div>`).
    case tagCount
    /// Number of curly single and double quotation marks.
    case curlyQuoteCount
    /// Number of punctuation marks (. , ? !) with white space on both sides.
    case spacedMarkCount
    /// Number of commas, question marks and exclamation marks directly between two letters.
    case tightMarkCount
    /// Number of amounts of money: numbers with a currency sign before or after them.
    case moneyCount
    /// Number of years from 1800 to 2099.
    case yearCount
    /// Number of possible phone numbers: 9 to 15 digits, grouped or not.
    case phoneCount
    /// Number of paths and file names.
    case pathCount
    /// Number of lines that introduce quoted mail (`On ... wrote:`, `Original Message`).
    case attributionCount
    /// 1 if a line begins with a subject prefix (`Re:`, `Fwd:`, `Subject:`), else 0.
    case subjectPrefix
    /// 1 if the first word is a greeting, else 0.
    case greetingStart
    /// 1 if the text is one line that begins with a name and a colon or comma, as in group chat, else 0.
    case addresseeStart

    // MARK: Formality

    /// Formality from 0 (most informal) to 1 (most formal), 0...1. 0.5 is neutral. A text that is not English
    /// or has no words has the value 0.5.
    case formalityScore

    // MARK: Sentences and readability

    /// Standard deviation of the lengths of sentences in words.
    case sentenceLengthDeviation
    /// Mean number of syllables of a word, estimated for English from groups of vowels.
    case syllablesPerWord
    /// Flesch reading ease for English: 206.835 - 1.015 words per sentence - 84.6 syllables per word. Usually
    /// 0 to 100, at most 121.22. Higher values mean easier texts. 0 if the text has no words.
    case fleschReadingEase

    // MARK: Further entities

    /// Number of dates, such as `2024-05-31`, `31/5/2024`, `31.05.24`, `5 May` or `May 5th, 2024`.
    case dateCount
    /// Share of lines that begin with a time of day, such as `[12:03]`, `12:03:59` or `2024-05-31 12:03`,
    /// 0...1.
    case timestampLineRatio

    // MARK: Search queries, in detail

    /// 1 if the text has words but no auxiliary verb, not even in a contraction, else 0.
    case verbless
    /// Share of words that are content words: neither function words nor numbers, 0...1.
    case contentWordRatio

    // MARK: Code, in detail

    /// Share of words in camel case (`fooBar`, `FooBar`): letters of both cases with a capital after the
    /// first letter, 0...1.
    case camelCaseRatio
    /// Share of words with an underscore (`snake_case`, `MAX_SIZE`), 0...1.
    case snakeCaseRatio
    /// Share of lines that end with a curly bracket, 0...1.
    case braceLineEndRatio
    /// Share of lines that end with a semicolon, 0...1.
    case semicolonLineEndRatio
    /// Mean indentation of a line: white space before the first visible character, in characters.
    case meanIndentation

    // MARK: Scripts and language

    /// Number of scripts (writing systems) to which the letters of the text belong.
    case scriptCount
    /// Share of letters that belong to the most frequent script, 0...1.
    case dominantScriptRatio
    /// Probability that the detected language is right, 0...1. 0 if no language was detected.
    case languageConfidence

    // MARK: Readability in other languages

    /// LIX readability for any language that separates words: words per sentence + 100 * share of words with
    /// more than six characters. Usually 20 (very easy) to 60 (very difficult). 0 if the text has no words.
    case lix
    /// RIX readability for any language that separates words: number of words with more than six characters,
    /// per sentence. Usually 0.2 (very easy) to 7.2 (very difficult). 0 if the text has no words.
    case rix

    /// The number of features that are always measured. These features are the first cases.
    package static let classificationCount = formalityScore.rawValue

    /// `true` if the feature is measured only if all features are requested.
    public var isOnRequest: Bool { rawValue >= Self.classificationCount }

    /// The name of the feature in rules and JSON.
    public var name: String { Self.names[rawValue] }

    /// `true` if the feature is a count. The value of a count is an integer.
    public var isCount: Bool { Self.counts[rawValue] }

    private static let counts: [Bool] = names.map { $0.hasSuffix("Count") }

    /// The names of all features, in the order of the cases.
    public static let names: [String] = allCases.map { "\($0)" }
}
