import Foundation
import Testing

@testable import IlkVocabulary

@Suite("Phrases of evidence") struct PhraseTests {
    /// Ranges of each type of fractions, and of larger numbers.
    private static let fractions: [ValueRange] = [
        .unmeasured, .zero, .upTo(0.015), .upTo(1), .between(0.005, 0.01), .between(0.1, 0.4),
        .between(1.02, 1.06), .over(0), .over(0.99),
    ]
    private static let numbers: [ValueRange] = [
        .unmeasured, .zero, .upTo(1), .upTo(40), .between(1, 2), .between(10, 12), .between(60, 100),
        .over(0),
        .over(1), .over(7), .over(250),
    ]
    private static let derived = [
        "exclamationMarkCountPerWord", "commaCountPerWord", "callCountPerWord", "sentencesPerWord",
        "quotedLineRatio", "arrangementOverOpinion",
    ]
    /// The maximum width of the phrase of a feature in columns.
    private static let width = 65

    @Test(arguments: TextFeature.names + derived)
    func `each range of a feature has a readable phrase`(feature: String) throws {
        let isFraction = TextFeature.allCases.first { $0.name == feature }.map { $0.unit == .percent } ?? true
        for range in isFraction ? Self.fractions : Self.numbers {
            let phrase = try #require(StylePhrase.text("\(feature):\(range.id)"), "\(feature):\(range.id)")
            // `greeting`, `closing` and `signature` are plain words too.
            #expect(!phrase.contains(feature) || feature.allSatisfy(\.isLowercase), "\(phrase)")
            #expect(!phrase.contains("#") && !phrase.contains("  "), "\(phrase)")
            #expect(phrase.firstMatch(of: #/[a-z][A-Z]/#) == nil, "\(phrase)")
            #expect(phrase.count <= Self.width && !phrase.isEmpty, "\(phrase): \(phrase.count)")
        }
    }

    @Test func `a word of a shell has an escaped quote, also before a combining mark`() {
        #expect(ShellText.word("a-b.c") == "a-b.c" && ShellText.word("a b") == "'a b'")
        #expect(ShellText.word("it's") == #"'it'\''s'"# && ShellText.word("'\u{301}") == "''\\''\u{301}'")
    }

    @Test(arguments: fractions + numbers) func `an id names its range`(range: ValueRange) {
        #expect(ValueRange(id: range.id) == range, "\(range.id)")
    }

    @Test(arguments: ["", "..", "1", "2..1", "a..b", "1...2", "-", "none.."])
    func `an invalid id of a range is rejected`(id: String) {
        #expect(ValueRange(id: id) == nil)
    }

    private func phrase(
        _ type: Evidence.EvidenceType, _ name: String, _ detail: String? = nil
    ) -> String {
        Evidence(type: type, id: name, detail: detail, spans: [], weights: []).phrase
    }

    @Test(arguments: [
        ("wordCount:60..100", "61 to 100 words"), ("wordCount:1..2", "2 words"),
        ("wordCount:..1", "the text is a single word"),
        ("wordCount:0", "no words"), ("wordCount:250..", "more than 250 words"),
        ("wordCount:10..12", "11 or 12 words"), ("urlCount:1..", "2 or more links"),
        ("commentLineRatio:0.1..0.4", "10 to 40 % of the lines are comments"),
        ("punctuationRatio:0.015..0.03", "1.5 to 3 % of the characters are punctuation"),
        ("blankLineRatio:none", "the text is a single line"), ("lineCount:..1", "the text is a single line"),
        ("lineCount:3..5", "4 or 5 non-blank lines"), ("sentenceCount:..1", "the text is a single sentence"),
        ("lexicalDiversity:none", "the text is short"),
        ("greeting:0..", "has a greeting line such as “Dear Ana,”"),
        ("commaCountPerWord:0.02..0.04", "2 to 4 commas per 100 words"),
        (
            "arrangementOverOpinion:1.3..",
            "far more words about plans than words of opinion"
        ),
        (
            "arrangementOverOpinion:0.98..1.02",
            "as many words about plans as words of opinion, or neither"
        ),
        (
            "bothEnds:lp,a",
            "the text starts with a lower-case letter, ends with a comma and has punctuation but no capitals"
        ),
        (
            "endsAndCapitals:AE0",
            "the text starts with a capital letter, ends with an ellipsis and has no capitalized words inside "
                + "sentences"
        ),
        ("firstTwo:oP", "the text starts with an exclamation such as “hey”, then punctuation"),
        ("sentencesPerWord:0.03..0.05", "20 to 33 words for each sentence"),
        ("sentencesPerWord:0.2..", "fewer than 5 words for each sentence"),
        ("firstTwo:AA", "the text starts with a capitalized word, then another"),
        ("firstTwo:PP", "the text starts with punctuation, then more punctuation"),
        ("firstTwo:di", "the text starts with “this”, “that” or a similar word, then “I”, “me” or “my”"),
        ("firstTwo:a-", "the text consists of an uncapitalized word"),
        ("last::", "the text ends with a colon"),
        ("last:a", "the text ends with a letter, without punctuation"),
        ("first:0", "the text starts with a digit"),
        ("firstWord:q", "the text starts with a question word such as “how”"),
        ("lastWord:A", "the last word starts with a capital"), ("lastWord:C", "the last word is in capitals"),
        ("lastWord:f", "the last word is a very common word"),
        ("unknownFeature:3", "unknownFeature:3"), ("last:", "last:"),
    ])
    func `a style feature has a phrase`(name: String, phrase: String) {
        #expect(self.phrase(.feature, name) == phrase)
    }

