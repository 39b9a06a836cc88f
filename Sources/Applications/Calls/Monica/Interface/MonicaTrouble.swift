import IlkTransport
import IlkSync

/// Why an answer is none: what the engine is told of it, and what people are.
struct MonicaTrouble: Error, Sendable {
    /// What the engine is told.
    var body: MonicaAnswer.Body
    /// What was wrong, in a few words without anything of the request's.
    var words: String
    /// Monica's clock, when the answer said.
    var now: Int64?
    /// The answer's status; nil when there was no answer.
    var status: Int?

    init(_ body: MonicaAnswer.Body, _ words: String, now: Int64? = nil) {
        self.body = body
        self.words = words
        self.now = now
    }

    /// There is no answer. Whether anything was done, nobody knows; where nothing was sent, looking is cheap.
    init(_ failure: WebFailure) {
        self.init(.unknown(after: nil), HubLink.words(failure, of: "the server"))
    }

    /// What an answer says that is no success.
    ///
    /// Only Monica's own words count as a refusal or as something missing: what stands between us and Monica has pages for
    /// the same statuses, and no call is to be lost for them.
    init(_ reply: WebReply, fault: MonicaWire.Fault?, now: Int64?) {
        let code = fault?.error?.code
        let sentences = fault?.error?.sentences ?? []
        let pause = WebTime.pause(reply)
        let isFinal = code == 40 || code == 33
        switch reply.status {
        case 401, 403: self.init(.unauthorized, "the token is not accepted", now: now)
        case 300..<400 where reply.header("Location")?.contains("login") == true:
            self.init(.unauthorized, "the token is not accepted: the server asks for a login", now: now)
        case 200..<300: self.init(.unauthorized, "a login page came instead of an answer", now: now)
        case 300..<400: self.init(.unknown(after: pause), "the server is at another address", now: now)
        case 404 where code == 31: self.init(.missing, "it is not there", now: now)
        case 429: self.init(.throttled(after: pause), "too many requests", now: now)
        case 400..<500 where code != nil, 500 where isFinal:
            self.init(.refused(code: code ?? 0, sentences), "refused: code \(code ?? 0)", now: now)
        default: self.init(.unknown(after: pause), "the server answered \(reply.status)", now: now)
        }
        status = reply.status
    }
}
