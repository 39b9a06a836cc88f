import Ilk
import IlkFraming
import IlkHTTP
import IlkLog
import IlkStore
import IlkSyncStore
import IlkVocabulary

/// `GET /v1/log/{taxonomy}/learning`: the accuracy of the predictions, measured by the corrections.
struct LogLearningRoutes {
    let shelf: LogShelf

    var routes: [Route] { [report] }

    private var report: Route {
        Route(
            .get, "/v1/log/{taxonomy}/learning", "measureLogLearning", tag: "log",
            "Measure the predictions by the corrections: accuracy, confusions, versions, drift.",
            access: .token(.read),
            parameters: [LogParameters.taxonomy]
                + LogParameters.filter.filter { ["since", "until"].contains($0.name) },
            answers: [
                .init(
                    200, "The report of 'ilk learn report'.", ["application/json"],
                    .object([], others: .ignored))
            ],
            problems: LogParameters.problems
        ) { [shelf] call in
            let log = try shelf.log(of: call)
            let set = try LabelSetCatalog(folders: shelf.folders).set(with: log.taxonomy)
            let learning = LogLearning(store: log, labels: set, folders: shelf.folders)
            let report = try await learning.report(
                since: try LogParameters.time("since", call, log.now),
                until: try LogParameters.time("until", call, log.now))
            var fields = report.fields
            fields["alerts"] = (report.drift?.hasDrifted ?? false) ? report.drift?.statements : nil
            return try APIResponse.json(encoding: fields).tagged
        }
    }
}
