import IlkTransport
import IlkSync

/// A failed request: the answer for the engine and the message for the report.
struct MonicaError: Error, Sendable {
    /// The answer for the engine.
    var body: MonicaAnswer.Body
    /// A short error message, which contains no part of the request.
    var message: String
    /// The time by Monica's clock in milliseconds since 1970, or `nil` if the reply contains no time.
    var now: Int64?
    /// The status code of the reply; `nil` if there was no reply.
    var status: Int?

    init(_ body: MonicaAnswer.Body, _ words: String, now: Int64? = nil) {
        self.body = body
        self.message = words
        self.now = now
    }

    /// Creates the error for a request without a reply. The outcome of the request is unknown.
    init(_ failure: WebFailure) {
        self.init(.unknown(after: nil), HubLink.words(failure, of: "the server"))
    }

    /// Creates the error for a reply that is not a success.
    ///
    /// A reply counts as a rejection or as a missing record only if it contains an error code of Monica. A
    /// proxy can answer with the same HTTP status, and no call may be lost because of such an answer.
    init(_ reply: WebReply, fault: MonicaWire.ErrorReply?, now: Int64?) {
        let code = fault?.error?.code
        let sentences = fault?.error?.sentences ?? []
        let pause = WebTime.pause(reply)
        let isFinal = code == 40 || code == 33
        switch reply.status {
        case 401, 403: self.init(.unauthorized, "the token is not accepted", now: now)
        case 300..<400 where reply.header("Location")?.contains("login") == true:
            self.init(.unauthorized, "the token is not accepted: the server asks for a login", now: now)
        case 200..<300:
            self.init(
                .unauthorized, "the token is not accepted: the server responded with a login page", now: now)
        case 300..<400:
            let place = reply.header("Location").map { String($0.prefix(200)) } ?? "another address"
            self.init(.unknown(after: pause), "the server redirects to \(place)", now: now)
        case 404 where code == 31: self.init(.missing, "the record does not exist", now: now)
        case 429: self.init(.throttled(after: pause), "the server received too many requests", now: now)
        case 400..<500 where code != nil, 500 where isFinal:
            self.init(
                .refused(code: code ?? 0, sentences), "Monica refused the call with error code \(code ?? 0)",
                now: now)
        default:
            self.init(.unknown(after: pause), "the server responded with status \(reply.status)", now: now)
        }
        status = reply.status
    }
}
