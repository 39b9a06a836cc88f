import IlkFraming
import IlkHTTP

/// The fields that clients of other protocols expect in problems.
enum PeerProblems {
    /// Writes `error` with a sentence, for Hugging Face's inference API and Rspamd.
    static let sentence: Problem.Members = { problem, writer in
        writer.field("error", problem.detail)
    }

    /// Writes `error` and `error_type`, for Text Embeddings Inference.
    static let predict: Problem.Members = { problem, writer in
        writer.field("error", problem.detail)
        let type =
            switch problem.type.status {
            case 429, 503: "Overloaded"
            case 500...: "Backend"
            default: "Validation"
            }
        writer.field("error_type", type)
    }

    /// Writes `error` with `message`, `type`, `param` and `code`, for OpenAI's API.
    static let openAI: Problem.Members = { problem, writer in
        writer.key("error")
        writer.beginObject()
        writer.field("message", problem.detail)
        let type =
            switch problem.type.status {
            case 401, 403: "authentication_error"
            case 429: "rate_limit_error"
            case 500...: "server_error"
            default: "invalid_request_error"
            }
        writer.field("type", type)
        writer.key("param")
        if case .body(let pointer) = problem.faults.first?.place {
            writer.string(String(pointer.drop { $0 == "/" }))
        } else {
            writer.null()
        }
        writer.field("code", problem.type.rawValue)
        writer.endObject()
    }
}
