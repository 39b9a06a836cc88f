import AllocationCounter
import IlkText
import IlkVocabulary
import Testing

@Suite struct `Language guesser` {
    private let guesser = LanguageGuesser.standard

    @Test(arguments: LanguageSentences.european + LanguageSentences.others)
    func `sentences of ten or more words are identified with high confidence`(
        code: String, texts: [String]
    ) {
        guard texts.count > 2 else { return }
        let guess = guesser.guess(texts[2])
        #expect(guess.tag == code, "\(texts[2]): \(guess)")
        #expect(guess.confidence > 0.75, "\(texts[2]): \(guess)")
    }

    @Test func `most texts of two to six words are identified`() {
        var right = 0
        var wrong: [String] = []
        for (code, texts) in LanguageSentences.european + LanguageSentences.others {
            for text in texts.prefix(2) {
                let guess = guesser.guess(text)
                if guess.tag == code { right += 1 } else { wrong.append("\(code): \(text) \(guess)") }
            }
        }
        // Only ever increase this limit.
        #expect(Double(right) / Double(right + wrong.count) >= 0.88, "\(wrong.joined(separator: "\n"))")
    }

    @Test(arguments: [
        "", " \n\t", "12345 67890", "3.14159", "2026-11-21 17:05:33", "+++ --- ***", "🙂🙂🎉", "a1b2c3d4e5f6",
        "https://example.com/a/b?c=d", "@someone #topic", "x=1;y=2;", "int main(void) { return 0; }",
        "const f = (a, b) => a + b;", "def __init__(self): self.x = 1",
        "if (p->next != NULL) { free(p->data); p = p->next; }",
        "0x7ffe3b2c 0xdeadbeef", "user_name = get_user_name(user_id)",
    ])
    func `code, numbers and symbols have no language`(text: String) {
        #expect(guesser.guess(text).language == nil, "\(guesser.guess(text))")
        #expect(guesser.guess(text).confidence == 0)
        #expect(guesser.guess(text).tag == "und")
    }

    @Test(arguments: ["xkqzj", "John Smith", "Nguyen Kowalski", "lol", "ok", "Zqwx Vbnm", "Sarah"])
    func `names and ambiguous words have low confidence`(text: String) {
        #expect(guesser.guess(text).confidence < 0.65, "\(guesser.guess(text))")
    }

    @Test(arguments: [
        ("The word “Schadenfreude” is German, but this sentence is in English all the same.", "en"),
        ("Он сказал: «Hello, world!» — и ушёл домой, никому больше ничего не объяснив.", "ru"),
        ("Das Programm heißt „Hello World“ und gibt nur einen einzigen Satz auf dem Bildschirm aus.", "de"),
        ("東京タワーのwebサイトはこちらです。", "ja"),
    ])
    func `the larger part of a mixed text decides`(text: String, code: String) {
        #expect(guesser.guess(text).tag == code, "\(guesser.guess(text))")
    }

    @Test func `the runner-up is a related language`() {
        let guess = guesser.guess("Přesunuli jsme schůzku na pátek")
        #expect(guess.language?.code == "cs")
        #expect(guess.runnerUp?.code == "sk")
        #expect(guess.script == .latin)
    }

    @Test func `a long text is sampled, so that its beginning alone does not decide`() {
        let english = "This is the introduction that somebody wrote in English. "
        let german = "Der größere Teil des Textes ist aber auf Deutsch geschrieben, Satz für Satz. "
        let text = String(repeating: english, count: 20) + String(repeating: german, count: 400)
        #expect(guesser.guess(text).tag == "de")
        #expect(text.utf8.count > LanguageGuesser.fullReadLength)
    }

    @Test func `a long word without spaces is sampled at character boundaries`() {
        for count in [300, 1_023, 1_024, 1_025, 5_000, 20_001] {
            #expect(guesser.guess(String(repeating: "é", count: count)).script == .latin)
            #expect(guesser.guess(String(repeating: "ก", count: count)).tag == "th")
            #expect(guesser.guess("x" + String(repeating: "語", count: count)).script == .han)
            #expect(guesser.guess(String(repeating: "🎉", count: count)).language == nil)
        }
    }

    @Test func `bytes, a string and an analysis give the same guess`() throws {
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        for (_, texts) in LanguageSentences.european + LanguageSentences.others {
            for var text in texts {
                let expected = guesser.guess(text)
                analyzer.analyze(text, into: &analysis)
                #expect(guesser.guess(analysis.tokenized) == expected)
                #expect(text.withUTF8 { guesser.guess(utf8: $0) } == expected)
            }
        }
    }

    @Test(.enabled(if: allocation_count() >= 0, "allocations cannot be counted with this C library"))
    func `a guess and a histogram do not allocate`() {
        for text in LanguageSentences.european.flatMap(\.texts) + LanguageSentences.others.flatMap(\.texts) {
            for var text in [text, String(repeating: text + " ", count: 40)] {
                let (guess, histogram) = text.withUTF8 { bytes in
                    (
                        allocations { _ = guesser.guess(utf8: bytes) },
                        allocations { _ = ScriptHistogram(utf8: bytes).letters }
                    )
                }
                #expect(
                    guess == 0 && histogram == 0, "\(guess) and \(histogram) for \(text.utf8.count) bytes")
            }
        }
    }

    /// Returns the number of allocations of a second call.
    private func allocations(_ body: () -> Void) -> Int64 {
        body()
        let before = allocation_count()
        body()
        return allocation_count() - before
    }

    @Test func `case and the form of apostrophes hardly matter`() {
        #expect(guesser.guess("WHAT TIME DOES THE TRAIN LEAVE?").tag == "en")
        #expect(guesser.guess("ВО СКОЛЬКО ОТХОДИТ ПОЕЗД?").tag == "ru")
        let straight = guesser.guess("C'est l'heure d'y aller")
        let curly = guesser.guess("C’est l’heure d’y aller")
        #expect(straight == curly)
        #expect(straight.tag == "fr")
    }

    @Test func `the confidence is between 0 and 1 for any UTF-8`() {
        var state: UInt64 = 0x5EED
        for _ in 0..<3_000 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int(state % 50) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let value = UInt32(state >> 33) % (state & 4 == 0 ? 0x250 : 0x1_1000)
                if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
            }
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let guess = guesser.guess(String(scalars))
            #expect((0...1).contains(guess.confidence), "seed 0x5EED")
            #expect((guess.language == nil) == (guess.confidence == 0), "seed 0x5EED")
        }
    }

    @Test func `at least sixty languages are listed by their codes`() {
        let codes = guesser.languages.map(\.code)
        #expect(codes.count >= 60)
        #expect(
            Set(codes).isSuperset(of: (LanguageSentences.european + LanguageSentences.others).map(\.code)))
        #expect(!codes.contains("zxx"))
    }
}
