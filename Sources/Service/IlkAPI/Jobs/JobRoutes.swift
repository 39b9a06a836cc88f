import IlkFraming
import IlkHTTP
import IlkSyncStore
import IlkVocabulary

/// Routes that list, follow and cancel jobs.
struct JobRoutes {
    let queue: JobQueue
    let scheduler: Scheduler?
    /// The time after which an event stream without events sends a comment, so that a closed connection is
    /// noticed.
    var heartbeat = Duration.seconds(5)

    var routes: [Route] { [list, show, events, cancel] }

    private static let id = Parameter(
        .path, .init("job", .string(36...36), isRequired: true, "The id of the job."))

    private var list: Route {
        let fields: [JSONSchema.Field] = [
            .init("state", .choice(ServiceJob.State.allCases.map(\.rawValue)), "Only jobs in this state."),
            .init("limit", .integer(1...1000), "The number of jobs; by default 50."),
            .init("cursor", .string(36...36), "The cursor in the path 'next' of the previous page."),
        ]
        return Route(
            .get, "/v1/jobs", "listJobs", tag: "jobs", "List the jobs and the schedules.",
            access: .token(.read), parameters: fields.map { Parameter(.query, $0) },
            answers: [.init(200, "The jobs.", ["application/json"], JobForms.list)], problems: [.noSuchPage]
        ) { [queue, scheduler] call in
            let cursor = call.value("cursor")?.string
            let last = cursor.flatMap { RecordID($0) }
            guard cursor == nil || last != nil else {
                throw Problem(.noSuchPage, "the cursor is not from a page of this list")
            }
            let limit = call.value("limit")?.integer ?? 50
            let state = call.value("state")?.string.flatMap(ServiceJob.State.init)
            let jobs = try await queue.jobs(in: state, before: last, limit: limit + 1)
            let next = jobs.count > limit ? jobs[limit - 1].id.description : nil
            let path = next.map { call.request.nextPage($0) }
            var writer = JSONWriter()
            writer.beginObject()
            writer.key("items")
            writer.beginArray()
            for job in jobs.prefix(limit) { job.write(to: &writer) }
            writer.endArray()
            writer.field("next", path)
            writer.key("schedules")
            writer.beginArray()
            for schedule in await scheduler?.states() ?? [] { schedule.write(to: &writer) }
            writer.endArray()
            writer.endObject()
            var response = APIResponse.json(writer.bytes).tagged
            response.headers["Link"] = path.map { "<\($0)>; rel=\"next\"" }
            return response
        }
    }

    private var show: Route {
        Route(
            .get, "/v1/jobs/{job}", "showJob", tag: "jobs", "Show the state, progress and result of a job.",
            access: .token(.read), parameters: [Self.id],
            answers: [.init(200, "The job.", ["application/json"], JobForms.job)], problems: [.noSuchRecord]
        ) { [queue] call in
            APIResponse.json(try await Self.job(call, queue).json).tagged
        }
    }

    private var cancel: Route {
        Route(
            .post, "/v1/jobs/{job}/cancel", "cancelJob", tag: "jobs",
            "Cancel a job. A running job ends at its next step and changes no model.",
            access: .token(.train), parameters: [Self.id],
            answers: [.init(202, "The job.", ["application/json"], JobForms.job)],
            problems: [.noSuchRecord, .conflict], isChange: true
        ) { [queue] call in
            guard let job = try await queue.cancel(Self.job(call, queue).id) else { throw Self.unknown }
            return .json(job.json, status: 202)
        }
    }

    private static let unknown = Problem(.noSuchRecord, "there is no such job")

    private static func job(_ call: APICall, _ queue: JobQueue) async throws -> ServiceJob {
        guard let id = RecordID(call.value(id.name)?.string ?? ""), let job = try await queue.job(id) else {
            throw unknown
        }
        return job
    }

    // MARK: Events

    private var events: Route {
        Route(
            .get, "/v1/jobs/{job}/events", "followJob", tag: "jobs",
            "Follow a job by server-sent events until it ends.", access: .token(.read),
            parameters: [
                Self.id,
                Parameter(
                    .header,
                    .init("Last-Event-ID", .string(), "The id of the last event that the client has.")),
            ],
            answers: [
                .init(
                    200, "Events 'progress', and 'end' as the last one. Their data is the job.",
                    ["text/event-stream"]),
                .init(204, "The job has ended, and the client has its last event.", []),
            ],
            problems: [.noSuchRecord, .queueFull]
        ) { [queue, heartbeat] call in
            let job = try await Self.job(call, queue)
            let known = call.request.headers["Last-Event-ID"].flatMap { Int($0) } ?? 0
            // A browser that gets 204 does not connect again.
            if job.isOver, known >= job.changes { return APIResponse(204, nil, .bytes([])) }
            let signals = try await queue.signals(of: job.id, every: heartbeat)
            var response = APIResponse(
                200, "text/event-stream",
                .stream { writer in
                    try await Self.follow(job.id, in: queue, signals, after: known, to: &writer)
                })
            response.headers["Cache-Control"] = "no-store"
            // Proxies such as nginx would otherwise collect events.
            response.headers["X-Accel-Buffering"] = "no"
            return response
        }
    }

    private static func follow(
        _ id: RecordID, in queue: JobQueue, _ signals: AsyncStream<Void>, after known: Int,
        to writer: inout any BodyWriter
    ) async throws {
        var last = known
        var isOpen = true
        var next = signals.makeAsyncIterator()
        while isOpen {
            // The signals end when the job or the server ends.
            isOpen = await next.next() != nil
            guard let job = try await queue.job(id) else { return }
            // A comment, which clients ignore.
            try await writer.write(job.changes > last ? event(job) : Array(":\n\n".utf8))
            last = max(last, job.changes)
            if job.isOver { return }
        }
    }

    /// Returns the event with the current state of a job. The event id is the number of changes of the job. A
    /// client that reconnects sends it as `Last-Event-ID`, and gets only later states.
    private static func event(_ job: ServiceJob) -> [UInt8] {
        Array("id: \(job.changes)\nevent: \(job.isOver ? "end" : "progress")\ndata: ".utf8) + job.json
            + Array("\n\n".utf8)
    }
}

extension APIRequest {
    /// Returns the path and the query of this request, with another cursor.
    func nextPage(_ cursor: String) -> String {
        let kept = query.split(separator: "&").filter { !$0.hasPrefix("cursor=") }
        return path + "?" + (kept + ["cursor=\(cursor)"]).joined(separator: "&")
    }
}
