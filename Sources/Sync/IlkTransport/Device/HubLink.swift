public import IlkSync
import Synchronization

/// A link to an Ilk hub over HTTP: `POST /v1/sync` (`docs/reference/sync-protocol.md`).
public final class HubLink: SyncLink {
    /// The response header with the hub's name for the account.
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

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - transport: The transport to the hub.
    ///   - probe: A transport to the same address with a short deadline, for checking that the hub is
    ///     reachable.
    ///   - isOurs: Returns `true` if the account named by the hub is the expected account. It is called with
    ///     the first response, before the device has sent any record.
    public init(
        _ transport: SyncTransport, probe: SyncTransport? = nil,
        isOurs: @escaping @Sendable (_ account: String) async throws -> Bool = { _ in true }
    ) {
        self.transport = transport
        self.probe = probe
        self.isOurs = isOurs
    }

    /// Returns `true` if a server answers at the hub's address. The check is `GET /livez`, which needs no
    /// token and is not rate-limited. Returns `false` if the link has no probe.
    public func isReachable() async -> Bool {
        guard let probe else { return false }
        let reply = try? await probe.send(.get, "/livez")  // An error means unreachable.
        return reply != nil
    }

    /// `true` if the hub named another account than expected.
    public var isOtherAccount: Bool { account.withLock { $0 == .another } }

    /// Sends a request to the hub.
    ///
    /// - Parameter request: The request of the device engine.
    /// - Returns: The hub's response.
    /// - Throws: ``SyncLinkError`` if there is no usable response, or the token is invalid or belongs to
    ///   another account.
    public func answer(to request: SyncRequest) async throws(SyncLinkError) -> SyncResponse {
        let reply: WebReply
        do throws(WebFailure) {
            reply = try await transport.send(
                .post, "/v1/sync", body: SyncWire.bytes(request), type: SyncWire.mediaType)
        } catch {
            throw SyncLinkError(
                .noAnswer, Self.words(error, of: "the hub"), isUnreachable: error.kind == .unreachable)
        }
        switch reply.status {
        case 200:
            let response: SyncResponse
            do throws(WireFault) {
                response = try SyncWire.response(reply.body)
            } catch {
                throw SyncLinkError(
                    .noAnswer, "the server is not an Ilk hub, or the hub is newer than this ilk")
            }
            try await check(reply.header(Self.accountHeader) ?? "")
            return response
        case 401: throw SyncLinkError(.unauthorized, "the hub does not accept the token")
        case 403: throw SyncLinkError(.unauthorized, "the token lacks the scope 'sync'")
        case 404, 405: throw SyncLinkError(.noAnswer, "the server is not an Ilk hub")
        case 413: throw SyncLinkError(.tooLarge, "the request is too large for the hub")
        case 429, 503:
            throw SyncLinkError(.busy(after: WebTime.pause(reply)), "the hub is busy")
        default: throw SyncLinkError(.noAnswer, "the hub responded with status \(reply.status)")
        }
    }

    private func check(_ name: String) async throws(SyncLinkError) {
        if account.withLock({ $0 == .ours(name) }) { return }
        let isOurs: Bool
        do {
            isOurs = try await self.isOurs(name)
        } catch {
            throw SyncLinkError(
                .noAnswer, "the hub's account cannot be stored: \(SyncLinkError.words(error))")
        }
        account.withLock { $0 = isOurs ? .ours(name) : .another }
        guard isOurs else { throw SyncLinkError(.unauthorized, "the token belongs to another account") }
    }

    package static func words(_ failure: WebFailure, of server: String) -> String {
        let what =
            switch failure.kind {
            case .absent: "this build has no network support"
            case .unreachable: "\(server) cannot be reached"
            case .distrusted: "the certificate of \(server) is not trusted"
            case .late: "\(server) did not respond in time"
            case .tooLarge: "the response of \(server) is too large"
            case .badAddress: "the address of \(server) is not valid"
            case .canceled: "the request was canceled"
            case .broken: "the connection to \(server) was interrupted"
            }
        return failure.detail.isEmpty ? what : "\(what): \(failure.detail)"
    }
}
