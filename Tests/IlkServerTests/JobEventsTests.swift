import IlkAPI
import IlkFiles
import IlkStore
import IlkSyncStore
import IlkTransport
import IlkVocabulary
import Testing

@Suite("events of jobs over HTTP") struct JobEventsTests {
    /// Starts a server that runs jobs.
    private func start() async throws -> (desk: TestServer, queue: JobQueue, token: String) {
        let service = try ServiceStore.open(.memory)
        let queue = try #require(try await JobQueue(service))
        let desk = try await TestServer { _, parts in
            parts.folders = IlkFolders(environment: ["HOME": "/nowhere"])
            (parts.service, parts.jobs) = (service, queue)
        }
        return (desk, queue, try await desk.token(.read))
    }

    @Test func `a response with events ends with the job`() async throws {
        let (desk, queue, token) = try await start()
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let job = try await queue.add("test", parameters: "{}", by: .token("t")) { progress in
            try progress.report("counting", 0.5)
            for await _ in gate {}
            return Array(#"{"version":"1.0.0"}"#.utf8)
        }
        async let reply = desk.send(.get, "/v1/jobs/\(job.id)/events", token: token)
        opening.finish()
        let events = try await reply
        #expect(events.status == 200 && events.header("Content-Type") == "text/event-stream")
        #expect(events.text.contains("\nevent: end\ndata: {\"id\":\"\(job.id)\""))
        #expect(events.text.contains(#""result":{"version":"1.0.0"}"#) && events.text.hasSuffix("\n\n"))
        try await desk.end()
    }

    @Test func `a server that cancels its jobs ends the responses with their events`() async throws {
        let (desk, queue, token) = try await start()
        let job = try await queue.add("test", parameters: "{}", by: .token("t")) { progress in
            while true {
                try progress.report("working")
                await Task.yield()
            }
        }
        async let reply = desk.send(.get, "/v1/jobs/\(job.id)/events", token: token)
        await queue.cancelAll()
        let events = try await reply
        #expect(events.text.contains("\nevent: end\n") && events.text.contains(#""state":"canceled""#))
        try await desk.end()
        await queue.close()
    }
}
