import Foundation
import TestSupport
import Testing

/// Training that is stopped, or that cannot write its model.
@Suite("train: limits and signals") struct TrainingProcessTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    @Test func `a model that cannot be written completely leaves the old one`() throws {
        let file = try tool.corpus(seed: 9)
        try tool.write("m.ilk", "old")
        let made = try tool.shell("ulimit -f 4; ilk train \(file) -o m.ilk --force")
        #expect(made.status == 74 && made.errors.contains("cannot write"), "\(made.status) \(made.errors)")
        #expect(try tool.bytes("m.ilk") == Data("old".utf8))
        #expect(try tool.names() == ["corpus-9.jsonl", "m.ilk"])
    }

    @Test(arguments: [("INT", 130), ("TERM", 143)])
    func `a stopped training leaves no partial file`(signal: String, status: Int) throws {
        // The shell's `exec` returns after the tool has opened the pipe. Its signal handlers are installed by
        // then.
        let line = """
            mkfifo endless
            ilk train endless -o m.ilk & pid=$!
            exec 3> endless
            kill -\(signal) $pid
            wait $pid
            echo $?
            """
        #expect(try tool.shell(line).output == "\(status)\n")
        #expect(try tool.names() == ["endless"])
    }
}
