import IlkText
import Testing

@Suite struct `Script histogram` {
    @Test(
        arguments: [
            ("", [], nil), ("123 .,!", [(.common, 7)], nil),
            ("Hello, world!", [(.latin, 10), (.common, 3)], .latin),
            ("Привет, мир", [(.cyrillic, 9), (.common, 2)], .cyrillic), ("Ελλάδα", [(.greek, 6)], .greek),
            ("東京タワー", [(.han, 2), (.katakana, 2), (.common, 1)], .katakana),
            ("ひらがな", [(.hiragana, 4)], .hiragana),
            ("e\u{301}", [(.latin, 1), (.inherited, 1)], .latin), ("สวัสดี", [(.thai, 6)], .thai),
            ("안녕 hi", [(.latin, 2), (.hangul, 2), (.common, 1)], .latin),
            ("𐍈𠀀", [(.unlisted, 1), (.han, 1)], .han),
            ("🎉👍", [(.common, 2)], nil), ("नमस्ते", [(.devanagari, 6)], .devanagari),
            ("שלום", [(.hebrew, 4)], .hebrew),
            ("\u{0}\u{7F}", [(.common, 2)], nil), ("aя", [(.latin, 1), (.cyrillic, 1)], .latin),
        ] as [(String, [(WritingScript, Int)], WritingScript?)])
    func `scripts are counted`(text: String, counts: [(WritingScript, Int)], dominant: WritingScript?) {
        let histogram = ScriptHistogram(text)
        for script in WritingScript.allCases {
            let expected = counts.first { $0.0 == script }?.1 ?? 0
            #expect(histogram[script] == expected, "\(script) of \(text)")
        }
        #expect(histogram.dominant == dominant)
        #expect(histogram.total == text.unicodeScalars.count)
        #expect(histogram.entries.map(\.count).reduce(0, +) == histogram.total)
    }

    @Test func `the fast path over ASCII equals the slow one for every length and offset`() {
        var state: UInt64 = 0x5C21
        for length in 0..<400 {
            var text = ""
            for _ in 0..<length {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let byte = UInt32(state >> 40) % 128
                text.unicodeScalars.append(Unicode.Scalar(state >> 60 == 0 ? 0xE9 : UInt8(byte)))
            }
            var expected = ScriptHistogram()
            for scalar in text.unicodeScalars { expected.add(1, of: WritingScript(scalar)) }
            #expect(ScriptHistogram(text) == expected, "seed 0x5C21, length \(length)")
        }
        #expect(ScriptHistogram(String(repeating: "aZ@[`{", count: 10_000))[.latin] == 20_000)
    }

    @Test func `codes are unique ISO 15924 codes`() {
        for script in WritingScript.allCases { #expect(script.code.utf8.count == 4) }
        #expect(Set(WritingScript.allCases.map(\.code)).count == WritingScript.allCases.count)
        #expect(WritingScript.latin.code == "Latn" && WritingScript.han.code == "Hani")
        let histogram = ScriptHistogram("Hello мир")
        #expect(histogram.dominant == .latin && histogram[.latin] == 5 && histogram.letters == 8)
    }

    @Test(
        arguments: [
            (0x41, "Latn"), (0x5B, "Zyyy"), (0xAA, "Latn"), (0xD7, "Zyyy"), (0x2B0, "Latn"), (0x300, "Zinh"),
            (0x370, "Grek"),
            (0x37E, "Zyyy"), (0x400, "Cyrl"), (0x531, "Armn"), (0x5D0, "Hebr"), (0x60C, "Zyyy"),
            (0x627, "Arab"), (0x905, "Deva"),
            (0x1100, "Hang"), (0x1E00, "Latn"), (0x3005, "Hani"), (0x3007, "Hani"), (0x30FC, "Zyyy"),
            (0x4E00, "Hani"), (0xAC00, "Hang"),
            (0xFF21, "Latn"), (0xFF71, "Kana"), (0x1B000, "Kana"), (0x20000, "Hani"), (0x1F600, "Zyyy"),
            (0x10FFFF, "Zzzz"),
        ] as [(UInt32, String)])
    func `scalars have their Unicode script`(value: UInt32, code: String) throws {
        #expect(WritingScript(try #require(Unicode.Scalar(value))).code == code)
    }
}
