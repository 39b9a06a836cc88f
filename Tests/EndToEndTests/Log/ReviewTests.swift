import Foundation
import TestSupport
import Testing

@Suite("Review at a terminal") struct ReviewTests {
    private static let enter = "\u{1B}[?1049h"
    private static let leave = "\u{1B}[?1049l"
    private static let texts = ["lol no", "LOL, no!", "lol no", "select 1 from t;", "minutes of the board"]

    private let tool: Tool

    init() throws { tool = try Tool() }

    private func log(_ texts: [String] = texts, _ options: String = "") throws {
        let input = try texts.map {
            String(decoding: try JSONSerialization.data(withJSONObject: ["text": $0]), as: UTF8.self) + "\n"
        }.joined()
        // Without a prediction, all texts are uncertain and none is drawn at random.
        let run = try tool.shell(
            "ilk classify --log --ndjson -q --threshold 1 \(options)", input: Data(input.utf8))
        try #require(run.status == 0, "\(run.errors)")
    }

    /// Starts a review and waits for its first screen.
    private func review(_ options: String = "", terminal: String = "xterm") throws -> TerminalRun {
        let run = try TerminalRun(tool, "env TERM=\(terminal) ilk review \(options)")
        #expect(run.waitFor(" reviewed, "))
        return run
    }

    /// Returns the corrections of all entries: text, label and source, sorted.
    private func corrections() throws -> [String] {
        let run = try tool.run("log", "export")
        return try run.output.split(separator: "\n").flatMap { line in
            let entry = try JSONValue(Data(line.utf8))
            return entry["corrections"].elements.map { word in
                [entry["text"].string, word["category"].string, word["author"].string].map { $0 ?? "-" }
                    .joined(separator: "|")
            }
        }.sorted()
    }

    @Test func `each answer labels its text and all nearly equal ones`() throws {
        try log()
        let run = try review("--by ana")
        #expect(run.waitFor("0 of 3 reviewed, 3 left"))
        try run.type("2")
        #expect(run.waitFor("1 of 3 reviewed, 2 left"))
        #expect(try corrections().count >= 1, "an answer is stored before the next one")
        try run.type("22")
        #expect(run.waitFor("All texts of this review have a label."))
        try run.type("q")
        let (status, shown) = run.end()
        #expect(status == 0 && shown.contains("Reviewed 3 texts: stored 5 corrections, 0 left."), "\(shown)")
        #expect(try corrections() == Self.texts.map { $0 + "|message|ana" }.sorted())
        let again = try TerminalRun(tool, "env TERM=xterm ilk review")
        #expect(again.end().shown.contains("No entries to review."))
    }

