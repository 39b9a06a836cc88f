import IlkHTTP

/// The format of a list, which the header `Accept` selects.
enum ListFormat: String, CaseIterable {
    case json = "application/json"
    case ndjson = "application/x-ndjson"
    case csv = "text/csv"

    /// The media types in the order of preference.
    static let mediaTypes = allCases.map(\.rawValue)

    /// Creates the format that the client of a request prefers. Without a preference it is JSON.
    init(_ call: APICall) {
        let type = AcceptHeader(call.request.headers["Accept"]).best(of: Self.mediaTypes)
        self = type.flatMap { Self(rawValue: $0) } ?? .json
    }
}
