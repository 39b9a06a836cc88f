import Foundation

/// Files and functions over the limit of lines, and folders over the limit of files, with their sizes. The
/// list may only shrink.
struct Exceptions: Decodable {
    /// The line counts by path.
    var files: [String: Int]
    /// The line counts by `path#function`.
    var functions: [String: Int]
    /// The file counts by path. Only folders of golden files, one per test case, may be listed.
    var folders: [String: Int]
    /// The numbers of phrases that are hard to read, by rule.
    var phrases: [String: Int]

    static func load() throws -> Exceptions {
        try JSONDecoder().decode(
            Exceptions.self,
            from: Data(contentsOf: Tree.root.appending(path: "Tests/RepositoryTests/exceptions.json")))
    }

    /// Returns the violations of a budget, and the outdated exceptions from it.
    ///
    /// - Parameters:
    ///   - lengths: The actual sizes by name.
    ///   - budget: The maximum size.
    ///   - excepted: The sizes of the exceptions by name.
    ///   - unit: The unit of the sizes, in the plural.
    static func violations(
        lengths: [String: Int], budget: Int, excepted: [String: Int], unit: String = "lines"
    ) -> [String] {
        var violations: [String] = []
        for (name, length) in lengths where length > budget {
            guard let known = excepted[name] else {
                violations.append("\(name) has \(length) \(unit), over \(budget): part it")
                continue
            }
            if length > known { violations.append("\(name) grew from \(known) to \(length) \(unit)") }
            if length < known {
                violations.append("\(name) shrank to \(length) \(unit): write that into exceptions.json")
            }
        }
        for name in excepted.keys where (lengths[name] ?? 0) <= budget {
            violations.append("\(name) needs no exception any more: take it out of exceptions.json")
        }
        return violations.sorted()
    }
}
