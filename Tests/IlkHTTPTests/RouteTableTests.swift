import IlkFraming
import IlkHTTP
import Testing

@Suite("routes") struct RouteTableTests {
    /// The method, the path, and the name of the route with its values, `405` with the methods, or `404`.
    @Test(arguments: [
        ("GET", "/", "root"), ("GET", "/items", "listItems"), ("HEAD", "/items", "listItems"),
        ("POST", "/items", "addItem"), ("GET", "/items/7", "showItem item=7"),
        ("DELETE", "/items/a%20b", "removeItem item=a b"), ("GET", "/items/newest", "showNewest"),
        ("GET", "/%69tems", "listItems"), ("GET", "/items/%C3%A4/parts/2", "showPart item=ä part=2"),
        ("PUT", "/items", "405 GET POST HEAD OPTIONS"), ("OPTIONS", "/items", "405 GET POST HEAD OPTIONS"),
        ("PROPFIND", "/items/7", "405 GET DELETE HEAD OPTIONS"), ("get", "/", "405 GET HEAD OPTIONS"),
        ("DELETE", "/items/newest", "405 GET HEAD OPTIONS"), ("GET", "/nothing", "404"),
        ("GET", "/items/", "404"), ("GET", "//items", "404"), ("GET", "/Items", "404"),
        ("GET", "items", "404"),
        ("GET", "", "404"), ("GET", "/items/..", "404"), ("GET", "/items/%2e%2E", "404"),
        ("GET", "/items/a%2Fb", "404"), ("GET", "/items/a%00", "404"), ("GET", "/items/%zz", "404"),
        ("GET", "/items/%ff", "404"), ("GET", "/items/7/parts", "404"),
    ])
    func `a request finds its route`(method: String, path: String, expected: String) {
        let found =
            switch SampleRoutes.table.match(method, path) {
            case .found(let route, let values):
                ([route.name] + values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
                    .joined(separator: " ")
            case .wrongMethod(let allow): (["405"] + allow).joined(separator: " ")
            case .unknown: "404"
            }
        #expect(found == expected, "\(method) \(path)")
    }

    @Test func `of several matching paths the one with the fewest parameters answers, in any order`() {
        func route(_ path: RoutePath) -> Route {
            let parameters = path.parameters.map {
                Parameter(.path, .init($0, .string(), isRequired: true, "A name."))
            }
            return Route(
                .get, path, path.description, tag: "samples", "Do something.", parameters: parameters,
                answers: []
            ) { _ in .text("") }
        }
        let routes: [Route] = [
            route("/a/{b}/{c}"), route("/a/{b}/list"), route("/a/{b}"), route("/a/x/list"),
        ]
        for routes in [routes, routes.reversed()] {
            let table = RouteTable(routes)
            for (path, expected) in [
                ("/a/x/list", "/a/x/list"), ("/a/y/list", "/a/{b}/list"), ("/a/y/z", "/a/{b}/{c}"),
                ("/a/x", "/a/{b}"),
            ] {
                guard case .found(let found, _) = table.match("GET", path) else {
                    Issue.record("\(path) has no route")
                    continue
                }
                #expect(found.name == expected)
            }
        }
    }

    private static func answer(
        _ name: String, query: String = "", headers: HeaderFields = [:], _ body: String = ""
    ) async throws -> String {
        let route = try #require(SampleRoutes.table.routes.first { $0.name == name })
        let request = APIRequest(
            route.method.rawValue, route.path.description, query: query, headers: headers,
            body: BytesBody(Array(body.utf8)))
        do {
            return try await route.respond(to: request).content
        } catch let problem as Problem {
            return "\(problem.type.rawValue): \(problem.detail)"
        }
    }

    @Test(arguments: [
        ("text=a&limit=7&exact=true", "search, text: string(\"a\"), limit: integer(7), exact: bool(true)"),
        ("", "invalid-parameter: text is missing"),
        ("a=%", "malformed-request: the query has an invalid percent-encoding"),
        ("txet=a", "unknown-parameter: txet is not a known parameter; did you mean 'text'?"),
        ("x=1&txet=a&limit=no", "unknown-parameter: x is not a known parameter, and 1 more"),
        ("text=a&limit=101", "invalid-parameter: limit must be an integer from 1 to 100"),
        ("limit=1e2&text=a", "invalid-parameter: limit must be an integer from 1 to 100"),
        ("exact=yes&text=", "invalid-parameter: exact must be true or false, and 1 more"),
        ("text=a&text=b", "invalid-parameter: text must occur once"),
    ])
    func `parameters are checked by their schemas`(query: String, expected: String) async throws {
        #expect(try await Self.answer("search", query: query) == expected)
    }

    @Test(
        arguments: [
            ("application/json", #"{"text":"a"}"#, "addItem, text: string(\"a\")"), (nil, "a", "addItem"),
            ("text/plain; charset=x", "a", "addItem"),
            ("application/json", #"{"text":1}"#, "invalid-body: /text must be a string of 1 to 9 characters"),
            ("application/json", "{", "malformed-body: the body is not JSON: "),
            (
                "application/json", #"{"text":"a","text":"b"}"#,
                "malformed-body: the body is not JSON: an object has two fields"
            ),
            (
                "application/json", String(repeating: " ", count: 101),
                "too-large: the body has more than 100 bytes"
            ),
            ("image/png", "a", "media-type: the body must be application/json, text/plain"),
        ] as [(String?, String, String)])
    func `the media type selects the form of the body`(
        type: String?, body: String, expected: String
    ) async throws {
        let headers: HeaderFields = type.map { ["Content-Type": $0] } ?? [:]
        let answer = try await Self.answer("addItem", headers: headers, body)
        #expect(answer.hasPrefix(expected), "\(answer)")
    }

    @Test func `a response that the client does not accept is a problem`() async throws {
        let answer = try await Self.answer("root", headers: ["Accept": "image/png"])
        #expect(answer == "not-acceptable: the response is available only as text/plain")
    }
}
