import Foundation
import TestSupport
import Testing

@Suite("Streams of records") struct StreamTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    @Test(arguments: ["--ndjson", "--lines"])
    func `a closed reader ends the command without a message`(framing: String) throws {
        let run = try tool.shell(
            #"yes '{"text":"see you at eight then"}' | (ilk classify \#(framing) 2> err; echo $? > status) | head -1"#
        )
        #expect(run.lines.count == 1)
        #expect(try tool.bytes("status") == Data("141\n".utf8))
        #expect(try tool.bytes("err").isEmpty)
    }

    @Test func `texts logged before the reader closed are stored`() throws {
        _ = try tool.shell(
            #"yes '{"text":"see you at eight then"}' | (ilk classify --ndjson --log 2> err; echo $? > status) | head -1"#
        )
        #expect(try tool.bytes("status") == Data("141\n".utf8))
        #expect(try tool.bytes("err").isEmpty)
        #expect(try tool.run("log", "ls", "--limit", "1", "--format", "ndjson").lines.count == 1)
    }

    @Test func `each line is answered before the next one is sent`() throws {
        let partner = try InteractiveRun(tool, ["classify", "--ndjson"])
        for number in 1...3 {
            try partner.say(#"{"n":\#(number),"text":"see you at eight"}"# + "\n")
            #expect(partner.hear().hasPrefix(#"{"n":\#(number),"text":"see you at eight","classification""#))
        }
        try partner.endInput()
        let end = try partner.end()
        #expect(end.status == 0 && end.rest.isEmpty && end.errors.isEmpty)
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func `a signal ends the command cleanly and logged texts are stored`(signal: Int32, status: Int32) throws
    {
        let partner = try InteractiveRun(tool, ["classify", "--ndjson", "--log"])
        try partner.say(#"{"text":"see you at eight"}"# + "\n")
        #expect(partner.hear().contains("classification"))
        partner.signal(signal)
        let end = try partner.end()
        #expect(end.status == status && end.rest.isEmpty)
        #expect(end.errors == "error: stopped after 1 text\n")
        let logged = try tool.run("log", "ls", "--format", "ndjson")
        #expect(
            logged.lines.count == 1 && logged.output.contains("see you at eight"),
            "\(logged.output)\(logged.errors)")
    }

    @Test func `texts of several threads are logged in the order of the input`() throws {
        let texts = (0..<4_000).map { "see you at eight, \($0)" }
        let input = texts.map { #"{"text":"\#($0)"}"# + "\n" }.joined()
        let run = try tool.run("classify", "--ndjson", "--log", "-j", "4", input: input)
        #expect(run.status == 0 && run.lines.count == texts.count, "\(run.errors)")
        let logged = try tool.run("log", "export").lines
        #expect(logged.count == texts.count)
        for (text, line) in zip(texts, logged) { #expect(line.contains(#""text":"\#(text)""#)) }
    }

    @Test func `a closed reader ends a command with several threads`() throws {
        let run = try tool.shell(
            #"yes '{"text":"see you at eight then"}' | (ilk classify --ndjson -j 4 2> err; echo $? > status) | head -1"#
        )
        #expect(run.lines.count == 1)
        #expect(try tool.bytes("status") == Data("141\n".utf8))
        #expect(try tool.bytes("err").isEmpty)
    }

    /// 64 MiB, or 1 GiB with `ILK_LONG=1`.
    @Test func `memory use is constant over a long stream`() throws {
        let megabytes = TestLength.isLong ? 1024 : 64
        let partner = try InteractiveRun(tool, ["classify", "--ndjson"], isHeard: false)
        let text = "The committee met twice this week and agreed on nothing. "
        let filling = String(repeating: "x", count: (1 << 16) - text.utf8.count - 30)
        let block = String(repeating: #"{"text":"\#(text)","y":"\#(filling)"}"# + "\n", count: 16)
        var early = 0
        for megabyte in 1...megabytes {
            try partner.say(block)
            if megabyte == 8 { early = try partner.peakMemory() }
        }
        let late = try partner.peakMemory()
        try partner.endInput()
        #expect(try partner.end().status == 0)
        #expect(
            early > 0 && late - early < 4096, "\(early) KiB after 8 MiB, \(late) KiB after \(megabytes) MiB")
    }
}
