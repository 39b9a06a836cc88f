/// The type of a problem (RFC 9457). `GET /problems/NAME` documents it.
package enum ProblemType: String, Hashable, Sendable, CaseIterable {
    case malformedRequest = "malformed-request"
    case malformedBody = "malformed-body"
    case unknownParameter = "unknown-parameter"
    case invalidParameter = "invalid-parameter"
    case token
    case scope
    case notFound = "not-found"
    case noSuchTaxonomy = "no-such-taxonomy"
    case noSuchRecord = "no-such-record"
    case noSuchVersion = "no-such-version"
    case noSuchPage = "no-such-page"
    case method
    case notAcceptable = "not-acceptable"
    case slowBody = "slow-body"
    case conflict
    case keyInUse = "key-in-use"
    case changed
    case tooLarge = "too-large"
    case mediaType = "media-type"
    case contentCoding = "content-coding"
    case charset
    case invalidBody = "invalid-body"
    case invalidQuery = "invalid-query"
    case unknownLabel = "unknown-label"
    case severalLabels = "several-labels"
    case keyReused = "key-reused"
    case ifMatchRequired = "if-match-required"
    case notLogging = "not-logging"
    case notMail = "not-mail"
    case refusedTokens = "refused-tokens"
    case rate
    case queueFull = "queue-full"
    case internalError = "internal"
    case busy

    /// The status of responses with this problem. Status 400 means that the request cannot be read or names
    /// something unknown; status 422 means that a readable value is not acceptable.
    package var status: Int {
        switch self {
        case .malformedRequest, .malformedBody, .unknownParameter, .invalidParameter: 400
        case .token: 401
        case .scope: 403
        case .notFound, .noSuchTaxonomy, .noSuchRecord, .noSuchVersion, .noSuchPage: 404
        case .method: 405
        case .notAcceptable: 406
        case .slowBody: 408
        case .conflict, .keyInUse: 409
        case .changed: 412
        case .tooLarge: 413
        case .mediaType, .contentCoding, .charset: 415
        case .invalidBody, .invalidQuery, .unknownLabel, .severalLabels, .keyReused, .notLogging, .notMail:
            422
        case .ifMatchRequired: 428
        case .refusedTokens, .rate, .queueFull: 429
        case .internalError: 500
        case .busy: 503
        }
    }

    /// The value of the field `title`.
    package var title: String { documentation.title }
    /// A sentence about the cause.
    package var cause: String { documentation.cause }
    /// A sentence about the next step of the client.
    package var remedy: String { documentation.remedy }

    /// The path of the problem's page, which is also the value of the field `type`.
    package var path: String { "/problems/\(rawValue)" }

    /// The page of the problem, in plain text.
    package var page: String {
        "\(rawValue): \(title)\n\nStatus: \(status)\nCause: \(cause)\nTo do: \(remedy)\n"
    }

    private typealias Documentation = (title: String, cause: String, remedy: String)

    private var documentation: Documentation {
        switch self {
        case .malformedRequest, .malformedBody, .unknownParameter, .invalidParameter, .invalidBody: ofValues
        case .noSuchRecord, .noSuchVersion, .noSuchPage, .invalidQuery, .unknownLabel, .severalLabels:
            ofRecords
        case .conflict, .keyInUse, .keyReused, .changed, .ifMatchRequired: ofChanges
        case .token, .scope, .refusedTokens, .rate: ofAccess
        case .notFound, .noSuchTaxonomy, .method, .notAcceptable, .mediaType, .contentCoding, .charset,
            .notLogging, .notMail:
            ofRequest
        case .slowBody, .tooLarge, .queueFull, .internalError, .busy: ofServer
        }
    }

    private var ofValues: Documentation {
        switch self {
        case .malformedRequest:
            (
                "Malformed request", "The path or the query has an invalid percent-encoding.",
                "Write text as UTF-8, and encode all bytes except letters, digits and -._~ as %XX."
            )
        case .malformedBody:
            (
                "Malformed body", "The body is not in the format of its media type.",
                "Correct the body. The detail gives the byte or the reason."
            )
        case .unknownParameter:
            (
                "Unknown parameter", "The query has parameters that the route does not have.",
                "Remove or correct the parameters in 'errors'; 'allowed' lists the route's parameters."
            )
        case .invalidParameter:
            (
                "Invalid parameter", "A parameter has an invalid value, or occurs twice.",
                "Correct the values in 'errors'."
            )
        default:
            (
                "Invalid body", "The body can be read, but has missing, unknown or invalid fields.",
                "Correct the fields in 'errors'. Each error has a JSON pointer, a code and the allowed values."
            )
        }
    }

    private var ofRecords: Documentation {
        switch self {
        case .noSuchRecord:
            (
                "No such record",
                "The reference matches no record or several records, or the store does not exist.",
                "Use an id from the list, the last 8 digits of an id, or -1 for the newest record."
            )
        case .noSuchVersion:
            (
                "No such version", "The taxonomy has no model with this version.",
                "Use a version that GET /v1/models lists, or 'active'."
            )
        case .noSuchPage:
            (
                "No such page", "The cursor belongs to another list, or the record at the cursor was erased.",
                "Begin with the first page, without a cursor."
            )
        case .invalidQuery:
            (
                "Invalid query",
                "The search contains no word with a letter or a digit, or only excluded words.",
                "Search for at least one word."
            )
        case .unknownLabel:
            (
                "Unknown label", "The taxonomy does not have the label, or the label is retired.",
                "Use a label that GET /v1/taxonomies/NAME lists."
            )
        default:
            (
                "Number of labels",
                "The taxonomy gives each text one label. The request has no label, or several.",
                "Send exactly one label."
            )
        }
    }

    private var ofChanges: Documentation {
        switch self {
        case .conflict:
            (
                "Conflict", "The state of the resource, or another process, prevents the request.",
                "See the detail. Repeat the request after the cause is gone."
            )
        case .keyInUse:
            (
                "Key in use",
                "A request with this Idempotency-Key still runs, or was running when the server stopped.",
                "Repeat the request a few seconds later. If that fails, check whether the first request took effect."
            )
        case .keyReused:
            (
                "Key reused", "An earlier request with this Idempotency-Key had other content.",
                "Use a new key for each request, and the same key to repeat a request."
            )
        case .changed:
            (
                "Changed", "The resource has changed since the client received the ETag.",
                "Request the resource again, and send the new ETag as If-Match."
            )
        default:
            (
                "If-Match required", "The request changes data, and lacks the header If-Match.",
                "Request the resource, and send its ETag as If-Match."
            )
        }
    }

    private var ofAccess: Documentation {
        switch self {
        case .token:
            (
                "Token required", "The request has no token, or its token is unknown, revoked or expired.",
                "Create a token with 'ilk token create', and send it as Authorization: Bearer TOKEN."
            )
        case .scope:
            (
                "Scope missing", "The token is valid, but lacks the scope of the route.",
                "Create a token with this scope: ilk token create NAME --scope SCOPE."
            )
        case .rate:
            (
                "Rate limit",
                "A token, or an address without a token, sent too many requests within a minute.",
                "Repeat after the time in Retry-After. The header RateLimit has the number of requests left."
            )
        default:
            (
                "Too many invalid tokens",
                "The server received too many requests with an invalid token within a minute.",
                "Wait for the time given in Retry-After. Requests with a valid token are not affected."
            )
        }
    }

    private var ofRequest: Documentation {
        switch self {
        case .notFound:
            ("Not found", "There is no route with this path.", "See the paths in /openapi.json.")
        case .noSuchTaxonomy:
            (
                "Unknown taxonomy", "The server does not classify by this taxonomy.",
                "Use one of the taxonomies in the detail, or start the server with --taxonomy."
            )
        case .method:
            (
                "Method not allowed", "The path exists, but does not accept this method.",
                "Use a method of the header Allow."
            )
        case .notAcceptable:
            (
                "Not acceptable", "The header Accept excludes all media types of the response.",
                "Send Accept: */*, or one of the types in the detail."
            )
        case .mediaType:
            (
                "Unsupported media type", "The route does not accept bodies of this media type.",
                "Send Content-Type with one of the types in the detail."
            )
        case .contentCoding:
            (
                "Unsupported content coding", "The body is compressed with a method other than gzip.",
                "Send Content-Encoding: gzip, or the body without compression."
            )
        case .notLogging:
            (
                "Not logging", "The route needs the log, and the server stores no texts.",
                "Start the server with --log."
            )
        case .notMail:
            (
                "Not a message", "The body is not a mail message, or the message has no text.",
                "Send the whole message with its header."
            )
        default:
            (
                "Unknown charset", "The charset of the text is unknown.",
                "Send UTF-8, or a charset that 'iconv --list' prints."
            )
        }
    }

    private var ofServer: Documentation {
        switch self {
        case .slowBody:
            (
                "Slow body",
                "The body was not received in time, or arrived more slowly than the minimum rate.",
                "Send the body faster, or in smaller requests."
            )
        case .tooLarge:
            (
                "Too large", "The body, or a text in it, is longer than the limit.",
                "Shorten the text to the length in the detail, or divide the body into several requests."
            )
        case .queueFull:
            (
                "Queue full", "Too many requests of this type run at the same time.",
                "Repeat the request after the time in Retry-After."
            )
        case .internalError:
            (
                "Internal error", "The server failed while it answered the request.",
                "Report the problem with the correlation id. The server's log has the error under this id."
            )
        default:
            (
                "Busy",
                "The server has too many requests or bodies in memory, or cannot write to one of its stores.",
                "Repeat the request after the time in Retry-After. /readyz shows which store is unavailable."
            )
        }
    }
}
