import Glibc
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkText

@Suite struct `Formality score` {
    private static func analysis(_ text: String) throws -> AnalyzedText {
        var analysis = AnalyzedText()
        try TextAnalyzer().analyze(text, into: &analysis)
        return analysis
    }

    /// Texts of different styles, written for this test.
    static let texts: [String] = [
        "", "   \n", "ok", "u coming 2nite?? lol :)",
        "The committee was informed of the decision on 12 May 2021.",
        "Dear Ms. Novak,\n\nPlease find attached the signed agreement.\n\nYours sincerely,\nJ. Hall",
        "it's sooo cool!!! check https://example.com/a?b=c or www.example.org pls", "Yes. No. Perhaps.",
        "She said: “I don't know…” – and left.", "func main() { print(\"hello\") } // prints", "1. 2. 3.",
        "!!!",
        "@anna did you get the msg? #late", "mail me at bob@example.com asap", "NOBODY EXPECTED THE RESULTS",
        "the U.S. delegation wasn't being told; J. R. Hall had left", "été naïve 漢字 and more words here",
    ]

    @Test func `text beyond the reach is ignored`() throws {
        let formal = "The committee has considered the report and recommends its approval. "
        let long = String(repeating: formal, count: Formality.maximumLength / formal.utf8.count + 1)
        let alone = Formality.score(try Self.analysis(long))
        let more = Formality.score(
            try Self.analysis(long + String(repeating: "lol u gonna luv it!!! ", count: 900)))
        #expect(alone.value > 0.7)
        #expect(alone.value == more.value)
        let explained = Formality.explain(try Self.analysis(long + "lol"))
        #expect(
            explained.contributions.allSatisfy {
                $0.spans.allSatisfy { $0.lowerBound < Formality.maximumLength }
            })
    }

    @Test(arguments: texts)
    func `contributions add up to the score bit for bit`(text: String) throws {
        let analysis = try Self.analysis(text)
        let score = Formality.score(analysis, language: "en")
        let explanation = Formality.explain(analysis, language: "en")
        #expect(explanation.score == score)
        #expect(explanation.contributions.reduce(0) { $0 + $1.logit } == explanation.logit)
        if score.isSupported {
            #expect(1 / (1 + exp(-explanation.logit)) == score.value)
            #expect(explanation.contributions.first?.name == "base")
        } else {
            #expect(explanation.contributions.isEmpty && score.value == 0.5)
        }
        #expect(try Formality.score(Self.analysis(text), language: "en") == score)
        #expect(analysis.features.formalityScore == Formality.score(analysis).value)
    }

    struct Place: Sendable {
        var text: String
        var feature: String
        var stretches: [String]

        init(_ text: String, _ feature: String, _ stretches: String...) {
            self.text = text
            self.feature = feature
            self.stretches = stretches
        }
    }

    static let places: [Place] = [
        Place("We are gonna win, u know.", "chatWords", "gonna", "u"),
        Place("It wasn't there and they don't care.", "negativeContractions", "wasn't", "don't"),
        Place("It’s late and that's bad.", "pronounContractions", "It’s", "that's"),
        Place("The girl's dog is ours.", "possessives", "girl's"),
        Place("We'll see what they've done.", "shortenedAuxiliaries", "We'll", "they've"),
        Place("The letter was not sent in time.", "passives", "was not sent"),
        Place("The house has been quickly painted.", "passives", "been quickly painted"),
        Place("In order to help, we wait.", "formalPhrases", "In order"),
        Place("That is kind of late.", "casualPhrases", "kind of"),
        Place("Stop!!! Now?! Why? No!", "markRuns", "!", "?"),
        Place("Stop!!! Now?! Why? No!", "questions", "?"),
        Place("Well... I see", "ellipses", "."),
        Place("Good :) very good ;-) 😀", "emoticons", ":", ";", "😀"),
        Place("i think it is fine! he left.", "lowercaseStarts", "i", "he"),
        Place("i think I'm fine", "lowercaseI", "i"),
        Place("soooo LOUD, soooooo BIG", "elongations", "soooo", "soooooo"),
        Place("We have a FREE seat for NASA.", "shoutedWords", "FREE", "NASA"),
        Place("Ask J. Hall in the U.S. today.", "initials", "J", "U.S"),
        Place("The management of the university", "nominalEndings", "management", "university"),
        Place("Please wait: the office is closed.", "colons", ":"),
        Place("It ends. It stops!", "stopEnds", "."),
        Place("my frnd knows smth", "vowellessWords", "frnd", "smth"),
        Place("my l33t skills", "digitSpellings", "l33t"),
    ]

    @Test(arguments: places)
    func `a contribution lists its places`(place: Place) throws {
        let analysis = try Self.analysis(place.text)
        let row = try #require(FormalityFeature.allCases.first { $0.name == place.feature })
        var walk = FormalityWalk(sink: FormalityTrace())
        AnalyzedText.View.withMemory(of: analysis) { walk.walk($0) }
        let spans = walk.sink.spans[row.rawValue]
        #expect(spans.map { analysis.text(in: $0) } == place.stretches, "in: \(place.text)")
    }

    static let addresses: [(String, Int)] = [
        ("see https://example.com/some/very?long=path now", 2), ("go to www.example.com/page today", 3),
        ("write to anna.berg@example.com soon", 3), ("@anna is here", 2), ("so #happy today", 2),
    ]

    @Test(arguments: addresses)
    func `web addresses, mentions and hashtags are not words`(text: String, words: Int) throws {
        #expect(FormalityMeasurement(try Self.analysis(text)).words == words)
    }

    static let languages: [(text: String, basis: FormalityBasis)] = [
        ("", .noWords), ("12:30 !!!", .noWords), ("https://example.com", .noWords),
        ("thx", .english), ("See you tomorrow at the office.", .english), ("lol ok", .english),
        ("We met in Los Angeles and drove to Las Vegas with Van der Berg.", .english),
        ("Wir haben gestern den ganzen Tag auf dich gewartet.", .otherLanguage),
        ("Nous avons reçu votre lettre et nous vous remercions.", .otherLanguage),
        ("Mañana no puedo ir, pero el lunes sí que voy.", .otherLanguage),
        ("Non posso venire domani, ma grazie per l'invito.", .otherLanguage),
        ("Ik heb het boek gisteren niet gelezen.", .otherLanguage),
        ("Jag har inte sett filmen och det är synd.", .otherLanguage),
        ("Nie wiem, czy to jest dobry pomysł.", .otherLanguage),
        ("Мы встретимся завтра у входа.", .otherLanguage), ("明日の会議は十時からです。", .otherLanguage),
        ("เจอกันพรุ่งนี้ที่ร้านกาแฟ", .otherLanguage), ("Θα τα πούμε αύριο.", .otherLanguage),
        ("أراك غدا في المكتب", .otherLanguage),
        ("Yarın ofiste görüşürüz, sonra konuşalım mı?", .otherLanguage),
    ]

    @Test(arguments: languages)
    func `the basis states if the text is English`(text: String, basis: FormalityBasis) throws {
        let score = Formality.score(try Self.analysis(text))
        #expect(score.basis == basis)
        #expect(basis == .english || score.value == 0.5)
    }

    @Test func `a given language overrides the detection`() throws {
        let german = try Self.analysis("Sehr geehrte Damen und Herren")
        #expect(Formality.score(german, language: "de") == FormalityScore(value: 0.5, basis: .otherLanguage))
        let english = try Self.analysis("Thank you for the letter.")
        #expect(Formality.score(english, language: "en-GB").isSupported)
        #expect(Formality.score(english, language: "EN_us").isSupported)
        #expect(Formality.score(english, language: "En").isSupported)
        #expect(!Formality.score(english, language: "eng").isSupported)
        #expect(!Formality.score(english, language: "fr").isSupported)
    }

    @Test func `the score is between 0 and 1 for every text`() throws {
        let pieces = [
            "a", "the ", "lol ", "!", "?", ".", " ", "\n", "@", "#", "9", "é", "漢", "😀", "'", "-", "…", "’s",
        ]
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0..<60, using: &random))
                .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
            let explanation = Formality.explain(try Self.analysis(text), language: "en")
            #expect(explanation.score.value > 0 && explanation.score.value < 1, "seed 7")
            for contribution in explanation.contributions {
                #expect(contribution.spans.allSatisfy { $0.lowerBound < $0.upperBound }, "seed 7")
                #expect(contribution.spans == contribution.spans.sorted(), "seed 7")
            }
        }
        let long = String(repeating: "The agreement was signed. ", count: 40_000)
        #expect(Formality.score(try Self.analysis(long)).value > 0.7)
    }
}

