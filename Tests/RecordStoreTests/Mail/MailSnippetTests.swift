import Testing

@testable import IlkMail

@Suite struct `Snippets of mail` {
    @Test(arguments: [
        ("", ""), ("one\ntwo", "one two"), ("  a \t b\r\n\n c ", "a b c"), ("> quoted\nown\n> more", "own"),
        ("> only\n> quoted", "> only > quoted"), ("a\u{A0}\u{3000}b\u{2009}c", "a b c"),
        ("x\u{202E}y\u{0}z", "xyz"), ("a\u{200E}b\u{200F}c\u{61C}d", "abcd"),
        ("é 日本 🙂\nü", "é 日本 🙂 ü"), ("a > b", "a > b"), ("\u{FEFF}\u{85}a", "a"), (">", ">"), ("\n", ""),
        ("On Monday:\n>> deep\n> less\nyes", "On Monday: yes"),
    ])
    func `are the start of the text on one line, without quoted lines`(
        _ text: String, _ snippet: String
    ) {
        #expect(MailSnippet.of(text) == snippet)
    }

    @Test func `have at most 200 characters`() {
        #expect(MailSnippet.of(String(repeating: "é", count: 500)) == String(repeating: "é", count: 200))
    }

    @Test(arguments: [
        ("a b", "a b"), ("a  b", "a b"), (" a", "a"), ("a ", "a"), ("a\n\tb", "a b"), ("ü  x", "ü x"),
        ("", ""),
    ])
    func `white space in a header field becomes single spaces`(_ text: String, _ line: String) {
        #expect(MailSnippet.oneLine(text) == line)
    }
}
