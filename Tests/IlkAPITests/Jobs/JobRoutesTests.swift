import Foundation
import IlkAPI
import IlkFraming
import IlkHTTP
import IlkLearning
import IlkSyncStore
import IlkVocabulary
import Testing

@Suite("jobs") struct JobRoutesTests {
    /// Adds a job that waits for a gate.
    private func add(_ desk: LogDesk, _ gate: Gate, phase: String? = nil) async throws -> String {
        let job = try await desk.queue.add("test", parameters: "{}", by: .token("a")) { progress in
            if let phase { try progress.report(phase) }
            await gate.pass()
            return Array(#"{"version":"1.0.0"}"#.utf8)
        }
        return job.id.description
    }

    private func data(of events: String) throws -> [JSONTree] {
        try events.split(separator: "\n").filter { $0.hasPrefix("data: ") }
            .map { try JSONTree(strictly: $0.dropFirst("data: ".count).utf8) }
    }

    @Test func `jobs are listed by pages and state, and shown`() async throws {
        let desk = try await LogDesk([])
        let gate = Gate()
        var ids: [String] = []
        for _ in 0..<3 { ids.append(try await add(desk, gate)) }
        let first = try await desk.get("/v1/jobs?limit=2")
        let next = try #require(try await first.json["next"]?.string)
        #expect(first.headers["Link"] == "<\(next)>; rel=\"next\"")
        let pages = [try await first.json, try await desk.get(next).json]
        let found = pages.flatMap { $0["items"]?.elements ?? [] }
        #expect(found.map { $0["id"]?.string } == ids.reversed() && pages[1]["next"] == nil)
        let waiting = try await desk.get("/v1/jobs?state=queued").json["items"]?.elements ?? []
        let waitingIDs = waiting.compactMap { $0["id"]?.string }
        #expect(Set(waitingIDs).isSubset(of: ids.dropFirst()))
        let shown = try await desk.get("/v1/jobs/\(ids[2])").json
        #expect(shown["kind"]?.string == "test" && shown["token"]?.string == "a")
        gate.open()
        await desk.queue.close()
    }

    @Test func `events follow a job to its end`() async throws {
        let desk = try await LogDesk([])
        let gate = Gate()
        let id = try await add(desk, gate, phase: "counting")
        let response = try await desk.get("/v1/jobs/\(id)/events")
        #expect(response.headers["Content-Type"] == "text/event-stream")
        #expect(response.headers["Cache-Control"] == "no-store")
        gate.open()
        let text = try await response.text
        #expect(text.contains("\nevent: end\n") && text.hasSuffix("\n\n"))
        let last = try #require(try data(of: text).last)
        #expect(last["state"]?.string == "succeeded" && last["phase"]?.string == "counting")
        #expect(last["result"]?["version"]?.string == "1.0.0")
        let numbers = text.split(separator: "\n").filter { $0.hasPrefix("id: ") }.map { $0.dropFirst(4) }
        #expect(numbers.compactMap { Int($0) } == numbers.compactMap { Int($0) }.sorted())
        let final = try #require(numbers.last)
        let again = try await desk.get("/v1/jobs/\(id)/events")
        #expect(try data(of: try await again.text) == [last])
        let known = try await desk.get("/v1/jobs/\(id)/events", headers: ["Last-Event-ID": String(final)])
        #expect(known.status == 204)
    }

    @Test func `a job is canceled once, with the scope train`() async throws {
        let desk = try await LogDesk([])
        let gate = Gate()
        _ = try await add(desk, gate)
        let id = try await add(desk, gate)
        let path = "/v1/jobs/\(id)/cancel"
        #expect(try await desk.send("POST", path, as: .read).status == 403)
        let canceled = try await desk.send("POST", path, as: .train)
        #expect(canceled.status == 202)
        #expect(try await canceled.json["state"]?.string == "canceled")
        #expect(try await desk.send("POST", path, as: .train).status == 409)
        gate.open()
        await desk.queue.close()
    }

    @Test(arguments: ["x", "01900000-0000-7000-8000-000000000001"])
    func `an unknown job is not found`(id: String) async throws {
        let desk = try await LogDesk([])
        let expected = id.count == 36 ? 404 : 400
        for path in ["/v1/jobs/\(id)", "/v1/jobs/\(id)/events"] {
            #expect(try await desk.get(path).status == expected)
        }
        #expect(try await desk.send("POST", "/v1/jobs/\(id)/cancel", as: .train).status == expected)
    }

    @Test func `schedules are listed with the jobs`() async throws {
        let desk = try await LogDesk(
            [],
            schedules: [
                JobSchedule("retention", "Erase", every: 3600, runsAtStart: true) { "" },
                JobSchedule("retrain", "Learn", every: nil, runsAtStart: false) { "" },
            ])
        let schedules = try await desk.get("/v1/jobs").json["schedules"]?.elements ?? []
        #expect(schedules.map { $0["name"]?.string } == ["retention", "retrain"])
        #expect(schedules.map { $0["isOn"]?.bool } == [true, false])
        #expect(schedules.map { $0["every"]?.integer } == [3600, nil])
    }
}
