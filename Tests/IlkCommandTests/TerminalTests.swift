import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("Terminal") struct TerminalTests {
    @Test(
        arguments: [
            (ColorChoice.auto, [:], true, true), (.auto, [:], false, false),
            (.auto, ["NO_COLOR": "1"], true, false),
            (.auto, ["NO_COLOR": "0"], true, false), (.auto, ["NO_COLOR": ""], true, true),
            (.auto, ["TERM": "dumb"], true, false), (.auto, ["TERM": "xterm"], true, true),
            (.always, ["NO_COLOR": "1", "TERM": "dumb"], false, true),
            (.never, ["TERM": "xterm"], true, false),
        ] as [(ColorChoice, [String: String], Bool, Bool)])
    func `the option has priority over environment variables`(
        choice: ColorChoice, environment: [String: String], isTerminal: Bool, isColored: Bool
    ) {
        #expect(Style(choice, environment: environment, isTerminal: isTerminal).isColored == isColored)
    }

    @Test func `colored text is followed by a reset sequence`() {
        #expect(Style(isColored: true).paint("x", .good) == "\u{1B}[32mx\u{1B}[0m")
        #expect(Style(isColored: true).paint("", .good) == "")
        #expect(Style(isColored: false).paint("x", .good) == "x")
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("文字", 4), ("ｱ", 1), ("Ａ", 2), ("한국", 4),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("👨‍👩‍👧", 2), ("🇧🇬", 2), ("❤\u{FE0F}", 2), ("❤", 1),
        ("ก็", 1), ("สวัสดี", 4), ("a\u{200B}b", 2), ("\u{0}", 0), ("👍🏽", 2),
    ])
    func `width matches a terminal`(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("文字文字", 5, "文字…"), ("文字文字", 4, "文…"),
        ("abc", 1, "…"), ("abc", 0, ""),
    ])
    func `text that is too wide is truncated`(text: String, columns: Int, cut: String) {
        #expect(DisplayWidth.truncated(text, to: columns) == cut)
        #expect(DisplayWidth.of(cut) <= columns)
    }

    @Test func `columns line up in every script`() {
        var table = Table([.init("kind"), .init("p", .right), .init("text", maxWidth: 8)])
        table.add(["email", "0.9", "Dear all,\nplease"])
        table.add(["文字", "0.125", "e\u{301}a"])
        table.add(["x", "", "y\u{1B}[31m"])
        table.add(["only"])
        #expect(
            table.rendered(Style(isColored: false)) == """
                kind       p  text
                email    0.9  Dear al…
                文字   0.125  e\u{301}a
                x             y␛[31m
                only

                """)
    }

    @Test func `a table without titles has only its rows`() {
        var table = Table([.init("", tone: .strong), .init("")])
        table.add(["a", "b"])
        table.add(["long", "c"])
        #expect(
            table.rendered(Style(isColored: true))
                == "\u{1B}[1ma\u{1B}[0m     b\n\u{1B}[1mlong\u{1B}[0m  c\n")
    }

    @Test(arguments: [
        (40, "id       note            n  says\nabcdefg  beside it all  12  what it is\n"),
        (34, "id       note         n  says\nabcdefg  beside it…  12  what it …\n"),
        (26, "id       note     n  says\nabcdefg  besid…  12  what…\n"),
        (23, "id        n  says\nabcdefg  12  what it is\n"),
        (20, "id        n  says\nabcdefg  12  what i…\n"),
        (10, "id        n  says\nabcdefg  12  what…\n"),
    ])
    func `a table that is too wide has its cells cut, then columns dropped`(
        columns: Int, wanted: String
    ) {
        var table = Table([
            .init("id"), .init("note", minWidth: 4, dispensability: 2), .init("n", .right),
            .init("says", minWidth: 5), .init("none", dispensability: 1),
        ])
        table.add(["abcdefg", "beside it all", "12", "what it is"])
        #expect(table.rendered(Style(isColored: false), within: columns) == wanted)
    }

    @Test(arguments: [
        ("one two three", "- ", 9, "- one two\n  three\n"), ("one", "- ", 9, "- one\n"),
        ("", "- ", 9, "- \n"),
        ("abcdefghijkl mn", "- ", 8, "- abcdef\n  ghijkl\n  mn\n"), ("a  b", "", 9, "a  b\n"),
        ("日本 日本", "", 6, "日本\n日本\n"), ("no end to it", "", Int.max, "no end to it\n"),
    ])
    func `text is wrapped`(text: String, first: String, columns: Int, wanted: String) {
        #expect(WrappedText.lines(text, first: first, columns: columns) == wanted)
    }

    @Test func `an empty table is empty text`() {
        #expect(Table([.init(""), .init("")]).rendered(Style(isColored: true)) == "")
    }

    @Test func `progress is drawn at most ten times per second and erased at the end`() {
        let start = ContinuousClock.now
        var progress = ProgressLine("texts", total: 200, on: .silent(), now: start)
        #expect(progress.end == "")
        var drawn: [String] = []
        for step in 1...100 {
            if let line = progress.line(done: step, now: start + .milliseconds(10 * step)) {
                drawn.append(line)
            }
        }
        #expect(drawn.count == 10)
        #expect(drawn.last == "\r\u{1B}[K[#########...........] 91/200 texts, 100 per second, 2 s left")
        #expect(progress.end == "\r\u{1B}[K")
    }

    @Test func `progress shows no rate in the first half second`() {
        let start = ContinuousClock.now
        var progress = ProgressLine("texts", total: 200, on: .silent(), now: start)
        #expect(
            progress.line(done: 60, now: start + .microseconds(3))
                == "\r\u{1B}[K[######..............] 60/200 texts")
    }

    @Test(
        arguments: [
            (31_557_600, "365.25 days"), (86_400, "1 day"), (129_600, "36 hours"), (604_800, "7 days"),
            (90, "90 seconds"), (1, "1 second"), (216_000, "2.50 days"),
        ] as [(Double, String)]) func `a retention time is shown in days`(
            seconds: Double, text: String
        )
    {
        #expect(DurationText.text(seconds) == text)
    }

    @Test func `a phase without a known end shows its name and the time so far`() {
        let start = ContinuousClock.now
        var progress = ProgressLine("texts", total: 200, on: .silent(), now: start)
        #expect(progress.line(phase: "fitting", now: start + .seconds(12)) == "\r\u{1B}[Kfitting, 12 s")
        #expect(progress.line(phase: "fitting", now: start + .milliseconds(12_050)) == nil)
        #expect(progress.end == "\r\u{1B}[K")
    }

    @Test func `progress without a total shows a count`() {
        let start = ContinuousClock.now
        var progress = ProgressLine("lines", total: nil, on: .silent(), now: start)
        #expect(progress.line(done: 0, now: start) == "\r\u{1B}[K0 lines")
        #expect(progress.line(done: 50, now: start + .seconds(2)) == "\r\u{1B}[K50 lines, 25 per second")
    }
}
