#if DEBUG
    package import IlkDebug

    /// A carrier that adds an access token to each request.
    package struct TokenCarrier: DebugLogTransport {
        private let carrier: any DebugLogTransport
        private let token: String

        package init(_ carrier: any DebugLogTransport, token: String) {
            self.carrier = carrier
            self.token = token
        }

        package func post(
            _ body: [UInt8], to path: String, headers: [(name: String, value: String)]
        ) async throws -> DebugLogResponse {
            try await carrier.post(
                body, to: path, headers: headers + [(name: "Authorization", value: "Bearer \(token)")])
        }
    }
#endif
