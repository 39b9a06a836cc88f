import IlkVocabulary
import IlkConsole
public import ArgumentParser
public import IlkRules

/// Rule ids on the command line: `*` stands for any characters and `?` for one.
extension RuleGlob: ExpressibleByArgument {
    /// Creates a pattern. Returns `nil` for an empty argument.
    ///
    /// - Parameter argument: An id or a pattern.
    public init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        self.init(argument)
    }
}

extension Sequence<RuleGlob> {
    /// Returns `true` if a pattern matches the rule id.
    func admit(_ id: String) -> Bool { contains { $0.matches(id) } }

    /// Rejects patterns that match no rule.
    ///
    /// - Parameter ids: The ids of all rules.
    /// - Throws: `usage` with all such patterns, and a suggestion for the first.
    func check(among ids: [String]) throws(CommandError) {
        let unknown = filter { glob in !ids.contains(where: glob.matches) }
        guard let first = unknown.first else { return }
        let names = unknown.map { "'\($0)'" }.joined(separator: ", ")
        // Patterns are compared with the groups at the start of ids.
        let groups = Set(ids.compactMap { id in id.firstIndex(of: ".").map { "\(id[..<$0]).*" } }).sorted()
        let meant = Suggestion.nearest(to: first.description, among: first.isPattern ? groups : ids)
        throw CommandError(
            .usage,
            unknown.contains { !$0.isPattern }
                ? "there is no rule \(names)" : "no rule id matches \(names)",
            hint: meant.map { "did you mean '\($0)'?" }
                ?? "'ilk rules show' lists the rules; '*' is a wildcard")
    }
}
