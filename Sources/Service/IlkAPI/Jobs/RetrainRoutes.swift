import FoundationEssentials
import Ilk
import IlkFraming
import IlkHTTP
import IlkLog
import IlkSyncStore
import IlkVocabulary

/// `POST /v1/retrain`: a job that learns the corrections of a log.
struct RetrainRoutes {
    let shelf: LogShelf
    let queue: JobQueue

    var routes: [Route] { [retrain] }

    private var retrain: Route {
        Route(
            .post, "/v1/retrain", "retrainModel", tag: "jobs",
            "Learn the corrections of a log, and activate the new version if it is better.",
            access: .token(.train),
            body: [.init(["application/json"], .json(Self.body, limit: 1 << 16), "The options.")],
            answers: [.init(202, "The job.", ["application/json"], JobForms.job)],
            problems: [.noSuchTaxonomy, .noSuchRecord, .conflict, .queueFull], isChange: true,
            createsOnce: true
        ) { [shelf, queue] call in
            let json = call.json ?? .null
            let options = try Self.options(json)
            let job = try await Self.add(
                json["taxonomy"]?.string ?? Taxonomy.documentType.name, options,
                by: .token(call.token?.name ?? "token"), to: queue, shelf)
            var response = APIResponse.json(job.json, status: 202)
            response.headers["Location"] = job.path
            return response
        }
    }

    /// Adds a retraining to a queue.
    ///
    /// - Throws: ``Problem`` `no-such-taxonomy`, `no-such-record` or `queue-full`; errors of opening the log.
    static func add(
        _ taxonomy: String, _ options: RetrainingOptions, by origin: ServiceJob.Origin, to queue: JobQueue,
        _ shelf: LogShelf
    ) async throws -> ServiceJob {
        let log = try shelf.log(taxonomy)
        guard let set = try LabelSetCatalog(folders: shelf.folders).set(with: log.taxonomy) else {
            throw ModelParameters.unknownTaxonomy(taxonomy, shelf.folders)
        }
        let parameters: JSONObject = [
            "taxonomy": taxonomy, "dryRun": !options.promotes, "full": options.recounts,
            "halfLife": options.halfLife, "withoutAuthor": options.excluded,
            "withAuthor": options.readmitted,
        ]
        let text = String(decoding: try JSONWriter.bytes(of: parameters), as: UTF8.self)
        return try await queue.add(
            "retrain", parameters: text, by: origin,
            work: JobWork.retraining(log, set, options, shelf.folders))
    }

    private static func options(_ json: JSONTree) throws(Problem) -> RetrainingOptions {
        func names(_ field: String) -> [String] { json[field]?.elements?.compactMap(\.string) ?? [] }
        var options = RetrainingOptions()
        options.promotes = !(json["dryRun"]?.bool ?? false)
        options.recounts = json["full"]?.bool ?? false
        (options.excluded, options.readmitted) = (names("withoutAuthor"), names("withAuthor"))
        guard options.excluded.allSatisfy({ !options.readmitted.contains($0) }) else {
            let rule = "must not contain an author that is also in withoutAuthor"
            throw Problem(.invalidBody, faults: [FieldFault(.body("/withAuthor"), .choice, rule)])
        }
        if let text = json["halfLife"]?.string {
            guard let age = PointInTime(text)?.age, age >= 1 else {
                let rule = "must be an age of a second or more, such as 90d"
                throw Problem(.invalidBody, faults: [FieldFault(.body("/halfLife"), .type, rule)])
            }
            options.halfLife = age
        }
        return options
    }

    private static let body: JSONSchema = {
        let authors = JSONSchema.array(of: .string(1...100), 0...100)
        return .named(
            "Retraining",
            .object([
                .init("taxonomy", .string(1...100), "The taxonomy of the log, by default doctype."),
                .init("dryRun", .boolean, "true to train and report, but write nothing."),
                .init("full", .boolean, "true to count the whole log again, not only new entries."),
                .init(
                    "halfLife", .string(1...40), "The age at which the weight of a correction halves: 90d."),
                .init("withoutAuthor", authors, "Authors to ignore in this and later retrainings."),
                .init("withAuthor", authors, "Ignored authors to learn from again."),
            ]))
    }()
}