@Suite struct `Formality tables` {
    @Test func `every feature has a row, and its weight has the allowed sign`() {
        #expect(FormalityWeights.rows.count == FormalityFeature.count)
        #expect(FormalityFeature.allCases.count == FormalityFeature.count)
        for feature in FormalityFeature.allCases {
            let row = FormalityWeights.rows[feature.rawValue]
            #expect(!feature.summary.isEmpty, "\(feature)")
            #expect(row.halfway > 0, "\(feature)")
            switch feature.tendency {
            case .formal: #expect(row.weight >= feature.minimumMagnitude, "\(feature)")
            case .informal: #expect(row.weight <= -feature.minimumMagnitude, "\(feature)")
            case .either: #expect(feature.minimumMagnitude == 0, "\(feature)")
            }
        }
        #expect(FormalityFeature.wordClassCount < 54, "the higher bits are reserved for marks")
    }

    @Test func `every word class has a list of distinct normal forms`()
        throws
    {
        let listed = Set(FormalityLists.classes.map(\.0))
        #expect(listed == Set(FormalityFeature.allCases.prefix(FormalityFeature.wordClassCount)))
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        for (feature, list) in FormalityLists.classes {
            let words = list.split(whereSeparator: \.isWhitespace).map(String.init)
            #expect(Set(words).count == words.count, "\(feature)")
            for word in words {
                analyzer.analyze(word, into: &analysis)
                let found = analysis.words.map { analysis.normalForm(of: analysis.tokens[Int($0)]) }
                #expect(found == [word], "\(feature) has \(word)")
            }
        }
    }

