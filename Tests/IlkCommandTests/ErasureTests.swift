import Testing

@testable import IlkConsole

@Suite("Confirmation before erasing") struct ErasureTests {
    @Test func `a dry run only shows the change and a given permission skips the question`() throws {
        let pipe = try PipePair()
        let console = Console.silent(
            output: OutputWriter(descriptor: pipe.writing, name: "pipe", flushesEachRecord: false))
        #expect(try !ErasurePermission(isDryRun: true).allows("delete", "2 entries", console))
        #expect(pipe.read() == "Would delete 2 entries.\n")
        #expect(try ErasurePermission(isGiven: true).allows("delete", "2 entries", console))
    }
}
