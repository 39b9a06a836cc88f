/// The table of all routes of a server, which finds the route of a request.
package struct RouteTable: Sendable {
    package enum Match: Sendable {
        /// The matching route, and the values of the path's parameters by name.
        case found(Route, path: [String: String])
        /// The path has no route with this method. The methods of the path are the value of `Allow`.
        case wrongMethod(allow: [String])
        case unknown
    }

    package let routes: [Route]
    /// The routes by path, the routes with the fewest parameters first: `/log/a/queue` matches
    /// `/log/{name}/queue` before `/log/{name}/{entry}`.
    private let paths: [(path: RoutePath, routes: [Route])]
    /// The routes of each path without parameters.
    private let fixed: [String: [Route]]

    /// Creates a table.
    ///
    /// - Precondition: Names are unique, and so are the methods of a path. Each route declares the parameters
    ///   of its path.
    package init(_ routes: [Route]) {
        precondition(Set(routes.map(\.name)).count == routes.count, "a route has the name of another one")
        for route in routes {
            let declared = route.parameters.filter { $0.place == .path }.map(\.name)
            precondition(
                declared == route.path.parameters, "\(route.name) must declare its path's parameters")
        }
        self.routes = routes
        var paths: [(path: RoutePath, routes: [Route])] = []
        for route in routes {
            if let place = paths.firstIndex(where: { $0.path == route.path }) {
                precondition(
                    !paths[place].routes.contains { $0.method == route.method }, "\(route.name) is repeated")
                paths[place].routes.append(route)
            } else {
                paths.append((route.path, [route]))
            }
        }
        let counts = Set(paths.map(\.path.parameters.count)).sorted()
        self.paths = counts.flatMap { count in paths.filter { $0.path.parameters.count == count } }
        let unvaried = paths.filter(\.path.parameters.isEmpty)
        fixed = Dictionary(uniqueKeysWithValues: unvaried.map { ($0.path.description, $0.routes) })
    }

    /// Finds the route of a request. `HEAD` has the route of `GET`.
    ///
    /// - Parameters:
    ///   - method: The method as sent.
    ///   - path: The path, percent-encoded.
    /// - Complexity: O(1) for a path without parameters and escapes, otherwise O(*n*) in the number of routes.
    package func match(_ method: String, _ path: String) -> Match {
        if let routes = fixed[path] { return Self.match(method, routes, [:]) }
        guard let parts = RoutePath.parts(of: path) else { return .unknown }
        for (template, routes) in paths {
            if let values = template.values(of: parts) { return Self.match(method, routes, values) }
        }
        return .unknown
    }

    private static func match(_ method: String, _ routes: [Route], _ values: [String: String]) -> Match {
        let wanted = method == "HEAD" ? HTTPMethod.get.rawValue : method
        let route = routes.first { $0.method.rawValue == wanted }
        return route.map { .found($0, path: values) } ?? .wrongMethod(allow: allowed(routes))
    }

    private static func allowed(_ routes: [Route]) -> [String] {
        let methods = routes.map(\.method.rawValue)
        return methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]
    }
}
