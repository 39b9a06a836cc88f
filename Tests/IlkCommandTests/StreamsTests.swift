import Foundation
import IlkFraming
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("Streams") struct StreamsTests {
    /// Returns a writer that is never written to in these tests.
    private func sink() -> OutputWriter {
        OutputWriter(descriptor: -1, name: "sink", flushesEachRecord: false)
    }

    /// Returns for each line its number and text, or its length if it is too long, or the status of an error.
    private func lines(_ inputs: [InputFile], max: Int = 100, stop: StopFlag = StopFlag()) throws -> [String]
    {
        let source = LineSource(inputs, maxRecordBytes: max, output: sink(), stop: stop)
        var lines: [String] = []
        while true {
            do throws(CommandError) {
                guard let line = try source.next() else { return lines }
                let text = source.withBytes(of: line) { String(decoding: $0, as: UTF8.self) }
                lines.append("\(line.number) \(line.excessLength.map { "long \($0)" } ?? text)")
            } catch {
                lines.append("failed \(error.status.rawValue)")
            }
        }
    }

    @Test func `files are read in sequence and each counts its own lines`() throws {
        let folder = try TemporaryFolder()
        let one = try folder.file("one", "a\nb")
        let two = try folder.file("two", "c\r\n\n")
        #expect(try lines([.path(one), .path(two)]) == ["1 a", "2 b", "1 c", "2 "])
    }

    @Test func `an unreadable input is skipped`() throws {
        let folder = try TemporaryFolder()
        let good = try folder.file("good", "a\n")
        let inputs: [InputFile] = [.path(folder.path), .path(folder.path + "/none"), .path(good)]
        #expect(try lines(inputs) == ["failed 66", "failed 66", "1 a"])
    }

    @Test func `a line that is too long is reported with its length`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("file", "short\n" + String(repeating: "x", count: 300_000) + "\nend")
        #expect(try lines([.path(file)], max: 10) == ["1 short", "2 long 300000", "3 end"])
    }

    @Test func `output is flushed before waiting for input`() throws {
        let input = try PipePair()
        let output = try PipePair()
        let reader = InputReader(descriptor: input.reading, name: "in", stop: StopFlag(), closes: false)
        let writer = OutputWriter(descriptor: output.writing, name: "out", flushesEachRecord: false)
        var buffer = [UInt8](repeating: 0, count: 64)
        input.write("first")
        var waits = 0
        for expected in [5, 6] {
            let count = try buffer.withUnsafeMutableBufferPointer { bytes in
                try reader.read(into: bytes) { () throws(CommandError) in
                    waits += 1
                    try writer.flush()
                    // This would block forever if the output was not flushed.
                    #expect(output.read() == "made")
                    input.write("second")
                }
            }
            #expect(count == expected)
            writer.append("made")
            try writer.endRecord()
        }
        #expect(waits == 1)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a stop request ends the wait for input`(signal: Int32) throws {
        let input = try PipePair()
        let stop = StopFlag()
        let reader = InputReader(descriptor: input.reading, name: "in", stop: stop, closes: false)
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = try buffer.withUnsafeMutableBufferPointer { bytes in
            try reader.read(into: bytes) { () throws(CommandError) in
                #expect(stop.receive(signal) == .stop)
            }
        }
        #expect(count == 0)
        #expect(stop.request?.status == (signal == SIGINT ? .interrupted : .terminated))
        #expect(stop.receive(signal) == .exitAtOnce)
    }

    @Test(arguments: [(SIGINT, [] as [String]), (SIGTERM, ["2 b", "3 c"])])
    func `an interrupt discards read lines and a termination finishes them`(signal: Int32, rest: [String])
        throws
    {
        let folder = try TemporaryFolder()
        let file = try folder.file("file", "a\nb\nc\nd")
        let stop = StopFlag()
        let source = LineSource([.path(file), .path(file)], maxRecordBytes: 10, output: sink(), stop: stop)
        #expect(try source.next()?.number == 1)
        _ = stop.receive(signal)
        var lines: [String] = []
        while let line = try source.next() {
            lines.append(
                "\(line.number) \(source.withBytes(of: line) { String(decoding: $0, as: UTF8.self) })")
        }
        #expect(lines == rest)
    }

    @Test func `a closed reader ends writing without a message`() throws {
        signal(SIGPIPE, SIG_IGN)
        let output = try PipePair()
        output.closeReading()
        let writer = OutputWriter(descriptor: output.writing, name: "out", flushesEachRecord: true)
        writer.append("a record")
        #expect {
            try writer.endRecord()
        } throws: { error in
            guard let failure = error as? CommandError else { return false }
            return failure == .readerGone && failure.report.isEmpty && failure.status.rawValue == 141
        }
    }

    @Test(.enabled(if: access("/dev/full", W_OK) == 0, "this system has no /dev/full"))
    func `a full disk is reported`() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let writer = OutputWriter(descriptor: full, name: "out", flushesEachRecord: false)
        writer.append("a record")
        #expect {
            try writer.flush()
        } throws: { error in
            guard let failure = error as? CommandError else { return false }
            return failure.status == .inputOutput
                && failure.report == "error: out: cannot write: no space left on device\n"
        }
    }

    @Test func `the buffer is flushed when it is full`() throws {
        let output = try PipePair()
        let writer = OutputWriter(
            descriptor: output.writing, name: "out", flushesEachRecord: false, blockBytes: 8)
        writer.append("1234\n")
        try writer.endRecord()
        writer.append("5678\n")
        try writer.endRecord()
        #expect(output.read() == "1234\n5678\n")
    }

    @Test(arguments: [("", 4, "", false), ("abcd", 4, "abcd", false), ("abcde", 4, "abcd", true)])
    func `a whole text is cut at its limit`(text: String, limit: Int, read: String, isCut: Bool) throws {
        let folder = try TemporaryFolder()
        let file = InputFile.path(try folder.file("file", text))
        let whole = try WholeText.read(file, maxBytes: limit, stop: StopFlag())
        #expect(whole.map { String(decoding: $0.bytes, as: UTF8.self) } == read)
        #expect(whole?.isTruncated == isCut)
    }

    @Test func `an endless text is read up to the limit`() throws {
        let whole = try WholeText.read(.path("/dev/zero"), maxBytes: 1 << 20, stop: StopFlag())
        #expect(whole?.bytes.count == 1 << 20 && whole?.isTruncated == true)
    }

    @Test(
        arguments: [
            ([], [InputFile.standardInput]), (["-"], [.standardInput]),
            (["a", "-", "-x"], [.path("a"), .standardInput, .path("-x")]),
        ] as [([String], [InputFile])])
    func `a dash and no argument mean standard input`(arguments: [String], inputs: [InputFile]) {
        #expect(InputFile.named(arguments) == inputs)
    }

    @Test func `an error is reported as one line and a hint`() {
        let failure = CommandError(
            .noInput, "cannot read: is a directory", at: "a\nb\u{1B}", hint: "name files")
        #expect(failure.report == "error: a b␛: cannot read: is a directory\nhint: name files\n")
        #expect(CommandError(.bug, "what").report == "error: what\n")
    }
}
