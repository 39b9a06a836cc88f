#if Server
    import HTTPTypes
    import Hummingbird
    import IlkSync
    import IlkSyncStore

    /// `POST /v1/sync`: the sync protocol for devices of an account (`docs/reference/sync-protocol.md`).
    struct SyncRoutes {
        let hub: HubStore
        let access: Authorizer
        let settings: ServerSettings
        let budget: BodyBudget

        func add(to router: Router<ServerRequestContext>) {
            router.post("/v1/sync") { request, context in
                guard let token = try await access.check(request, .sync, on: context) else {
                    throw Problem.unknown
                }
                guard request.mediaType == SyncWire.mediaType else {
                    throw Problem(
                        .unsupportedMediaType, "media-type", "the body must be \(SyncWire.mediaType)")
                }
                return try await request.withWholeBody(
                    upTo: settings.maxBody, within: settings.deadline, budget: budget
                ) { try await answer($0, of: token.account) }
            }
        }

        private func answer(_ body: [UInt8], of account: HubAccountID) async throws -> Response {
            let asked: SyncRequest
            do throws(WireFault) {
                asked = try SyncWire.request(body)
            } catch {
                throw Problem(
                    .badRequest, "not-sync",
                    "the body is not a sync request: \(Self.words(error.reason)) at byte \(error.offset)")
            }
            let answer = try await hub.answer(asked, of: account)
            var headers: HTTPFields = [.contentType: SyncWire.mediaType]
            if let name = HTTPField.Name("Ilk-Account") { headers[name] = account.identity }
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: SyncWire.bytes(answer))))
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
#endif