    @Test(arguments: [
        ("proseLineRatio:0.9..", "the only line is plain prose of four words or more"),
        ("uncapitalizedSentenceRatio:0.99..", "the only sentence starts in lower case"),
        ("meanSentenceLength:8..12", "a single sentence of 8 to 12 words"),
        ("sentencesPerWord:0.08..0.12", "a single sentence of 8 to 13 words"),
        ("meanParagraphLength:30..60", "the only paragraph has 30 to 60 words"),
        ("quotedLineRatio:0.5..", "the only line is quoted with >"),
        ("meanWordLength:7..", "a single word of more than 7 characters"),
        ("exclamationMarkCountPerWord:0.03..0.08", "1 exclamation mark"),
        ("commaCountPerWord:0.02..0.04", "1 comma"),
        ("callCountPerWord:0.02..0.06", "1 parenthesis right behind a word, as in f(x)"),
        ("proseLineRatio:0", nil), ("meanParagraphLength:none", nil), ("wordCount:60..100", nil),
        ("lastWord:A", nil), ("unknownFeature:3", nil),
    ])
    func `a share, mean or rate of one line, sentence, paragraph, word or mark says so`(
        name: String, phrase: String?
    ) {
        #expect(StylePhrase.text(name, quoting: nil) { _ in true } == phrase)
        #expect(StylePhrase.text(name, quoting: nil) { _ in false } == nil)
    }

    @Test(arguments: [
        ("wordCount 60 to 100", "wordCount:60..100"), ("wordCount up to 1", "wordCount:..1"),
        ("blankLineRatio does not apply", "blankLineRatio:none"),
        ("arrangementOverOpinion over 1.3", "arrangementOverOpinion:1.3.."), ("urlCount 0", "urlCount:0"),
    ])
    func `a name of an earlier version has the same phrase`(name: String, id: String) {
        #expect(phrase(.feature, name) == phrase(.feature, id) && phrase(.feature, name) != name)
    }

    @Test func `an unknown name is its own phrase`() {
        for name in ["first words: an article, a word", "wordCount to", "", " ", "x over 1"] {
            #expect(phrase(.feature, name) == name)
        }
        #expect(phrase(.rule, "email.greeting") == "email.greeting")
    }

    @Test(arguments: [
        ("invoice", "word “invoice”"), ("<url>", "a link"), ("00", "a two-digit number"),
        ("0.00", "a number like “0.00”"), ("v0", "word like “v0” with any number"),
        ("unigrams:a:b", "word “a:b”"), ("bigrams:", "word “bigrams:”"),
        ("bigrams:click␣here", "words “click here”"), ("bigrams:⟨␣hi", "the text starts with “hi”"),
        ("bigrams:see␣<url>", "“see” followed by a link"), ("bigrams:no␣?", "“no” followed by “?”"),
        ("characterNgrams:ing␣", "letters “ing ”"),
        ("characterNgrams:⟨he", "letters “he” at the start of the text"),
        ("characterNgrams:.⏎t", "characters “.”, a line end, “t”"), ("characterNgrams:␣", "a space"),
        ("characterNgrams:!⟩", "character “!” at the end of the text"),
        ("characterNgrams:⟨", "the start of the text"),
        ("characterNgrams:00:", "characters “00:”, 0 for any digit"),
        ("wordNgrams:invoice", "letters in “invoice”"), ("wordNgrams:!!!", "characters “!!!”"),
        ("wordNgrams:n", "letter “n”"), ("wordNgrams:;", "character “;”"),
        ("wordNgrams:00", "parts of a two-digit number"), ("wordNgrams:<url>", "parts of a link"),
        ("skeletonBigrams:a3␣the", "a word of 2 or 3 letters followed by “the”"),
        ("skeletonBigrams:are␣we", "words “are we”"), ("skeletonBigrams:lol␣$", "the text ends with “lol”"),
        ("skeletonBigrams:+the␣A6", "“The” followed by a capitalized word of 4 to 6 letters"),
        ("skeletonBigrams:a6␣!++_", "a word of 4 to 6 letters followed by “!!!”"),
        ("skeletonBigrams:a6␣_(", "a word of 4 to 6 letters followed by “(”"),
        ("skeletonBigrams:a1␣_=_", "a one-letter word followed by “ = ”"),
        ("skeletonBigrams:\"_␣said", "a quotation mark followed by “said”"),
        ("skeletonBigrams:N␣I", "an indented line"),
        ("skeletonBigrams:I␣if", "an indented line starts with “if”"),
        ("skeletonBigrams:;␣N", "a line ends with “;”"),
        ("skeletonBigrams:NN␣U", "a paragraph starts with a link"),
        ("skeletonBigrams:^␣0x", "the text starts with a number of six digits or more"),
    ])
    func `a token has a phrase`(name: String, phrase: String) {
        #expect(self.phrase(.token, name) == phrase)
    }

