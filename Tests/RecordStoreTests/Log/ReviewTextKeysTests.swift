import IlkVocabulary
import Testing

@testable import IlkLog

@Suite struct ReviewTextKeysTests {
    @Test(
        arguments: [
            ("See you at 8!", "see  you\nat 8", true), ("Straße", "STRASSE", false), ("Élan", "élan", true),
            ("see you?", "see you", false), ("great 😊", "great 😢", false), ("1 + 1", "1 - 1", false),
            ("build 1234 failed", "Build 1299 failed.", true), ("build 12 failed", "build 13 failed", false),
            ("9 of 10 stars", "1 of 10 stars", false), ("id 4f2a9c01", "id 77b31c02", true),
            ("covid19", "covid20", false), ("我有300个苹果", "他有500个苹果", false), ("…", "...", nil as Bool?),
            ("a.b", "a b", true), ("ab", "a b", false), ("at 8\r\nor 9", "At 8 or 9", true),
            ("สวัสดี", "สวัสดี!", true), ("e\u{301}lan", "e\u{301}LAN", true), ("नमस्ते", "नमसते", false),
        ] as [(String, String, Bool?)])
    func `nearly equal texts have the same words`(first: String, second: String, isEqual: Bool?) {
        let words = [NearlyEqualTexts.words(of: first), NearlyEqualTexts.words(of: second)]
        guard let isEqual else {
            #expect(words == [nil, nil], "punctuation alone has no words")
            return
        }
        #expect((words[0] == words[1]) == isEqual, "\(words)")
        #expect(!words.contains(nil))
        #expect((ReviewTextKeys(first).near == ReviewTextKeys(second).near) == isEqual)
        #expect(ReviewTextKeys(first).exact != ReviewTextKeys(second).exact)
    }

    @Test func `a very long text and one without words are only equal to themselves`() {
        let long = String(repeating: "a ", count: 30_000)
        #expect(NearlyEqualTexts.words(of: long) == nil)
        for text in [long, "...", ""] {
            #expect(ReviewTextKeys(text).near == ReviewTextKeys(text).exact)
            #expect(ReviewTextKeys(text).near != ReviewTextKeys(text + ".").near)
        }
    }

    @Test(arguments: [
        ("See  you, Ann!", "see you ann"), ("Why? (1 < 2)", "why ? 1 < 2"),
        ("10:30 on 2024-01-05", "10 30 on 0 01 05"),
    ])
    func `words are in lower case and separated by one space`(text: String, words: String) {
        #expect(NearlyEqualTexts.words(of: text) == words)
    }
}
