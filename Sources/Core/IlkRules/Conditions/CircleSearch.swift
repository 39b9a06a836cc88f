/// The circles of a directed graph, found depth first.
enum CircleSearch {
    /// Visits every node once and reports each circle when its last edge is found.
    ///
    /// The path is an array, not recursion: it may be longer than the stack.
    ///
    /// - Parameters:
    ///   - count: The number of nodes.
    ///   - edge: Returns the node at the end of an edge of a node, -1 for no node, or `nil` behind the last edge.
    ///   - report: Called with the nodes of a circle and the number of the edge that leads from the last to the first.
    /// - Complexity: O(*n* + *e*) for *n* nodes and *e* edges, and the length of the path for each circle.
    static func run<Failure: Error>(
        _ count: Int, edge: (_ node: Int, _ index: Int) -> Int?,
        report: (_ circle: [Int], _ edge: Int) throws(Failure) -> Void
    ) throws(Failure) {
        // 0 is new, 1 on the path, 2 done.
        var state = [UInt8](repeating: 0, count: count)
        for start in 0..<count where state[start] == 0 {
            var path: [(node: Int, next: Int)] = [(start, 0)]
            state[start] = 1
            while let (node, next) = path.last {
                guard let target = edge(node, next) else {
                    state[node] = 2
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                guard target >= 0, state[target] != 2 else { continue }
                if state[target] == 0 {
                    state[target] = 1
                    path.append((target, 0))
                } else if let first = path.firstIndex(where: { $0.node == target }) {
                    try report(path[first...].map(\.node), next)
                }
            }
        }
    }
}