    @Test(arguments: TokenName.Group.allCases, ["invoice", "a b", "\u{2} x", "a:b", "\n"])
    func `the id of a token is parsed to the same name`(group: TokenName.Group, feature: String) {
        let name = TokenName(feature, in: group)
        #expect(TokenName(id: name.id) == name, "\(name.id)")
    }

    @Test func `an example and the description of a rule complete a phrase`() {
        #expect(
            phrase(.token, "skeletonBigrams:0␣the", "3 the")
                == "a one-digit number followed by “the”: “3 the”")
        #expect(
            StylePhrase.text("lastWord:A", quoting: "Ku") { _ in false }
                == "the last word starts with a capital: “Ku”")
        #expect(phrase(.token, "wordNgrams:tide", "ide") == "letters such as “ide” in “tide”")
        #expect(phrase(.token, "wordNgrams:tide", "tide") == "letters “tide”")
        #expect(
            StylePhrase.text("firstTwo:ca", quoting: "or logout") { _ in false }
                == "the text starts with a conjunction, then an uncapitalized word: “or logout”")
        #expect(
            StylePhrase.text("firstTwo:PA", quoting: "“Tides") { _ in false }
                == "the text starts with punctuation, then a capitalized word: ‘“Tides’")
        #expect(phrase(.rule, "email.greeting", "Begins with a greeting") == "Begins with a greeting")
    }

    @Test(arguments: [
        ("tide", "tide"), ("a\r\nb\nc", "a⏎b⏎c"),
        ("https://example.org/a/long/path/to/a/page", "https://example.org/a/long/path…"),
    ])
    func `an example is on one line and not long`(text: String, example: String) {
        #expect(Evidence.example(text) == example)
    }

    @Test func `evidence in JSON has a phrase, and evidence without one is read`() throws {
        let pieces = [
            Evidence(type: .rule, id: "a.b", detail: "Says so", spans: [TextSpan(0, 2)], weights: [0.5]),
            Evidence(type: .rule, id: "a.b", spans: [], weights: [0.5]),
            Evidence(type: .token, id: "skeletonBigrams:0␣the", detail: "3 the", spans: [], weights: [1]),
            Evidence(type: .token, id: "skeletonBigrams:0␣the", detail: "3 “the", spans: [], weights: [1]),
            Evidence(type: .token, id: "tide", spans: [], weights: [1]),
            Evidence(type: .token, id: "wordNgrams:tide", detail: "ide", spans: [], weights: [1]),
            Evidence(type: .token, id: "wordNgrams:tide", detail: "tide", spans: [], weights: [1]),
            Evidence(type: .token, id: "wordNgrams:tide", spans: [], weights: [1]),
            Evidence(type: .feature, id: "wordCount:1..2", spans: [], weights: [1]),
            Evidence(
                type: .feature, id: "lastWord:A", detail: "the last word starts with a capital: “Ku”",
                spans: [], weights: [1]),
            Evidence(type: .prior, id: "prior", spans: [], weights: [1]),
        ]
        let data = try JSONEncoder().encode(pieces)
        #expect(try JSONDecoder().decode([Evidence].self, from: data) == pieces)
        let objects = try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        #expect(objects.map { $0["phrase"] as? String } == pieces.map(\.phrase))
        let old = #"{"type":"feature","name":"wordCount 60 to 100","spans":[],"weights":[0.5]}"#
        let read = try JSONDecoder().decode(Evidence.self, from: Data(old.utf8))
        #expect(read.id == "wordCount 60 to 100" && read.phrase == "61 to 100 words")
    }

    @Test func `the example in a phrase of an earlier version is kept`() throws {
        let old =
            #"{"type":"token","name":"skeletonBigrams:0␣$","phrase":"text ends with a one-digit number, such as "#
            + #"“3”","spans":[],"weights":[1]}"#
        let read = try JSONDecoder().decode(Evidence.self, from: Data(old.utf8))
        #expect(read.detail == "3" && read.phrase == "the text ends with a one-digit number: “3”")
    }
}
