#if DEBUG
    package import IlkDebug

    /// A carrier that adds an access token to each request.
    package struct TokenCarrier: DebugLogCarrier {
        private let carrier: any DebugLogCarrier
        private let token: String

        package init(_ carrier: any DebugLogCarrier, token: String) {
            self.carrier = carrier
            self.token = token
        }

        package func post(
            _ body: [UInt8], to path: String, headers: [(name: String, value: String)]
        ) async throws -> DebugLogReply {
            try await carrier.post(
                body, to: path, headers: headers + [(name: "Authorization", value: "Bearer \(token)")])
        }
    }
#endif
