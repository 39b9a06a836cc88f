/// The method of a route. HEAD and OPTIONS are derived from the other routes of a path (``RouteTable``).
package enum HTTPMethod: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
}
