import IlkAPI
import IlkFraming
import IlkHTTP
import IlkSyncStore
import Testing

@Suite("/v1/tokens and /v1/configuration") struct TokenRoutesTests {
    @Test func `a token is created, used, listed without its secret and revoked`() async throws {
        let desk = try await LogDesk([])
        let body = #"{"name":"phone","scopes":["read","sync"],"days":30}"#
        let created = try await desk.send("POST", "/v1/tokens", as: .admin, body)
        #expect(created.status == 201)
        let token = try #require(try await created.json["token"]?.string)
        let headers: HeaderFields = ["Authorization": "Bearer \(token)"]
        #expect(try await desk.desk.send("GET", "/v1/log", headers: headers).status == 200)
        #expect(try await desk.send("POST", "/v1/tokens", as: .admin, body).status == 409)
        let listed = try await desk.get("/v1/tokens", as: .admin)
        #expect(try await !listed.text.contains(token))
        let item = try await listed.json["items"]?.elements?.first { $0["name"]?.string == "phone" }
        #expect(item?["scopes"]?.elements?.compactMap(\.string) == ["read", "sync"])
        #expect(item?["account"]?.string == "default" && item?["isExpired"]?.bool == false)
        #expect(try await desk.send("DELETE", "/v1/tokens/phone?account=home", as: .admin).status == 404)
        #expect(try await desk.send("DELETE", "/v1/tokens/phone", as: .admin).status == 204)
        #expect(try await desk.desk.send("GET", "/v1/log", headers: headers).status == 401)
        let changes = try await desk.get("/v1/audit", as: .admin).json["items"]?.elements ?? []
        let routes = changes.map { $0["route"]?.string }
        #expect(routes.contains("/v1/tokens/{name}"))
    }

    @Test func `a repeated request creates no second token, and does not repeat the secret`() async throws {
        let desk = try await LogDesk([])
        let headers: HeaderFields = ["Idempotency-Key": "a"]
        let body = #"{"name":"phone","scopes":["read"]}"#
        let created = try await desk.send("POST", "/v1/tokens", as: .admin, headers: headers, body)
        let again = try await desk.send("POST", "/v1/tokens", as: .admin, headers: headers, body)
        #expect(created.status == 201 && again.status == 201)
        let second = try await again.json
        #expect(try await created.json["token"] != nil)
        #expect(second["token"] == nil && second["name"]?.string == "phone")
    }

    @Test(arguments: [
        #"{"scopes":["read"]}"#, #"{"name":"a","scopes":[]}"#, #"{"name":"a","scopes":["root"]}"#,
        #"{"name":"a","scopes":["read"],"days":0}"#, #"{"name":"a/b","scopes":["read"]}"#,
        #"{"name":"..","scopes":["read"]}"#, #"{"name":" ","scopes":["read"]}"#,
        #"{"name":"a\n","scopes":["read"]}"#,
    ])
    func `an invalid token is refused`(body: String) async throws {
        let desk = try await LogDesk([])
        #expect(try await desk.send("POST", "/v1/tokens", as: .admin, body).status == 422)
    }

    @Test func `settings are listed with their origins`() async throws {
        let desk = try APIDesk { settings, parts in
            settings.isOpen = false
            parts.configuration = [ServerSetting("--listen", "127.0.0.1:1", origin: "option")]
        }
        let token = try await desk.hub.makeToken(for: "home", name: "a", scopes: [.admin])
        let response = try await desk.send(
            "GET", "/v1/configuration", headers: ["Authorization": "Bearer \(token)"])
        let item = try await response.json["items"]?.elements?.first
        #expect(item?["name"]?.string == "--listen" && item?["origin"]?.string == "option")
    }
}
