import IlkVocabulary
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("The state of a review") struct ReviewStateTests {
    private static let names = ["email", "message", "code"]

    static func state(
        _ count: Int = 3, labels names: [String] = names,
        _ change: (inout [ReviewState.Item]) -> Void = { _ in }
    ) -> ReviewState {
        var items = (0..<count).map {
            ReviewState.Item(text: "text \($0)", guess: 1, guessName: "message", probability: 0.5)
        }
        change(&items)
        return ReviewState(items, labels: ReviewLabels(names.map { Category($0) }))
    }

    /// Presses the keys of a text: a line feed is Enter.
    private func press(_ text: String, _ state: inout ReviewState) -> [ReviewState.Action] {
        text.compactMap { state.press($0 == "\n" ? .enter : .character($0)) }
    }

    @Test func `a label key answers, and Enter accepts the guess`() {
        var state = Self.state()
        #expect(press("3", &state) == [.answer(item: 0, labels: [2])])
        #expect(state.current == 1 && state.reviewed == 1)
        #expect(press("\n", &state) == [.answer(item: 1, labels: [1])])
        #expect(press("1", &state) == [.answer(item: 2, labels: [0])])
        #expect(state.current == nil && state.reviewed == 3 && state.waiting.isEmpty)
        #expect(press("1s/", &state).isEmpty, "without a text there is nothing to answer or skip")
        #expect(press("\n", &state) == [.quit])
    }

    @Test func `a text without an offered guess needs a label key`() {
        var state = Self.state { $0[0].guess = nil }
        #expect(press("\n", &state).isEmpty && state.current == 0)
        #expect(state.remark?.contains("no prediction") == true)
        #expect(press("2", &state) == [.answer(item: 0, labels: [1])])
    }

    @Test(arguments: ["4", "9", "z", "0", "é", "\u{9B}"])
    func `a key without a meaning changes nothing`(key: String) {
        var state = Self.state()
        #expect(press(key, &state).isEmpty && state.current == 0)
        #expect(state.remark?.contains("is not assigned") == true)
        #expect(press("1", &state).count == 1)
        #expect(state.remark?.contains("is not assigned") == false)
    }

    @Test func `skipped texts come last`() {
        var state = Self.state()
        #expect(press("s1", &state) == [.skip(item: 0), .answer(item: 1, labels: [0])])
        #expect(state.waiting == [2, 0] && state.skipped == 1)
        #expect(press("s", &state) == [.skip(item: 2)])
        #expect(state.waiting == [0, 2] && state.remark == "Only skipped texts are left.")
        #expect(press("s2", &state) == [.skip(item: 0), .answer(item: 2, labels: [1])])
        #expect(state.skipped == 1 && state.current == 0)
        #expect(press("1", &state) == [.answer(item: 0, labels: [0])] && state.skipped == 0)
    }

    @Test func `undo goes back step by step to the beginning`() {
        var state = Self.state { $0[0].equal = 4 }
        #expect(press("u", &state).isEmpty && state.remark == "Nothing to undo.")
        #expect(press("1s2", &state).count == 3)
        #expect(state.waiting == [1])
        #expect(press("u", &state) == [.undoAnswer(item: 2)] && state.waiting == [2, 1])
        #expect(press("u", &state) == [.undoSkip(item: 1)] && state.waiting == [1, 2])
        #expect(state.skipped == 0)
        #expect(press("u", &state) == [.undoAnswer(item: 0)] && state.waiting == [0, 1, 2])
        #expect(press("u", &state).isEmpty && state.reviewed == 0)
        #expect(press("3", &state) == [.answer(item: 0, labels: [2])])
    }

    @Test func `undo after the last text shows it again`() {
        var state = Self.state(1)
        #expect(press("1", &state).count == 1 && state.current == nil)
        #expect(press("u", &state) == [.undoAnswer(item: 0)] && state.current == 0)
    }

    @Test func `a text that was skipped twice stays skipped after one undo`() {
        var state = Self.state(1)
        #expect(press("ss", &state) == [.skip(item: 0), .skip(item: 0)] && state.skipped == 1)
        #expect(press("u", &state).isEmpty && state.skipped == 1)
        #expect(press("u", &state) == [.undoSkip(item: 0)] && state.skipped == 0)
    }

    @Test func `an answer to several entries says how many`() {
        var state = Self.state { ($0[0].equal, $0[0].nearlyEqual) = (1200, 3) }
        _ = press("1", &state)
        #expect(state.remark == "Stored email for 1,204 entries. u: undo")
        state.tellErased(1)
        #expect(state.remark?.contains("1 entry") == true)
    }

    @Test func `help is shown until any key`() {
        for key in "?1suq\n" {
            var state = Self.state()
            #expect(press("?", &state).isEmpty && state.mode == .help)
            #expect(press(String(key), &state).isEmpty && state.mode == .text && state.current == 0)
        }
    }

    @Test func `keys of labels switch them on and off if a text can have several`() {
        let items = [[1], [], [0, 2]].map {
            ReviewState.Item(
                text: "text", guess: $0.first, guessName: "message", predicted: $0, probability: 0.5)
        }
        var state = ReviewState(
            items, labels: ReviewLabels(Self.names.map { Category($0) }), isMultilabel: true)
        #expect(state.chosen == [1], "the predicted labels")
        #expect(press("3", &state).isEmpty && state.chosen == [1, 2])
        #expect(press("/email\n", &state).isEmpty && state.chosen == [0, 1, 2])
        #expect(press("2\n", &state) == [.answer(item: 0, labels: [0, 2])])
        #expect(state.remark == "Stored email, code. u: undo")
        #expect(press("\n", &state) == [.answer(item: 1, labels: [])], "no label applies")
        #expect(state.remark == "Stored no label. u: undo")
        #expect(state.chosen == [0, 2])
        #expect(press("0", &state).isEmpty && state.chosen.isEmpty)
        #expect(press("u", &state) == [.undoAnswer(item: 1)] && state.chosen.isEmpty)
        #expect(press("\n", &state) == [.answer(item: 1, labels: [])] && state.chosen == [0, 2])
        #expect(press("\n\n", &state) == [.answer(item: 2, labels: [0, 2]), .quit])
    }

    @Test func `q quits`() {
        var state = Self.state()
        #expect(press("q", &state) == [.quit])
    }

    @Test func `a label is chosen by its name`() {
        var state = Self.state(9, labels: ["email", "e-mail list", "code", "Code review", "Straße"])
        func name(_ text: String) -> [ReviewState.Action] { press("/\(text)\n", &state) }
        #expect(name("str") == [.answer(item: 0, labels: [4])])
        #expect(name("CODE") == [.answer(item: 1, labels: [2])], "an exact name is the only match")
        #expect(name("list") == [.answer(item: 2, labels: [1])], "otherwise a part of the name")
        #expect(name("e").isEmpty && state.mode == .name("e") && state.remark == "2 labels match.")
        #expect(state.press(.backspace) == nil && state.mode == .name(""))
        #expect(state.press(.backspace) == nil && state.mode == .text)
        #expect(name("x").isEmpty && state.remark == "No label has this name.")
        #expect(state.press(.escape) == nil && state.mode == .text && state.current == 3)
        #expect(press("/qs1u", &state).isEmpty && state.mode == .name("qs1u"), "keys are text here")
    }

    @Test(arguments: [2, 9, 10, 30, 56, 60, 200])
    func `labels have keys 1 to 9, then letters that no command uses`(count: Int) {
        let labels = ReviewLabels((0..<count).map { Category("label-\($0)") })
        let keys = labels.all.compactMap(\.key)
        #expect(keys.count == min(count, 56) && Set(keys).count == keys.count)
        #expect(Set(keys).isDisjoint(with: "sujkq?/ "))
        #expect(keys.prefix(9) == Array("123456789").prefix(keys.count)[...])
        for (place, key) in keys.enumerated() { #expect(labels.index(of: key) == place) }
        #expect(labels.matches("label-\(count - 1)") == [count - 1])
    }

    // MARK: Scrolling

    @Test func `j, k, space and page keys scroll within a long text`() {
        var state = Self.state { $0[0].text = (1...100).map { "line \($0)" }.joined(separator: "\n") }
        let height = state.textHeight
        #expect(state.textLines.count == 100 && height == 15 && state.firstLine == 0)
        _ = press("k", &state)
        #expect(state.firstLine == 0)
        _ = press("jj", &state)
        #expect(state.firstLine == 2)
        _ = press(" ", &state)
        #expect(state.firstLine == 2 + height - 1)
        for _ in 0..<20 { _ = state.press(.pageDown) }
        #expect(state.firstLine == 100 - height)
        _ = state.press(.pageUp)
        #expect(state.firstLine == 100 - 2 * height + 1)
        #expect(state.press(.up) == nil && state.press(.down) == nil)
        _ = press("1", &state)
        #expect(state.firstLine == 0, "the next text begins at its first line")
    }

    @Test func `a resize keeps the place in the text`() {
        var state = Self.state { $0[0].text = String(repeating: "word ", count: 4000) }
        for _ in 0..<10 { _ = state.press(.pageDown) }
        let share = Double(state.firstLine) / Double(state.textLines.count)
        for (columns, rows) in [(40, 12), (120, 50), (1, 1), (80, 24)] {
            state.resize(columns: columns, rows: rows)
            let now = Double(state.firstLine) / Double(state.textLines.count)
            #expect(abs(now - share) < 0.2, "\(columns)x\(rows)")
        }
        #expect(state.current == 0)
    }

    @Test func `evidence belongs to the text that is shown`() {
        var state = Self.state()
        state.reasons = [.init(phrase: "no capital letters", support: 1)]
        _ = press("?", &state)
        _ = press("x", &state)
        #expect(state.reasons?.count == 1)
        _ = press("1", &state)
        #expect(state.reasons == nil)
    }

    // MARK: Text

    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\n\n", ["a", "b"]), ("a\n\nb", ["a", "", "b"]),
        ("one two three", ["one two", "three"]), ("\u{1B}[2J\u{9B}x", ["␛[2J\u{FFFD}x"]),
        ("a\tb", ["a b"]), ("漢字漢字漢字", ["漢字漢字", "漢字"]), ("\u{202E}abc", ["abc"]),
    ])
    func `texts are wrapped and safe for a terminal`(text: String, lines: [String]) {
        #expect(ReviewState.lines(of: text, columns: 8) == lines)
    }

    @Test func `a very long text is cut, and its last line says so`() {
        let lines = ReviewState.lines(of: String(repeating: "x", count: 1 << 20), columns: 80)
        #expect(lines.count == ReviewState.longestText / 80 + 1)
        #expect(lines.last == "… 975.2 KiB more")
    }
}
