import IlkAPI
import IlkHTTP
import Testing

@Suite("CORS") struct CrossOriginTests {
    private static let origin = "https://example.org"

    @Test(
        arguments: [
            ([], origin, nil), ([origin], origin, origin), ([origin], "https://example.org.evil", nil),
            ([origin], "null", nil), ([origin], nil, nil), (["*"], "https://any.example", "*"),
        ] as [([String], String?, String?)])
    func `only chosen origins may use the API`(
        origins: [String], origin: String?, expected: String?
    ) async throws {
        let desk = try APIDesk { settings, _ in settings.crossOrigins = Set(origins) }
        var headers: HeaderFields = [:]
        headers["Origin"] = origin
        for target in ["/livez", "/problems", "/nothing"] {
            let response = try await desk.send("GET", target, headers: headers)
            #expect(response.headers["Access-Control-Allow-Origin"] == expected, "\(target)")
            #expect((response.headers["Access-Control-Expose-Headers"] != nil) == (expected != nil))
            #expect((response.headers["Vary"]?.contains("Origin") ?? false) == !origins.isEmpty)
        }
        headers["Access-Control-Request-Method"] = "POST"
        let preflight = try await desk.send("OPTIONS", "/v1/classify", headers: headers)
        #expect(preflight.status == 204 && preflight.headers["Access-Control-Allow-Origin"] == expected)
        #expect(
            preflight.headers["Access-Control-Allow-Methods"] == (expected == nil ? nil : "POST, OPTIONS"))
        #expect(
            (preflight.headers["Access-Control-Allow-Headers"]?.contains("Authorization") ?? false)
                == (expected != nil))
        #expect(preflight.headers["Access-Control-Allow-Credentials"] == nil)
    }
}
