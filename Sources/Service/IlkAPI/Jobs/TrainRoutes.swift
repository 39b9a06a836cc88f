import FoundationEssentials
import Ilk
import IlkFiles
import IlkFraming
import IlkHTTP
import IlkLearning
import IlkSyncStore
import IlkVocabulary

/// `POST /v1/train`: a job that trains and registers a model from the labeled texts of the body.
struct TrainRoutes {
    let folders: IlkFolders
    let queue: JobQueue
    let settings: ServerSettings

    var routes: [Route] { [train] }

    private static let lines = ["application/x-ndjson", "application/ndjson", "application/jsonl"]
    private static let table = "text/csv"
    private static let tabs = "text/tab-separated-values"

    private static let parameters = [
        JSONSchema.Field(
            "taxonomy", .string(1...100), isRequired: true,
            "The name of the taxonomy. An unknown taxonomy is created."),
        .init(
            "kind", .choice(TrainingKind.allCases.map(\.rawValue)), "The type of the model, by default bayes."
        ),
        .init("multilabel", .boolean, "true if texts can have several labels or none."),
        .init(
            "timeLimit", .string(1...40),
            "The time limit of the training: 30s, 5m. The best model so far is kept."),
        .init("reason", .string(1...250), "The reason for the new version, for its history."),
        .init("source", .string(1...100), "The name of the texts in the version's manifest."),
    ].map { Parameter(.query, $0) }

    private var train: Route {
        Route(
            .post, "/v1/train", "trainModel", tag: "jobs",
            "Train and register a model. It becomes active unless it may be worse than the active version.",
            access: .token(.train), parameters: Self.parameters,
            body: [
                .init(Self.lines, .bytes, "One object per line, with the fields 'text' and 'label'."),
                .init(
                    [Self.table, Self.tabs], .bytes,
                    "A header row with the columns 'text' and 'label', and a row per text."),
            ],
            answers: [.init(202, "The job.", ["application/json"], JobForms.job)],
            problems: [.invalidBody, .conflict, .queueFull], isChange: true, createsOnce: true
        ) { [folders, queue, settings] call in
            let name = call.value("taxonomy")?.string ?? ""
            guard LabelSet.isName(name) else {
                let rule = "must be a name of letters, digits, hyphens and underscores"
                throw Problem(.invalidParameter, faults: [FieldFault(.parameter("taxonomy"), .missing, rule)])
            }
            let set = try LabelSetCatalog(folders: folders).existing(name)
            let bytes = try await call.body.whole(upTo: settings.maxBody)
            let read = try Self.read(
                bytes, call.mediaType?.name, set, call.value("multilabel")?.bool ?? false)
            let kind =
                call.value("kind")?.string.flatMap(TrainingKind.init)
                ?? (read.isMultilabel ? .linear : .bayes)
            guard !read.isMultilabel || kind == .linear else {
                let rule = "must be linear for texts with several labels"
                throw Problem(.invalidParameter, faults: [FieldFault(.parameter("kind"), .choice, rule)])
            }
            let timeLimit = try Self.timeLimit(call.value("timeLimit")?.string)
            let token = call.token?.name ?? "token"
            let signature = ChangeAuthor(who: token, why: call.value("reason")?.string, when: Date())
            let parameters: JSONObject = [
                "taxonomy": name, "kind": kind.rawValue, "texts": read.file.texts.count,
                "timeLimit": timeLimit,
            ]
            let text = String(decoding: try JSONWriter.bytes(of: parameters), as: UTF8.self)
            let job = try await queue.add(
                "train", parameters: text, by: .token(token), bytes: bytes.count,
                work: JobWork.training(
                    read.file.texts, source: call.value("source")?.string ?? token, taxonomy: name,
                    kind: kind, isMultilabel: read.isMultilabel, timeLimit: timeLimit,
                    signature, folders))
            var response = APIResponse.json(job.json, status: 202)
            response.headers["Location"] = job.path
            return response
        }
    }

    /// Parses a time limit.
    ///
    /// - Returns: The limit in seconds, or `nil`.
    /// - Throws: ``Problem`` `invalid-parameter`.
    private static func timeLimit(_ text: String?) throws(Problem) -> Double? {
        guard let text else { return nil }
        guard let seconds = PointInTime(text)?.age, seconds > 0 else {
            let rule = "must be a time above 0, such as 30s or 5m"
            throw Problem(.invalidParameter, faults: [FieldFault(.parameter("timeLimit"), .type, rule)])
        }
        return seconds
    }

    /// Reads labeled texts.
    ///
    /// - Returns: The texts, and `true` if they can have several labels.
    /// - Throws: ``Problem`` `invalid-body` with the lines that cannot be read, or `invalid-parameter`.
    private static func read(
        _ bytes: [UInt8], _ type: String?, _ set: LabelSet?, _ isMultilabel: Bool
    ) throws(Problem) -> (file: LabeledTextFile, isMultilabel: Bool) {
        if let set, isMultilabel, !set.isMultilabel {
            let rule = "must be false: the taxonomy gives each text one label"
            throw Problem(.invalidParameter, faults: [FieldFault(.parameter("multilabel"), .choice, rule)])
        }
        let isMultilabel = isMultilabel || set?.isMultilabel ?? false
        let format: LabeledTextFormat = type == table ? .csv : type == tabs ? .tsv : .jsonl
        let file = LabeledTextFile(bytes, format: format, labels: isMultilabel ? .any : .one)
        guard file.problems.isEmpty else {
            throw Problem(
                .invalidBody,
                faults: file.problems.map { problem in
                    FieldFault(.body(""), .type, "cannot be read in \(problem.description)")
                })
        }
        guard !file.texts.isEmpty else {
            throw Problem(.invalidBody, faults: [FieldFault(.body(""), .missing, "has no texts")])
        }
        return (file, isMultilabel)
    }
}
