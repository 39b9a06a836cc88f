import Foundation
import TestSupport
import Testing

/// Clocks that are wrong by centuries. No command must crash, and times must be preserved.
@Suite("Wrong clocks") struct ClockTests {
    /// The seconds since 1970, at five seconds past midnight UTC. The short form has the first year.
    @Test(
        arguments: TestLength.some(
            1,
            of: [
                (1901, -2_177_452_795), (9999, 253_370_764_805), (1969, -31_535_995), (2038, 2_148_595_205),
                (2262, 9_225_014_405), (2999, 32_472_144_005),
            ]))
    func `every command ends with a status in any year`(year: Int, seconds: Int) throws {
        let tool = try Tool()
        guard let faulty = FaultyTool(tool) else { return }
        try CommandTour.prepare(tool)
        for line in CommandTour.all {
            let outcome = try faulty.shell(line, ["ILK_CLOCK_SECONDS": "\(seconds)"])
            #expect(outcome.status < 124, "\(line): status \(outcome.status): \(outcome.errors.prefix(300))")
        }
        let log = try faulty.shell("ilk log export", ["ILK_CLOCK_SECONDS": "\(seconds)"])
        #expect(log.lines.count == 4)
        let times = log.lines.filter { $0.contains(#""timestamp":"\#(year)-"#) }
        // Times before 1970 are exported as a number of seconds.
        let numbers = log.lines.filter { $0.contains(#""timestamp":"-"#) || $0.contains(#""timestamp":-"#) }
        #expect((year < 1970 ? numbers : times).count == 4, "\(log.output.prefix(400))")
    }

    @Test func `a clock that cannot be read does not end a command`() throws {
        let tool = try Tool()
        guard let faulty = FaultyTool(tool) else { return }
        for nth in [1, 2, 3, 5, 8, 13, 21] {
            let (outcome, _) = try faulty.shell(
                "ilk classify --ndjson --log", failing: "clock_gettime", nth: nth, isLasting: false,
                input: #"{"text":"hello"}"# + "\n")
            #expect(outcome.status == 0, "call \(nth): \(outcome.errors.prefix(300))")
        }
    }
}