    @Test func `no word is in both a formal and an informal class`() {
        var formal: Set<Substring> = []
        var informal: Set<Substring> = []
        for (feature, list) in FormalityLists.classes {
            let words = list.split(whereSeparator: \.isWhitespace)
            if feature.tendency == .formal { formal.formUnion(words) }
            if feature.tendency == .informal { informal.formUnion(words) }
        }
        let both = formal.intersection(informal).sorted()
        #expect(both.isEmpty, "\(both)")
    }

    @Test func `the lexicon is at most half full and has no collisions`() {
        var words: Set<Substring> = []
        for (_, list) in FormalityLists.classes {
            words.formUnion(list.split(whereSeparator: \.isWhitespace))
        }
        for (_, list) in FormalityLists.marks { words.formUnion(list.split(whereSeparator: \.isWhitespace)) }
        var pairs: Set<Substring> = []
        for list in [FormalityLists.formalPhrases, FormalityLists.casualPhrases] {
            for line in list.split(separator: "\n") {
                for pair in line.split(separator: "|") {
                    #expect(pairs.insert(pair).inserted, "\(pair) stands twice")
                    words.formUnion(pair.split(separator: " "))
                }
            }
        }
        #expect(FormalityLexicon.standard.count == words.count + pairs.count)
        #expect(FormalityLexicon.standard.count <= FormalityLexicon.capacity / 2)
    }
}
