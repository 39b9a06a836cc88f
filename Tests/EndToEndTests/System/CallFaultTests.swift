import Foundation
import TestSupport
import Testing

/// System calls that fail in turn. Every command must end in time with a documented status, and must report
/// lost data. `ILK_FAULTS=200 make fault-proof` tests more calls.
@Suite("Failing system calls", .serialized) struct CallFaultTests {
    private static let statuses: Set<Int32> = [0, 65, 66, 69, 70, 73, 74, 75, 77, 78]
    /// The number of calls of each function that fail in turn.
    private static let calls =
        ProcessInfo.processInfo.environment["ILK_FAULTS"].flatMap { Int($0) } ?? (TestLength.isLong ? 6 : 2)

    private static let lines: [String] = {
        var lines = [
            "ilk classify --ndjson --log < in.ndjson", "ilk log ls", "ilk train texts.jsonl -o m.ilk --force",
        ]
        #if Mail
            lines.append("ilk mail import mail.mbox --account a@b.c")
        #endif
        return lines
    }()

    private func room() throws -> (Tool, FaultyTool)? {
        let tool = try Tool()
        guard let faulty = FaultyTool(tool) else { return nil }
        try CommandTour.prepare(tool)
        try tool.write("in.ndjson", #"{"text":"hello you"}"# + "\n" + #"{"text":"select id from t;"}"# + "\n")
        return (tool, faulty)
    }

    @Test(arguments: ["pthread_create", "getrandom", "clock_gettime", "mmap", "open", "pipe", "posix_spawn"])
    func `a single failing call causes no crash and no hang`(call: String)
        throws
    {
        try expectStatuses(failing: call, isLasting: false)
    }

    @Test(arguments: ["getrandom", "clock_gettime", "mmap", "open", "pipe", "posix_spawn"])
    func `a call that keeps failing ends a command with a status`(call: String) throws {
        try expectStatuses(failing: call, isLasting: true)
    }

    private func expectStatuses(failing call: String, isLasting: Bool) throws {
        guard let (tool, faulty) = try room() else { return }
        for line in Self.lines {
            for nth in 1...Self.calls {
                let (outcome, hasFailed) = try faulty.shell(
                    line, failing: call, nth: nth, isLasting: isLasting)
                let what = "\(line), \(call)\(isLasting ? " from" : "") \(nth)"
                #expect(
                    Self.statuses.contains(outcome.status),
                    "\(what): status \(outcome.status): \(outcome.errors.prefix(300))")
                #expect(
                    isLasting || outcome.status == 0 || !outcome.errors.isEmpty, "\(what): no message")
                guard hasFailed else { break }
            }
        }
        try expectSound(tool)
    }

    @Test func `a process that gets no thread ends with status 75 and a message`() throws {
        guard let (tool, faulty) = try room() else { return }
        let (outcome, hasFailed) = try faulty.shell(
            Self.lines[0], failing: "pthread_create", nth: 1, isLasting: true, seconds: 30)
        #expect(hasFailed)
        #expect(outcome.status == 75, "\(outcome.status) \(outcome.errors)")
        #expect(outcome.errors.contains("no thread can be created"))
        try expectSound(tool)
    }

    @Test func `the first SIGTERM ends a process that gets no thread`() throws {
        guard let (_, faulty) = try room() else { return }
        let begin = ContinuousClock.now
        // `timeout` sends SIGTERM after two seconds, and SIGKILL five seconds later.
        let (outcome, _) = try faulty.shell(
            Self.lines[0], failing: "pthread_create", nth: 1, isLasting: true, seconds: 2)
        #expect(outcome.status == 124 || outcome.status == 75, "\(outcome.status) \(outcome.errors)")
        #expect(ContinuousClock.now - begin < .seconds(7))
    }

    /// After the faults, a run without faults succeeds and the stores are complete.
    private func expectSound(_ tool: Tool) throws {
        for line in Self.lines { #expect(try tool.shell(line).status == 0, "\(line)") }
        let health = try tool.shell("ilk doctor")
        #expect(health.status == 0, "\(health.output) \(health.errors)")
    }
}
