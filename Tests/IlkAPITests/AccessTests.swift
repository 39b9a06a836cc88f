import IlkAPI
import IlkHTTP
import IlkSyncStore
import Testing

@Suite("scopes of tokens") struct AccessTests {
    @Test(arguments: AccessScope.allCases)
    func `a scope includes itself, admin includes all, and train and correct include read`(
        scope: AccessScope
    ) {
        let included = Set(AccessScope.allCases.filter(scope.includes))
        switch scope {
        case .admin: #expect(included == Set(AccessScope.allCases))
        case .train, .correct: #expect(included == [scope, .read])
        default: #expect(included == [scope])
        }
    }

    @Test(arguments: AccessScope.allCases)
    func `a route is answered for the tokens whose scopes include its own`(scope: AccessScope) async throws {
        let desk = try APIDesk { settings, _ in settings.isOpen = false }
        let token = try await desk.hub.makeToken(for: "home", name: "a", scopes: [scope])
        let response = try await desk.send(
            "POST", "/v1/segment", type: "text/plain", headers: ["Authorization": "Bearer \(token)"],
            Array("One.".utf8))
        #expect(response.status == (scope.includes(.classify) ? 200 : 403))
    }

    @Test func `scopes are stored and read back`() async throws {
        let desk = try APIDesk()
        _ = try await desk.hub.makeToken(for: "home", name: "a", scopes: Set(AccessScope.allCases))
        #expect(try await desk.hub.tokens().map(\.scopes) == [Set(AccessScope.allCases)])
    }
}
