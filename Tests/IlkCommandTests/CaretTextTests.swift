import Testing

@testable import IlkCommand
@testable import IlkConsole

/// Texts with underlined spans.
@Suite struct `Text with carets` {
    private let style = Style(isColored: false)

    private func mark(_ range: Range<Int>, _ name: String) -> CaretText.Mark {
        CaretText.Mark(range: range, name: name, tone: .bad)
    }

    private func numbered(_ text: String, _ marks: [CaretText.Mark], columns: Int = 60) -> String {
        CaretText(.silent(style: style, columns: columns)).numbered(text, marks, indent: "")
    }

    @Test func `a marked span is underlined and named`() {
        #expect(
            numbered("one two\nthree", [mark(4..<7, "b"), mark(8..<13, "c"), mark(0..<3, "a")])
                == " 1 | one two\n   | ^~~ a\n   |     ^~~ b\n 2 | three\n   | ^~~~~ c\n")
        #expect(numbered("one two", [mark(4..<7, "b")]) == " 1 | one two\n   |     ^~~ b\n")
        #expect(numbered("one", [mark(0..<0, "at")]) == " 1 | one\n   | ^ at\n")
        #expect(numbered("one", [mark(3..<3, "end")]) == " 1 | one\n   |    ^ end\n")
    }

    @Test func `only the last of several marks with one name is named`() {
        #expect(numbered("a b a", [mark(0..<1, "x"), mark(4..<5, "x")]) == " 1 | a b a\n   | ^   ^ x\n")
    }

    @Test func `overlapping marks are on separate rows`() {
        #expect(
            numbered("abcdef", [mark(0..<4, "p"), mark(2..<6, "q")])
                == " 1 | abcdef\n   | ^~~~ p\n   |   ^~~~ q\n")
    }

    @Test func `wide characters, tabs and controls keep the carets in place`() {
        #expect(numbered("日本\tx\u{1B}y", [mark(7..<8, "x")]) == " 1 | 日本 x␛y\n   |      ^ x\n")
    }

    @Test func `long lines wrap and a mark continues after the break`() {
        let text = "aaaa bbbb cccc dddd eeee ffff"
        #expect(
            numbered(text, [mark(15..<24, "m")], columns: 25)
                == " 1 | aaaa bbbb cccc dddd\n   |                ^~~~~\n   | eeee ffff\n   | ~~~~ m\n")
    }

    @Test func `a name that does not fit after its carets is placed below`() {
        #expect(
            numbered("aaaa bbbb cccc dddd", [mark(15..<19, "a long name")], columns: 25)
                == " 1 | aaaa bbbb cccc dddd\n   |                ^~~~\n   |          a long name\n")
    }

    @Test func `only marked lines and their neighbors are shown of a long text`() {
        let text = (1...20).map { "line \($0)" }.joined(separator: "\n")
        let offset = text.utf8.count - "line 20".utf8.count
        #expect(
            numbered(text, [mark(offset..<offset + 4, "m")])
                == "     … 18 more lines\n19 | line 19\n20 | line 20\n   | ^~~~ m\n")
        #expect(numbered(text, []).hasSuffix(" 6 | line 6\n     … 14 more lines\n"))
    }

    @Test func `a long line is cut around its marks`() {
        let text = String(repeating: "aaaa ", count: 40) + "bbbb " + String(repeating: "cccc ", count: 40)
        #expect(
            numbered(text, [mark(200..<204, "b")], columns: 25)
                == "     …\n 1 | aaaa aaaa aaaa aaaa\n   | bbbb cccc cccc cccc\n   | ^~~~ b\n"
                + "   | cccc cccc cccc cccc\n     …\n")
    }

    @Test func `only the first of many marks are shown`() {
        let text = (1...50).map { "line \($0)" }.joined(separator: "\n")
        let marks = text.utf8.enumerated().filter { $0.element == 0x6C }.map {
            mark($0.offset..<$0.offset + 1, "l")
        }
        #expect(numbered(text, marks).hasSuffix("13 | line 13\n   | ^ l\n     … 37 more lines\n"))
    }
}
