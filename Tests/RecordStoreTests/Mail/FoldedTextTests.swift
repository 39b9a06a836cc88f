import IlkStore
import Testing

@Suite struct `Folded text` {
    @Test(arguments: [
        ("Hello", "hello"), ("ÉCOLE", "ecole"), ("e\u{301}cole", "ecole"), ("Straße", "strasse"),
        ("STRASSE", "strasse"), ("STRAẞE", "strasse"),
        ("ΟΔΥΣΣΕΥΣ", "οδυσσευσ"), ("Οδυσσεύς", "οδυσσευσ"), ("Ёлка", "елка"), ("İstanbul", "istanbul"),
        ("ıssız", "issiz"), ("Łódź", "lodz"), ("Đặng", "dang"), ("Smørrebrød", "smorrebrod"),
        ("שָׁלוֹם", "שלום"), ("مَرْحَبًا", "مرحبا"), ("한글", "한글"), ("\u{1112}\u{1161}\u{11AB}", "한"),
        ("が", "が"), ("か\u{3099}", "が"), ("กำลัง", "กำลัง"), ("日本語", "日本語"), ("ﬁ", "fi"), ("नमस्ते", "नमस्ते"),
    ])
    func `has no case and no diacritics but all letters`(_ text: String, _ folded: String) {
        let found = FoldedText.of(text)
        #expect(Array(found.unicodeScalars) == Array(folded.unicodeScalars), "\(found)")
    }

    @Test func `is the same for a letter and its upper and lower case`() {
        for value in UInt32(0x80)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let folded = FoldedText.of(String(scalar))
            let others = [scalar.properties.uppercaseMapping, scalar.properties.lowercaseMapping, folded]
            for other in others { #expect(FoldedText.of(other) == folded, "U+\(String(value, radix: 16))") }
        }
    }

    @Test func `is unchanged by folding again`() {
        for text in ["ÀÉÎõü ß ﬁ ς İ", "שָׁלוֹם", "한글 가", "กำลัง", "ЁЖ", "ự"] {
            let folded = FoldedText.of(text)
            #expect(FoldedText.of(folded) == folded)
        }
    }
}
