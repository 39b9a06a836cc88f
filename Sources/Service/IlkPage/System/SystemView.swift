import IlkFraming
import IlkHTTP

/// The checks, the schedules and the jobs of the server.
struct SystemView {
    struct Check {
        let name: String
        let state: String
        let isGood: Bool
    }

    struct Schedule {
        let summary: String
        let state: String
        let last: String
        let result: String
        let next: String
    }

    struct Job {
        let work: String
        /// The page of the job, or `nil` for work without one.
        let path: String?
        let origin: String
        let created: String
        let state: String
        let result: String
        /// The path that cancels the job, or `nil`.
        let cancel: String?
    }

    let checks: [Check]
    let summary: String
    let schedules: [Schedule]
    let jobs: [Job]
    /// The text that the page shows if there are no jobs.
    let nothing: String
    let next: String?

    /// - Parameters:
    ///   - checks: The names of the checks with `ok` or the problem of each.
    ///   - jobs: The jobs and schedules, or the problem of the request for them.
    ///   - canCancel: `true` if the person may cancel jobs.
    init(checks: [Pair], jobs: Result<JSONTree, Problem>, canCancel: Bool) {
        self.checks = checks.map { Check(name: $0.key, state: $0.value, isGood: $0.value == "ok") }
        let failed = self.checks.count { !$0.isGood }
        summary =
            failed == 0
            ? "All checks pass." : "\(PageText.counted(failed, "check")) of \(checks.count) failed."
        let json = (try? jobs.get()) ?? .null  // A server without a queue has no jobs.
        schedules = (json["schedules"]?.elements ?? []).map(Schedule.init)
        self.jobs = (json["items"]?.elements ?? []).map { Job($0, canCancel: canCancel) }
        if case .failure = jobs {
            nothing = "This server runs no jobs, because another server runs the jobs of the same store."
        } else {
            nothing = "No jobs yet."
        }
        next = PagePath.next(json, at: "/ui/system", [])
    }
}

extension SystemView.Schedule {
    fileprivate init(_ json: JSONTree) {
        summary = json["summary"]?.string ?? ""
        let every = json["every"]?.integer
        let isOn = json["isOn"]?.bool == true
        state =
            json["isRunning"]?.bool == true
            ? "running" : isOn ? "every \(PageText.interval(every ?? 0))" : "off"
        let run = json["lastRun"]
        last = run.map { PageText.time($0["ended"]?.string) + " UTC" } ?? "never"
        result = (run?["error"]?.string).map { "failed: \($0)" } ?? run?["result"]?.string ?? ""
        next = (json["nextRun"]?.string).map { PageText.time($0) + " UTC" } ?? ""
    }
}

extension SystemView.Job {
    fileprivate init(_ json: JSONTree, canCancel: Bool) {
        let (id, kind) = (json["id"]?.string ?? "", json["kind"]?.string ?? "")
        let taxonomy = json["parameters"]?["taxonomy"]?.string
        work = taxonomy.map { "\(kind) \($0)" } ?? kind
        path = kind == "retrain" ? taxonomy.map { "/ui" + PagePath.path("review", $0, "jobs", id) } : nil
        origin =
            (json["token"]?.string).map { "token \($0)" } ?? (json["schedule"]?.string).map {
                "schedule \($0)"
            }
            ?? ""
        created = PageText.time(json["created"]?.string) + " UTC"
        let isOpen = json["ended"]?.string == nil
        let phase = isOpen ? json["phase"]?.string : nil
        let share = (json["fraction"]?.double).map { ", \(PageText.percent($0))" } ?? ""
        state = (json["state"]?.string ?? "") + (phase.map { ": \($0)\(share)" } ?? "")
        result =
            json["error"]?.string
            ?? (kind == "retrain"
                ? JobView.summary(json["result"]) : json["result"]?["version"]?.string ?? "")
        cancel = isOpen && canCancel ? "/ui" + PagePath.path("system", "jobs", id, "cancel") : nil
    }
}
