public import IlkSync
import Synchronization

/// The way to a hub of our own over HTTP: `POST /v1/sync` (`docs/sync.md`).
public final class HubLink: SyncLink {
    /// In which an answer says whose it is.
    public static let accountHeader = "Ilk-Account"

    private enum Account: Equatable {
        case unknown
        case ours(String)
        case another
    }

    private let transport: SyncTransport
    private let probe: SyncTransport?
    private let isOurs: @Sendable (String) async throws -> Bool
    private let account = Mutex(Account.unknown)

    /// A link to the hub of a transport.
    ///
    /// - Parameters:
    ///   - probe: By which it is asked whether the hub can be reached: a transport of little patience to the same address.
    ///   - isOurs: Whether an account that the hub names is the right one. It is asked before the first answer is
    ///   used, when nothing but a greeting was sent.
    public init(
        _ transport: SyncTransport, probe: SyncTransport? = nil,
        isOurs: @escaping @Sendable (_ account: String) async throws -> Bool = { _ in true }
    ) {
        self.transport = transport
        self.probe = probe
        self.isOurs = isOurs
    }

    /// Whether a server answers at the hub's address: it is asked how it is, which takes no token and no turn.
    public func isReachable() async -> Bool {
        guard let probe else { return false }
        let reply = try? await probe.send(.get, "/livez")  // Then it cannot be reached.
        return reply != nil
    }

    /// Whether the hub took the token for another account's.
    public var isElsewhere: Bool { account.withLock { $0 == .another } }

    /// Asks the hub.
    public func answer(to request: SyncRequest) async throws(SyncTrouble) -> SyncResponse {
        let reply: WebReply
        do throws(WebFailure) {
            reply = try await transport.send(
                .post, "/v1/sync", body: SyncWire.bytes(request), type: SyncWire.mediaType)
        } catch {
            throw SyncTrouble(
                .noAnswer, Self.words(error, of: "the hub"), isUnreachable: error.kind == .unreachable)
        }
        switch reply.status {
        case 200:
            let response: SyncResponse
            do throws(WireFault) {
                response = try SyncWire.response(reply.body)
            } catch {
                throw SyncTrouble(.noAnswer, "what answers is no hub of Ilk, or a newer one")
            }
            try await check(reply.header(Self.accountHeader) ?? "")
            return response
        case 401: throw SyncTrouble(.unauthorized, "the hub does not accept the token")
        case 403: throw SyncTrouble(.unauthorized, "the token does not allow to sync")
        case 404, 405: throw SyncTrouble(.noAnswer, "what answers there is no hub of Ilk")
        case 413: throw SyncTrouble(.tooLarge, "the hub takes smaller requests only")
        case 429, 503:
            throw SyncTrouble(.busy(after: WebTime.pause(reply)), "the hub has too much to do")
        default: throw SyncTrouble(.noAnswer, "the hub answered with status \(reply.status)")
        }
    }

    /// Holds the answers to one account.
    private func check(_ name: String) async throws(SyncTrouble) {
        if account.withLock({ $0 == .ours(name) }) { return }
        let isOurs: Bool
        do {
            isOurs = try await self.isOurs(name)
        } catch {
            throw SyncTrouble(.noAnswer, "it could not be noted whose records these are: \(error)")
        }
        account.withLock { $0 = isOurs ? .ours(name) : .another }
        guard isOurs else { throw SyncTrouble(.unauthorized, "the token is of another account") }
    }

    /// A failure in words, for people.
    package static func words(_ failure: WebFailure, of server: String) -> String {
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
