import Foundation

/// Files and functions that are longer than they should be, with how long they are: a list that only shrinks.
struct Exceptions: Decodable {
    /// Lines, by path.
    var files: [String: Int]
    /// Lines, by `path#function`.
    var functions: [String: Int]

    static func load() throws -> Exceptions {
        try JSONDecoder().decode(
            Exceptions.self,
            from: Data(contentsOf: Tree.root.appending(path: "Tests/HouseTests/exceptions.json")))
    }

    /// What is wrong with these lengths under a budget, and with the list of those excepted.
    static func violations(lengths: [String: Int], budget: Int, excepted: [String: Int]) -> [String] {
        var violations: [String] = []
        for (name, length) in lengths where length > budget {
            guard let known = excepted[name] else {
                violations.append("\(name) has \(length) lines, over \(budget): part it")
                continue
            }
            if length > known { violations.append("\(name) grew from \(known) to \(length) lines") }
            if length < known {
                violations.append("\(name) shrank to \(length) lines: write that into exceptions.json")
            }
        }
        for name in excepted.keys where (lengths[name] ?? 0) <= budget {
            violations.append("\(name) needs no exception any more: take it out of exceptions.json")
        }
        return violations.sorted()
    }
}
