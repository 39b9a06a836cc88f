import FoundationEssentials
import IlkFraming
import IlkHTTP
import IlkSyncStore
import IlkVocabulary

extension ServiceJob {
    var path: String { "/v1/jobs/\(id)" }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id.description)
        writer.field("kind", kind)
        writer.field("state", state.rawValue)
        writer.key("parameters")
        writer.raw(parameters.utf8)
        switch origin {
        case .token(let name): writer.field("token", name)
        case .schedule(let name): writer.field("schedule", name)
        }
        writer.field("created", TimeText.text(created))
        writer.field("started", started.map(TimeText.text))
        writer.field("ended", ended.map(TimeText.text))
        writer.field("phase", phase)
        if let fraction {
            writer.key("fraction")
            writer.number(fraction)
        }
        if let result {
            writer.key("result")
            writer.raw(result.utf8)
        }
        writer.field("error", error)
        writer.endObject()
    }

    var json: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}

extension Scheduler.State {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("name", schedule.name)
        writer.field("summary", schedule.summary)
        writer.field("isOn", schedule.every != nil)
        writer.field("every", schedule.every)
        writer.field("isRunning", isRunning)
        if let run = lastRun {
            writer.key("lastRun")
            writer.beginObject()
            writer.field("started", TimeText.text(run.started))
            writer.field("ended", TimeText.text(run.ended))
            switch run.outcome {
            case .success(let words): writer.field("result", words)
            case .failure(let failure): writer.field("error", failure.description)
            }
            writer.endObject()
        }
        writer.field("nextRun", nextRun.map(TimeText.text))
        writer.endObject()
    }
}

/// The JSON schemas of jobs and schedules.
enum JobForms {
    static let job = JSONSchema.named(
        "Job",
        .object([
            .init("id", .string(36...36), isRequired: true),
            .init("kind", .string(), isRequired: true, "The type of work: train or retrain."),
            .init("state", .choice(ServiceJob.State.allCases.map(\.rawValue)), isRequired: true),
            .init("parameters", .object([], others: .ignored), isRequired: true),
            .init("token", .string(), "The name of the token that requested the job."),
            .init("schedule", .string(), "The schedule that requested the job instead of a token."),
            .init("created", .string(), isRequired: true), .init("started", .string()),
            .init("ended", .string()), .init("phase", .string(), "The part of the work that is running."),
            .init("fraction", .number(0...1), "The completed share of the phase."),
            .init(
                "result", .object([], others: .ignored), "The result of a successful job."),
            .init("error", .string(), "The reason for a failure."),
        ]))

    static let schedule = JSONSchema.named(
        "Schedule",
        .object([
            .init("name", .string(), isRequired: true),
            .init("summary", .string(), isRequired: true, "The work in a few words."),
            .init("isOn", .boolean, isRequired: true),
            .init(
                "every", .integer(1...Int.max),
                "The seconds between two starts; missing if the schedule is off."),
            .init("isRunning", .boolean, isRequired: true),
            .init(
                "lastRun",
                .object([
                    .init("started", .string(), isRequired: true),
                    .init("ended", .string(), isRequired: true),
                    .init("result", .string(), "The result of a successful run."),
                    .init("error", .string(), "The reason for a failure."),
                ])),
            .init("nextRun", .string()),
        ]))

    static let list = JSONSchema.named(
        "Jobs",
        .object([
            .init("items", .array(of: job), isRequired: true, "The jobs, newest first."),
            .init("next", .string(), "The path of the next page; missing on the last page."),
            .init("schedules", .array(of: schedule), isRequired: true, "The scheduled work of the server."),
        ]))
}
