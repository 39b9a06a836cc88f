import IlkHTTP

/// The formats of downloads.
enum DataFormat: String, Sendable, CaseIterable {
    case json, ndjson, csv

    var mediaType: String {
        switch self {
        case .json: "application/json"
        case .ndjson: "application/x-ndjson"
        case .csv: "text/csv"
        }
    }
}

/// `/ui/data`: the records of a page as a file.
struct DataRoutes {
    let pages: Pages

    var routes: [Route] { [data] }

    private var data: Route {
        let types = DataFormat.allCases.map(\.mediaType) + ["application/x-tar"]
        let fields: [JSONSchema.Field] = [
            .init("path", .string(1...4000), isRequired: true),
            .init("as", .choice(DataFormat.allCases.map(\.rawValue)), isRequired: true),
        ]
        return pages.download(
            "/ui/data", "downloadPageData", "Download the records of a page.",
            fields.map { Parameter(.query, $0) }, types: types
        ) { visit in
            let format = DataFormat(rawValue: visit["as"]) ?? .json
            guard visit["path"].hasPrefix("/v1/") else { throw Problem.notFound }
            var response = try await visit.respond("GET", visit["path"], accept: format.mediaType)
            response.headers["Content-Disposition"] = "attachment; filename=\"ilk.\(format.rawValue)\""
            return response
        }
    }
}
