import Foundation
import TestSupport
import Testing

/// Programs that are started without standard input, output or error.
@Suite("Closed descriptors") struct ClosedDescriptorTests {
    private static let commands = [
        "ilk classify", "ilk classify --ndjson --log", "ilk classify --lines", "ilk classify -",
        "ilk explain",
        "ilk features", "ilk segment --words", "ilk eval", "ilk train -o m.ilk", "ilk rules trace",
        "ilk rules fmt -",
        "ilk log import -", "ilk log correct --from -", "ilk calls import -", "ilk calls add Jana --notes -",
        "ilk usage import -", "ilk debug import -", "ilk mail import -", "ilk log ls", "ilk doctor",
        "ilk --help",
    ]
    private static let closings = TestLength.some(
        4, of: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-"])

    @Test(arguments: closings)
    func `every command ends with a status`(closing: String) throws {
        let tool = try Tool()
        for command in Self.commands {
            // `exec` closes the descriptors of this shell, so that no parent process reopens them.
            let outcome = try tool.shell(
                "timeout -k 5 30 sh -c 'exec \(command) \(closing)'", input: Data("hello\n".utf8))
            #expect(outcome.status < 124, "\(command) \(closing): \(outcome.status)")
        }
    }

    @Test(arguments: [
        "classify", "classify --ndjson --log", "explain", "features", "segment --words", "rules trace -",
        "rules fmt -",
    ])
    func `reading a closed standard input is reported as an error`(command: String) throws {
        let outcome = try Tool().shell("exec timeout 30 ilk \(command) <&-")
        #expect(outcome.status == 66, "\(outcome.errors)")
        #expect(outcome.errors.contains("standard input"), "\(outcome.errors)")
        #expect(outcome.errors.contains("the stream is closed"), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test(arguments: ["echo hello | ilk classify", "ilk --help", "ilk log stats", "ilk rules show"])
    func `writing to a closed standard output is reported as an error`(line: String) throws {
        let tool = try Tool()
        try tool.shell("echo hello | ilk classify --log")
        let outcome = try tool.shell(line + " >&-")
        #expect(outcome.status == 74, "\(outcome.errors)")
        #expect(outcome.errors.contains("standard output") && outcome.errors.contains("the stream is closed"))
    }

    @Test func `no file opened later gets the number of a closed descriptor`() throws {
        let tool = try Tool()
        let outcome = try tool.shell(
            #"sh -c 'exec ilk classify --ndjson --log <"$0" >&- 2>&-' in.ndjson; echo $?"#, input: Data())
        #expect(!outcome.output.isEmpty)
        try tool.write("in.ndjson", #"{"text":"hello"}"# + "\n")
        #expect(try tool.shell("ilk classify --ndjson --log < in.ndjson >&- 2>&-").status == 74)
        // No answer or message was written to the database, the lock or the ledger.
        #expect(try tool.shell("ilk log stats").status == 0)
        #expect(try tool.shell("ilk doctor").status == 0)
    }
}
