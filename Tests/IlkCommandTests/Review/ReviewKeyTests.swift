import Testing

@testable import IlkCommand

@Suite("Keys of a review") struct ReviewKeyTests {
    private static let table: [(String, [ReviewKey])] = [
        ("", []), ("a", [.character("a")]), ("1?/ ", "1?/ ".map { .character($0) }),
        ("\r", [.enter]), ("\n", [.enter]), ("\u{7F}\u{8}", [.backspace, .backspace]),
        ("\u{4}", [.character("q")]), ("\u{0}\u{1}\u{9}\u{1F}", []),
        ("\u{1B}[A\u{1B}[B\u{1B}OA\u{1B}OB", [.up, .down, .up, .down]),
        ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}OM", [.enter]),
        ("\u{1B}[1;5C\u{1B}[15~\u{1B}[Z\u{1B}[M", []), ("\u{1B}xs", [.character("s")]),
        ("é漢😀", "é漢😀".map { .character($0) }),
        ("\u{1B}[200~123 s u\r\u{1B}[A\u{1B}[201~2", [.character("2")]),
    ]

    @Test(arguments: table) func `bytes are decoded into keys, at once and one by one`(
        text: String, keys: [ReviewKey]
    ) {
        var whole = ReviewKeyDecoder()
        #expect(whole.keys(text.utf8) == keys)
        #expect(!whole.isIncomplete)
        var single = ReviewKeyDecoder()
        #expect(text.utf8.flatMap { single.keys([$0]) } == keys)
        #expect(!single.isIncomplete)
    }

    @Test func `an escape is a key only after a pause`() {
        var decoder = ReviewKeyDecoder()
        #expect(decoder.keys([0x1B]).isEmpty && decoder.isIncomplete)
        #expect(decoder.flush() == [.escape] && !decoder.isIncomplete)
        #expect(decoder.flush().isEmpty)
        #expect(decoder.keys([0x1B]).isEmpty)
        #expect(decoder.keys("[A".utf8) == [.up])
        #expect(decoder.keys("\u{1B}[".utf8).isEmpty && decoder.flush().isEmpty && !decoder.isIncomplete)
    }

    @Test func `invalid UTF-8 and endless sequences are dropped`() {
        var decoder = ReviewKeyDecoder()
        #expect(decoder.keys([0xFF, 0x80, 0x61]) == [.character("a")])
        #expect(decoder.keys([0xC3, 0x41, 0x42]).contains(.character("B")))
        _ = decoder.keys([0x1B, 0x5B] + Array(repeating: 0x31, count: 100))
        #expect(decoder.keys("a".utf8).count <= 1 && !decoder.isIncomplete)
    }

    @Test func `pasted text is ignored until its end, however it is split`() {
        var decoder = ReviewKeyDecoder()
        for part in ["\u{1B}[200~1s", "2\u{1B}", "[20", "1"] { #expect(decoder.keys(part.utf8).isEmpty) }
        #expect(decoder.flush().isEmpty, "a pause does not end the pasted text")
        #expect(decoder.keys("~".utf8).isEmpty)
        #expect(decoder.keys("3".utf8) == [.character("3")])
    }
}
