import IlkText
import Testing

@Suite struct `Token types` {
    /// Returns the types of a text's tokens except spaces, with a plus sign for a token that continues
    /// another.
    private func types(_ text: String) throws -> String {
        var analysis = AnalyzedText()
        try TextAnalyzer(measuring: .classification).analyze(text, into: &analysis)
        return analysis.tokens.filter { $0.type != .space }
            .map { $0.isContinued ? "+" : "\($0.type)" }.joined(separator: " ")
    }

    @Test(arguments: [
        ("Rake 12 hedges!", "word number word mark"), ("日本 カタカナ", "word word"),
        ("😀 ☺ — ©", "emoji emoji mark mark"),
        ("a\nb\r\nc\rd", "word lineEnd word lineEnd word lineEnd word"),
        ("see http://oven.example/a?b=1 now", "word url + + + + + + + + + + word"),
        ("\"http://a.example\" b", "mark url + + + + mark word"), ("WWW.Rake.example", "url"),
        ("www.", "word mark"),
        ("ftp://x", "url + + + +"), ("7://x", "number mark mark mark word"), ("a:b", "word mark word"),
        ("jo@rake.example", "address"), ("jo-ann@rake.example", "address + +"),
        ("a+b-c.d@rake.example!", "address + + + + mark"), ("a/b@c.example", "word mark address"),
        ("jo @rake", "word mention"), ("@ jo", "mark word"), ("(@rake)", "mark mention mark"),
        ("#rake", "tag +"), ("(#rake", "mark tag +"), ("a#rake", "word mark word"),
        ("##rake", "mark mark word"),
        ("#1", "mark number"), ("C#", "word mark"), ("http://a#b", "url + + + + + +"),
        ("http://a.example #tag, @me, me@a.example", "url + + + + tag + mark mention mark address"),
    ])
    func `a token has the expected type`(text: String, expected: String) throws {
        #expect(try types(text) == expected)
    }

    @Test(arguments: 55...70)
    func `special tokens are found at any offset in a block`(_ shift: Int) throws {
        let before = String(repeating: "z", count: shift) + " "
        #expect(try types(before + "@jo") == "word mention")
        #expect(try types(before + "x #jo") == "word word tag +")
        #expect(try types(before + "a://b") == "word url + + + +")
        #expect(try types(before + "www.a") == "word url")
        #expect(try types(before + "a-b@c.d") == "word address + +")
    }
}
