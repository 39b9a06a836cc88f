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

    @Test func `each route refuses the tokens whose scopes do not include its own, and those alone`()
        async throws
    {
        let desk = try await LogDesk([])
        let routes = desk.desk.dispatcher.table.routes
        #expect(routes.count { $0.access.scope != nil } >= 20)
        for route in routes {
            guard let scope = route.access.scope.flatMap(AccessScope.init) else { continue }
            let target = route.path.parameters.reduce(route.path.description) {
                $0.replacing("{\($1)}", with: "x")
            }
            for given in AccessScope.allCases {
                let status = try await desk.send(route.method.rawValue, target, as: given).status
                #expect((status == 403) != given.includes(scope), "\(given) \(route.name)")
            }
            #expect(try await desk.desk.send(route.method.rawValue, target).status == 401, "\(route.name)")
        }
    }

    @Test func `scopes are stored and read back`() async throws {
        let desk = try APIDesk()
        _ = try await desk.hub.makeToken(for: "home", name: "a", scopes: Set(AccessScope.allCases))
        #expect(try await desk.hub.tokens().map(\.scopes) == [Set(AccessScope.allCases)])
    }
}
