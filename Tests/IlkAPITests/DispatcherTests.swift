import IlkAPI
import IlkFraming
import IlkHTTP
import IlkSyncStore
import Testing

@Suite("dispatch") struct DispatcherTests {
    @Test(
        arguments: [
            ("GET", "/livez", 200, nil), ("HEAD", "/livez", 200, nil),
            ("POST", "/livez", 405, "GET, HEAD, OPTIONS"),
            ("OPTIONS", "/livez", 204, "GET, HEAD, OPTIONS"), ("GET", "/v1/classify", 405, "POST, OPTIONS"),
            ("OPTIONS", "/v1/classify", 204, "POST, OPTIONS"), ("BREW", "/v1/classify", 405, "POST, OPTIONS"),
            ("GET", "/v1/nothing", 404, nil), ("OPTIONS", "/v1/nothing", 404, nil),
            ("GET", "/livez?x=1", 400, nil),
            ("POST", "/v1/logs", 404, nil),
        ] as [(String, String, Int, String?)])
    func `a wrong method is answered with the methods of the path`(
        method: String, target: String, status: Int, allow: String?
    ) async throws {
        let response = try await APIDesk().send(method, target)
        #expect(response.status == status && response.headers["Allow"] == allow)
    }

    @Test func `HEAD gives the header of GET without its body`() async throws {
        let desk = try APIDesk()
        for path in ["/livez", "/openapi.json", "/problems/token"] {
            let (get, head) = (try await desk.send("GET", path), try await desk.send("HEAD", path))
            #expect(try await head.text.isEmpty)
            #expect(head.headers["Content-Length"] == String(try await get.text.utf8.count))
            #expect(head.headers["Content-Type"] == get.headers["Content-Type"])
        }
    }

    @Test func `a response that the client has is not sent again`() async throws {
        let desk = try APIDesk()
        let tag = try #require(try await desk.send("GET", "/openapi.json").headers["ETag"])
        let again = try await desk.send("GET", "/openapi.json", headers: ["If-None-Match": tag])
        #expect(again.status == 304 && again.headers["ETag"] == tag)
        #expect(try await again.text.isEmpty)
        let other = try await desk.send("GET", "/openapi.json", headers: ["If-None-Match": "\"x\""])
        #expect(other.status == 200)
    }

    @Test(
        arguments: [
            ("GET", "/livez", 0, nil, true), ("HEAD", "/livez", 0, nil, true),
            ("GET", "/livez", 1, nil, false),
            ("GET", "/readyz", 0, nil, false), ("GET", "/nothing", 0, nil, false),
            ("POST", "/v1/classify", 4096, nil, true), ("POST", "/v1/classify", 4097, nil, false),
            ("POST", "/v1/classify", nil, nil, false), ("POST", "/v1/classify", 9, "gzip", false),
            ("GET", "/v1/classify", 0, nil, false), ("POST", "/v1/features", 9, nil, false),
        ] as [(String, String, Int?, String?, Bool)])
    func `only health checks and short texts are brief`(
        method: String, path: String, length: Int?, coding: String?, isBrief: Bool
    ) throws {
        var request = APIRequest(method, path)
        request.headers["Content-Encoding"] = coding
        #expect(try APIDesk().dispatcher.isBrief(request, bodyLength: length) == isBrief)
    }

    @Test func `health checks are answered when no other request is`() async throws {
        let desk = try APIDesk { settings, _ in settings.requests = 0 }
        #expect(try await desk.send("GET", "/livez").status == 200)
        let busy = try await desk.classify("{}")
        #expect(busy.status == 503 && busy.headers["Retry-After"] == "1")
    }

    @Test func `a token is checked before the request`() async throws {
        let desk = try APIDesk { settings, _ in settings.isOpen = false }
        let token = try await desk.hub.makeToken(for: "home", name: "a", scopes: [.classify])
        let other = try await desk.hub.makeToken(for: "home", name: "b", scopes: [.sync])
        for (header, status) in [
            (nil, 401), ("Bearer x", 401), ("Basic \(token)", 401), ("Bearer \(other)", 403),
            ("bearer \(token)", 422),
        ] as [(String?, Int)] {
            var headers: HeaderFields = [:]
            headers["Authorization"] = header
            let response = try await desk.send(
                "POST", "/v1/classify", type: "application/json", headers: headers, Array("{}".utf8))
            #expect(response.status == status, "\(header ?? "none")")
        }
    }

    @Test func `the OpenAPI document has exactly the paths and methods that are answered`() async throws {
        let desk = try APIDesk()
        let document = try await desk.send("GET", "/openapi.json").json
        let paths = try #require(document["paths"]?.members)
        #expect(paths.count >= 7)
        for path in paths {
            let target = path.name.replacing("{name}", with: "token")
            for method in HTTPMethod.allCases {
                let isDeclared = path.value[method.rawValue.lowercased()] != nil
                let status = try await desk.send(method.rawValue, target).status
                #expect((status != 405) == isDeclared && status != 404, "\(method) \(target)")
            }
        }
    }

    @Test func `each problem has a page at the path of its type`() async throws {
        let desk = try APIDesk()
        let list = try await desk.send("GET", "/problems").text
        for type in ProblemType.allCases {
            #expect(try await desk.send("GET", type.path).text == type.page)
            #expect(list.contains("\(type.status) \(type.path): \(type.cause)\n"))
        }
        #expect(try await desk.send("GET", "/problems/nothing").status == 404)
    }
}
