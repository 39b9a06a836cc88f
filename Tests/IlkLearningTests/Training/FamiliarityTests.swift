import IlkModels
import IlkPipeline
import IlkText
import IlkTraining
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkLearning

@Suite("Familiarity") struct FamiliarityTests {
    private static let words = [
        "the", "garden", "needs", "water", "after", "a", "long", "dry", "summer", "and", "some", "roses",
        "have", "lost", "their", "leaves", "we", "should", "order", "new", "plants", "before", "spring",
        "ferry", "leaves", "from", "western", "harbour", "with", "twenty", "passengers", "captain", "waits",
        "until", "morning", "tide", "rises", "over", "stone", "quay", "market", "opens", "early", "on",
        "saturday", "fresh", "bread", "cheese", "honey", "sold", "there", "by", "farmers",
    ]

    private static func texts(_ count: Int, seed: UInt64 = 1) -> [LabeledText] {
        var random = SeededSplitMix64(seed: seed)
        return (0..<count).map { index in
            let label = index % 2
            let picked = (0..<8 + random.index(below: 12)).map { _ in
                words[
                    random.index(below: words.count / 2) * 2
                        + (random.index(below: 4) == 0 ? 1 - label : label)]
            }
            return LabeledText(
                text: picked.joined(separator: " ") + ".", category: label == 0 ? "land" : "sea")
        }
    }

    private static let taxonomy = Taxonomy(name: "places", categories: ["land", "sea"])

    private static func train(_ texts: [LabeledText], maximumBytes: Int? = nil) throws -> [UInt8] {
        let settings = BayesSettings(featureGroups: [.style, .unigrams], minimumFrequency: 1)
        return try TrainingRun(taxonomy: taxonomy, settings: settings, search: nil).run(
            texts, options: ModelFileOptions(maximumBytes: maximumBytes)
        ).bytes
    }

    private static func pipeline(_ bytes: [UInt8]) throws -> Pipeline {
        Pipeline(classifier: ModelClassifier(try ModelReader.read(ModelStorage(copying: bytes))))
    }

    private static let strange = [
        "xkqjz wvbnt rrtzp qlmvx zzkpw htrwq vbxcz pqkrt mnzxw",
        "7f 45 4c 46 02 01 01 00 00 00 00 00 3e 00 01 00",
        "aGVsbG8gd29ybGQgdGhpcyBpcyBiYXNlNjQgdGV4dA==", "สวัสดีครับ วันนี้อากาศดีมาก",
        "h\0e\0l\0l\0o\0 \0w\0o\0r\0l\0d\0", "\u{FFFD}\u{FFFD}\u{1}\u{FFFD}\u{8}\u{FFFD}q\u{FFFD}\u{FFFD}",
        "asdfjkl qwerty zxcvnm asdf hjkl qwop", "Tämä on suomenkielinen lause, jota malli ei tunne.",
    ]

    @Test func `a text that does not resemble the training texts is unfamiliar, with a guess`() throws {
        let pipeline = try Self.pipeline(Self.train(Self.texts(600)))
        for text in Self.strange {
            let verdict = try pipeline.classify(text)
            #expect(verdict.abstention == .unfamiliar && verdict.prediction == nil, "\(text)")
            #expect(verdict.familiarity.map { $0 < 0 } == true && verdict.guess?.category == verdict.category)
        }
        let known = try Self.texts(200, seed: 2).map { try pipeline.classify($0.text) }
        #expect(known.count { $0.abstention == .unfamiliar } <= 4)
        #expect(known.allSatisfy { $0.familiarity != nil })
    }

    @Test(arguments: [
        "ไม่หิว", "กิน55", "ไป!", "#กิน", "5 จุด 5", "привет", "ок", "γεια", "שלום", "أهلا", "ひま", "안녕", "你好",
    ])
    func `a few letters of a script that the model has not learned are unfamiliar`(text: String) throws {
        #expect(try Self.standard.get().classify(text).abstention == .unfamiliar)
    }

    private static let standard = Result { try Pipeline.standard() }

    @Test(arguments: [
        "555", "12:30", "!!!", "😀😀", "💪💪✊", "… – “”", "€ 5 ± 1", "½", "π = 3.14", "30º", "ok", "café",
        "größer",
        "I ♥ กิน",
    ])
    func `digits, punctuation, emoji and single letters have no effect on familiarity`(text: String) throws {
        let familiarity = try #require(BuiltIn.model().familiarity)
        var text = text
        let measures = text.withUTF8 { familiarity.measure($0) }
        #expect(measures.greatestLogOdds >= 0)
    }

    @Test func `a letter that the end of the read bytes cuts is not counted`() throws {
        let familiarity = try #require(BuiltIn.model().familiarity)
        for count in 490...500 {
            var text = String(repeating: "a", count: count) + "กขค"
            let measures = text.withUTF8 { familiarity.measure($0) }
            #expect(measures.rareLetters == (Familiarity.reach - count) / 3, "\(count)")
        }
    }

    @Test func `the table does not depend on the order of the texts`() throws {
        let texts = Self.texts(500)
        let table = try section(texts)
        #expect(try table == section(texts.reversed()) && table != nil)
    }

    private func section(_ texts: [LabeledText]) throws -> [UInt8]? {
        try FamiliarityTraining.section(of: texts, mostBytes: nil) {}
    }

    @Test func `linear models have the table too`() throws {
        let bytes = try LinearTrainingRun(taxonomy: Self.taxonomy).train(Self.texts(500)).bytes
        let pipeline = try Self.pipeline(bytes)
        #expect(try pipeline.classify(Self.strange[0]).abstention == .unfamiliar)
        #expect(try pipeline.classify(Self.texts(1, seed: 3)[0].text).abstention == nil)
    }

    @Test func `few texts give no table, and a size limit covers it`() throws {
        let few = try ModelReader.read(ModelStorage(copying: Self.train(Self.texts(90))))
        #expect(few.familiarity == nil)
        let texts = Self.texts(600)
        let whole = try Self.train(texts)
        for limit in [whole.count, 40_000, 20_000] {
            #expect(try Self.train(texts, maximumBytes: limit).count <= limit)
        }
    }

    @Test func `a retrained model keeps the table of its base version`() throws {
        let base = try BayesModel(ModelStorage(copying: Self.train(Self.texts(500))))
        let counts = RetrainingCounts(
            taxonomy: base.taxonomy, featureGroups: base.manifest.settings.featureGroups)
        let read = try #require(try base.counts())
        let bytes = try counts.model(addedTo: base, counts: read, weights: [0, 0])
        let retrained = try BayesModel(ModelStorage(copying: bytes))
        #expect(try Familiarity.section(of: retrained.storage) == Familiarity.section(of: base.storage))
        #expect(retrained.familiarity != nil)
    }

    @Test func `corrupted copies are deterministic and differ from their text`() {
        for text in Self.texts(100).map({ Array($0.text.utf8) }) {
            var (first, second) = (TextCorruption(text), TextCorruption(text))
            let copy = first.corrupted()
            #expect(copy == second.corrupted() && copy != text && !copy.isEmpty)
        }
    }
}
