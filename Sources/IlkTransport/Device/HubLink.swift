public import IlkSync

/// The way to a hub of our own over HTTP: `POST /v1/sync` (`docs/sync.md`).
public struct HubLink: SyncLink {
    private let transport: SyncTransport

    /// A link to the hub of a transport.
    public init(_ transport: SyncTransport) { self.transport = transport }

    /// Asks the hub.
    public func answer(to request: SyncRequest) async throws(SyncTrouble) -> SyncResponse {
        let reply: WebReply
        do throws(WebFailure) {
            reply = try await transport.send(
                .post, "/v1/sync", body: SyncWire.bytes(request), type: SyncWire.mediaType)
        } catch {
            throw SyncTrouble(.noAnswer, Self.words(error, of: "the hub"))
        }
        switch reply.status {
        case 200:
            do throws(WireFault) {
                return try SyncWire.response(reply.body)
            } catch {
                throw SyncTrouble(.noAnswer, "what answers is no hub of Ilk, or a newer one")
            }
        case 401, 403: throw SyncTrouble(.unauthorized, "the hub does not accept the token")
        case 413: throw SyncTrouble(.tooLarge, "the hub takes smaller requests only")
        case 429, 503:
            throw SyncTrouble(.busy(after: WebTime.pause(reply)), "the hub has too much to do")
        default: throw SyncTrouble(.noAnswer, "the hub answered with status \(reply.status)")
        }
    }

    /// A failure in words, for people.
    static func words(_ failure: WebFailure, of server: String) -> String {
        let what =
            switch failure.kind {
            case .absent: "this program was built without the network"
            case .unreachable: "\(server) cannot be reached"
            case .distrusted: "\(server) cannot show by its certificate who it is"
            case .late: "\(server) took too long"
            case .tooLarge: "the answer of \(server) is too large"
            case .badAddress: "the address of \(server) is none"
            case .cancelled: "the request was cancelled"
            case .broken: "the connection to \(server) broke"
            }
        return failure.detail.isEmpty ? what : "\(what): \(failure.detail)"
    }
}
