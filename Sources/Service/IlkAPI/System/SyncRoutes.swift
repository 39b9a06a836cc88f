import IlkHTTP
import IlkSync
import IlkSyncStore

/// `POST /v1/sync`: the sync protocol for devices of an account (`docs/reference/sync-protocol.md`).
struct SyncRoutes {
    let hub: HubStore
    let settings: ServerSettings

    var routes: [Route] {
        [
            Route(
                .post, "/v1/sync", "sync", tag: "sync", "Push and pull records of an account.",
                access: .token(.sync),
                body: [.init([SyncWire.mediaType], .bytes, "A request of the sync protocol.")],
                answers: [.init(200, "The response of the hub.", [SyncWire.mediaType])]
            ) { [hub, settings] call in
                guard let account = call.token?.account else { throw Problem.notFound }
                let body = try await call.body.whole(upTo: settings.maxBody)
                return try await Self.answer(body, hub, account)
            }
        ]
    }

    private static func answer(
        _ body: [UInt8], _ hub: HubStore, _ account: HubAccountID
    ) async throws -> APIResponse {
        let asked: SyncRequest
        do throws(WireFault) {
            asked = try SyncWire.request(body)
        } catch {
            throw Problem(
                .malformedBody,
                "the body is not a sync request: \(words(error.reason)) at byte \(error.offset)")
        }
        let answer = try await hub.answer(asked, of: account)
        var response = APIResponse(200, SyncWire.mediaType, .bytes(SyncWire.bytes(answer)))
        response.headers["Ilk-Account"] = account.identity
        return response
    }

    private static func words(_ reason: WireFault.Reason) -> String {
        switch reason {
        case .notAMessage: "no message header"
        case .otherVersion: "unknown version"
        case .cutOff: "truncated"
        case .tooLong: "trailing bytes"
        case .badValue: "invalid value"
        }
    }
}