    @Test func `Enter accepts the guess, and undo removes an answer`() throws {
        try log()
        let run = try review()
        try run.type("1u")
        #expect(run.waitFor("Removed the label of this text."))
        #expect(try corrections().isEmpty)
        try run.type("\r\r\r")
        #expect(run.waitFor("3 of 3 reviewed"))
        try run.type("uq")
        #expect(run.end().status == 0)
        let found = try corrections()
        #expect(!found.isEmpty && found.allSatisfy { $0.hasSuffix("|tester") })
        for text in found where text.hasPrefix("lol no|") { #expect(text == "lol no|message|tester") }
    }

    @Test func `a review continues where the last one ended, with skipped texts at the end`() throws {
        try log(["one day", "two nights", "three weeks"])
        let queue = try JSONValue(tool.run("log", "queue", "--format", "json").data)
        let order = queue.elements.map { $0["entry"]["text"].string ?? "" }
        try #require(order.count == 3)
        let first = try review()
        try first.type("s1q")
        #expect(first.end().status == 0)
        #expect(try corrections() == ["\(order[1])|email|tester"])
        let second = try review()
        #expect(second.waitFor("0 of 2 reviewed, 2 left"))
        #expect(second.waitFor(order[2]))
        try second.type("2")
        #expect(second.waitFor("1 of 2 reviewed, 1 left"))
        try second.type("q")
        let (status, shown) = second.end()
        let places = [order[2], order[0]].map { shown.range(of: $0)?.lowerBound }
        #expect(status == 0 && places[0] ?? shown.endIndex < places[1] ?? shown.startIndex, "\(shown)")
        #expect(try corrections() == ["\(order[1])|email|tester", "\(order[2])|message|tester"].sorted())
    }

    @Test func `labels are those of the log's taxonomy`() throws {
        try log(["cheap pills", "see you at 8"], "--taxonomy spam")
        let run = try review("--taxonomy spam")
        #expect(run.waitFor("1 ham   2 spam"))
        try run.type("/ham\r")
        #expect(run.waitFor("Stored ham"))
        try run.type("\u{4}")
        #expect(run.end().status == 0)
    }

    @Test(
        arguments: [
            (SIGINT, 130), (SIGTERM, 143), (SIGHUP, 143), (SIGQUIT, 1000 + SIGQUIT),
            (SIGABRT, 1000 + SIGABRT),
            (SIGSEGV, 1000 + SIGSEGV),
        ] as [(Int32, Int32)])
    func `a signal or a crash restores the terminal, and answers are kept`(signal: Int32, expected: Int32)
        throws
    {
        try log()
        let run = try review()
        #expect(!run.echoes, "keys are not shown during a review")
        try run.type("1")
        #expect(run.waitFor("1 of 3 reviewed"))
        run.signal(signal)
        let (status, shown) = run.end()
        #expect(status == expected && shown.contains(Self.leave))
        #expect(run.echoes)
        #expect(try !corrections().isEmpty)
    }

    @Test func `a suspended review gives the terminal back, and continues`() throws {
        try log()
        let run = try review()
        run.signal(SIGTSTP)
        #expect(run.waitFor(Self.leave))
        #expect(run.echoes)
        // The signal may arrive before the process is suspended, so it is repeated.
        run.whileWaiting = { $0.signal(SIGCONT) }
        #expect(run.waitFor(Self.leave + Self.enter))
        #expect(!run.echoes)
        try run.type("q")
        #expect(run.end().status == 0)
    }

    @Test func `without a terminal a review ends with a hint and changes nothing`() throws {
        try log()
        let run = try tool.run("review", input: "111")
        #expect(run.status == 64 && run.errors.contains("error: standard input is not a terminal"))
        #expect(run.errors.contains("hint: ") && run.errors.contains("ilk log queue --format ndjson"))
        let dumb = try TerminalRun(tool, "env TERM=dumb ilk review")
        let (status, shown) = dumb.end()
        #expect(status == 64 && shown.contains("TERM=dumb") && !shown.contains("\u{1B}"), "\(shown)")
        #expect(try corrections().isEmpty)
        let none = try TerminalRun(tool, "env TERM=xterm ilk review --log-file none.sqlite")
        #expect(none.end().status == 66)
        #expect(try tool.names().isEmpty, "no log is created")
    }

    @Test func `hostile texts and pasted text are inert`() throws {
        try log(HostileText.all)
        let run = try review()
        try run.type("\u{1B}[200~111\r\u{1B}[201~")
        for key in ["j", "?", "x", "/", "\u{7F}"] + Array(repeating: "s", count: HostileText.all.count) {
            try run.type(key)
        }
        #expect(run.waitFor("Only skipped texts are left."))
        try run.type("q")
        let (status, shown) = run.end()
        #expect(status == 0)
        let bare = shown.replacing(/\u{1B}(\[[HJK]|\[\?(1049|2004|25)[hl]|\[0m)/, with: "")
            .unicodeScalars.filter { $0 != "\r" }
        #expect(HostileText.fault(inText: Data(String(String.UnicodeScalarView(bare)).utf8)) == nil)
        #expect(try corrections().isEmpty, "pasted text labels nothing")
    }
}
