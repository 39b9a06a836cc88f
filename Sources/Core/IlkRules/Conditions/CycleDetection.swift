/// Cycles and longest paths of a directed graph, by depth-first search.
enum CycleDetection {
    /// Visits every node once and reports each cycle when its back edge is found.
    ///
    /// The path is an explicit stack, because recursion could overflow the call stack.
    ///
    /// - Parameters:
    ///   - count: The number of nodes.
    ///   - edge: Returns the target of an edge of a node, -1 for no node, or `nil` past the last edge.
    ///   - report: Called with the nodes of a cycle and the index of the edge from the last node to the
    ///     first.
    /// - Returns: For each node, the number of nodes on the longest path that begins there. Edges that close a
    ///   cycle do not count.
    /// - Complexity: O(*n* + *e*) for *n* nodes and *e* edges, plus the length of the path for each cycle.
    @discardableResult
    static func run<Failure: Error>(
        _ count: Int, edge: (_ node: Int, _ index: Int) -> Int?,
        report: (_ circle: [Int], _ edge: Int) throws(Failure) -> Void
    ) throws(Failure) -> [Int] {
        var lengths = [Int](repeating: 1, count: count)
        // 0: not visited, 1: on the path, 2: done.
        var state = [UInt8](repeating: 0, count: count)
        for start in 0..<count where state[start] == 0 {
            var path: [(node: Int, next: Int)] = [(start, 0)]
            state[start] = 1
            while let (node, next) = path.last {
                guard let target = edge(node, next) else {
                    state[node] = 2
                    path.removeLast()
                    if let (above, _) = path.last { lengths[above] = max(lengths[above], lengths[node] + 1) }
                    continue
                }
                path[path.count - 1].next += 1
                guard target >= 0 else { continue }
                if state[target] == 2 {
                    lengths[node] = max(lengths[node], lengths[target] + 1)
                } else if state[target] == 0 {
                    state[target] = 1
                    path.append((target, 0))
                } else if let first = path.firstIndex(where: { $0.node == target }) {
                    try report(path[first...].map(\.node), next)
                }
            }
        }
        return lengths
    }
}
