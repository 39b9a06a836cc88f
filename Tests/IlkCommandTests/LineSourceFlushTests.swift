import Foundation
import IlkFraming
import Testing

@testable import IlkCommand
@testable import IlkConsole

/// A producer that sends one line and waits for the answer before it sends the next. A filter must not block
/// it.
@Suite("Interactive streams") struct LineSourceFlushTests {
    @Test(.enabled(if: access("/proc/self/fd", R_OK) == 0, "this system has no /proc/self/fd"))
    func `each line is answered before the next one is sent`() throws {
        let questions = try PipePair()
        let answers = try PipePair()
        // The thread closes a copy. If both closed one number, the second would close the file of another
        // test.
        let (asking, hearing) = (dup(questions.writing), answers.reading)
        questions.closeWriting()
        let partner = Thread {
            for number in 1...3 {
                _ = Array("question \(number)\n".utf8).withUnsafeBytes {
                    write(asking, $0.baseAddress, $0.count)
                }
                // This returns only after the answer was flushed.
                guard PipePair.read(hearing) == "answer \(number)\n" else { break }
            }
            close(asking)
        }
        let folder = try TemporaryFolder()
        let name = folder.path + "/questions"
        try #require(symlink("/proc/self/fd/\(questions.reading)", name) == 0)
        let output = OutputWriter(descriptor: answers.writing, name: "answers", flushesEachRecord: false)
        let source = LineSource([.path(name)], maxRecordBytes: 100, output: output, stop: StopFlag())
        partner.start()
        var numbers: [Int] = []
        while let line = try source.next() {
            numbers.append(line.number)
            output.append("answer \(line.number)\n")
            try output.endRecord()
        }
        #expect(numbers == [1, 2, 3])
    }
}
