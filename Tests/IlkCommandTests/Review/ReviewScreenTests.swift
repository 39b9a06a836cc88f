import IlkVocabulary
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("The screen of a review") struct ReviewScreenTests {
    private let plain = Style(isColored: false)

    @Test func `a screen of 80 columns and 24 rows`() {
        var state = ReviewStateTests.state(50) {
            $0[0] = ReviewState.Item(
                text:
                    "2:47 the way he looks at the drummer when she misses the beat and no one else in the room sees it",
                guess: 1, guessName: "message", probability: 0.5512, abstention: "unsure", equal: 1,
                nearlyEqual: 2)
        }
        state.reasons = [
            .init(phrase: "no capital letters", support: 1.74), .init(phrase: "one line", support: -0.4),
        ]
        let lines = state.lines(title: "doctype", style: plain)
        let rule = String(repeating: "─", count: 80)
        #expect(
            lines == [
                "ilk review  doctype                                    0 of 50 reviewed, 50 left", rule,
                "2:47 the way he looks at the drummer when she misses the beat and no one else in",
                "the room sees it",
            ] + Array(repeating: "", count: 13) + [
                rule, "Guess  message 0.55, unsure                        for 4 entries, 2 nearly equal",
                "  +1.7  no capital letters", "  -0.4  one line", "", "1 email    2 message  3 code",
                "Enter: accept   1-3: label   s: skip   u: undo   q: quit   ?: help",
            ])
    }

    @Test(arguments: [(80, 24), (40, 10)])
    func `labels in effect have a star if a text can have several`(columns: Int, rows: Int) {
        let item = ReviewState.Item(
            text: "text", guess: 1, guessName: "message", predicted: [1], probability: 0.5)
        var state = ReviewState(
            [item], labels: ReviewLabels(["email", "message", "code"]), isMultilabel: true)
        state.resize(columns: columns, rows: rows)
        #expect(state.lines(title: "tags", style: plain).contains { $0.contains("*2 message") })
        _ = state.press(.character("2"))
        let lines = state.lines(title: "tags", style: plain)
        #expect(!lines.contains { $0.contains("*") } && lines.contains { $0.contains(" 2 message") })
        #expect(lines.count <= rows && lines.allSatisfy { DisplayWidth.of($0) <= columns })
    }

    @Test func `the header counts texts, and the remark on the last key is shown`() {
        var state = ReviewStateTests.state(3)
        _ = state.press(.character("1"))
        _ = state.press(.character("s"))
        let lines = state.lines(title: "doctype", style: plain)
        #expect(lines[0].hasSuffix("1 of 3 reviewed, 2 left, 1 skipped"))
        #expect(lines[1].hasPrefix("── Skipped: shown again at the end. ──"))
    }

    @Test func `a long text shows its position`() {
        var state = ReviewStateTests.state(1) {
            $0[0].text = (1...40).map { "line \($0)" }.joined(separator: "\n")
        }
        func rule() -> String { state.lines(title: "", style: plain)[17] }
        #expect(rule().hasPrefix("── lines 1 to 15 of 40  Space: more ──"))
        for _ in 0..<3 { _ = state.press(.pageDown) }
        #expect(rule().hasPrefix("── lines 26 to 40 of 40 ──"))
    }

    @Test func `the last page says that all texts have a label`() {
        var state = ReviewStateTests.state(1)
        _ = state.press(.enter)
        let lines = state.lines(title: "doctype", style: plain)
        #expect(lines[0].hasSuffix("1 of 1 reviewed, 0 left"))
        #expect(lines.contains("All texts of this review have a label."))
        #expect(lines.last == "u: undo   q: quit   ?: help")
    }

    @Test func `help shows the keys, and the labels with their meanings`() {
        var state = ReviewState(
            ReviewStateTests.state(1).items,
            labels: ReviewLabels(
                ["email", "code"].map { Category($0) },
                meanings: [Category("code"): "Programs\u{1B} and\nlogs"]))
        _ = state.press(.character("?"))
        let lines = state.lines(title: "doctype", style: plain)
        for line in [
            "  1 email", "  2 code  Programs␛ and logs",
            "  q          quit; answers are stored, and the next review continues",
        ] {
            #expect(lines.contains(line), "\(lines)")
        }
    }

    @Test func `while a name is typed, only the labels that match are shown`() {
        var state = ReviewStateTests.state(1)
        for key in "/mes" { _ = state.press(.character(key)) }
        let lines = state.lines(title: "doctype", style: plain)
        #expect(lines.suffix(2) == ["2 message", "Label: mes_   Enter: choose   Esc: cancel"])
    }

    @Test func `a missing explanation is reported in place of the evidence`() {
        var state = ReviewStateTests.state(1)
        state.reasons = []
        state.missingReasons = "the model of this verdict no longer exists"
        #expect(
            state.lines(title: "", style: plain).contains("  the model of this verdict no longer exists"))
    }

    @Test func `60 labels fit 80 columns and 24 rows with their keys`() {
        let state = ReviewStateTests.state(1, labels: (1...60).map { "label\($0)" })
        let lines = state.lines(title: "", style: plain)
        let shown = lines.joined(separator: "\n")
        for label in state.labels.all { #expect(shown.contains(label.text), "\(label.text)") }
        #expect(lines.count == 24 && state.textHeight >= 5)
    }

    /// Texts that tempt a screen to become too wide or to leave its rows.
    private static let texts = [
        "", "short", String(repeating: "漢字", count: 100), String(repeating: "👩‍👩‍👧 ", count: 60),
        String(repeating: "word ", count: 300), "a\n\n\nb\r\n\u{1B}[31m\u{0}\u{7F}\u{9B}\u{202E}c\u{2028}d",
        String(repeating: "x", count: 1000), String(repeating: "e\u{301}\u{302}", count: 90),
    ]

    @Test(
        arguments: [(1, 1), (10, 2), (2, 30), (20, 5), (40, 10), (80, 24)], [2, 60])
    func `every page fits every screen, and colors change no width`(size: (Int, Int), labels: Int) {
        let (columns, rows) = size
        for text in Self.texts {
            var state = ReviewStateTests.state(2, labels: (0..<labels).map { "名\($0) label" }) {
                $0[0].text = text
                $0[0].guessName = "bad\u{1B}[2Jname"
                $0[0].nearlyEqual = 3
                $0[0].isAudit = true
            }
            state.resize(columns: columns, rows: rows)
            for key in ["", "?", "x", "/", "\u{1B}", "0", "s", "1", "1"] {
                state.reasons = [.init(phrase: "contains\u{1B}‘漢字’" + text.prefix(200), support: -1)]
                check(state, columns, rows, "\(key) \(text.prefix(9))")
                if let character = key.first {
                    _ = state.press(character == "\u{1B}" ? .escape : .character(character))
                }
            }
            check(state, columns, rows, "end")
        }
    }

    private func check(_ state: ReviewState, _ columns: Int, _ rows: Int, _ place: String) {
        let lines = state.lines(title: "title\u{1B}", style: plain)
        #expect(lines.count <= rows && !lines.isEmpty, "\(place): \(lines.count) of \(rows) rows")
        for line in lines {
            // A wide character does not fit a single column.
            #expect(DisplayWidth.of(line) <= max(columns, 2), "\(place): \(line)")
            #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0.value == 0x9B })
        }
        let colored = state.lines(title: "title\u{1B}", style: Style(isColored: true))
        let stripped = colored.map { $0.replacing(/\u{1B}\[[0-9]*m/, with: "") }
        #expect(stripped == lines, "\(place)")
    }
}
