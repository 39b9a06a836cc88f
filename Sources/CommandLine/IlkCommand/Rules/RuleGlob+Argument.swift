import IlkVocabulary
import IlkConsole
public import ArgumentParser
public import IlkRules

/// Which rules are meant: an id, or one with `*` for any characters and `?` for one.
extension RuleGlob: ExpressibleByArgument {
    /// What an argument names; nil for an empty one.
    public init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        self.init(argument)
    }
}

extension Sequence<RuleGlob> {
    /// Whether a rule is among those that are meant.
    func admit(_ id: String) -> Bool { contains { $0.matches(id) } }

    /// Refuses those that mean none of the rules there are.
    ///
    /// - Throws: `usage` with all of them, and what was probably meant by the first.
    func check(among ids: [String]) throws(CommandFailure) {
        let unknown = filter { glob in !ids.contains(where: glob.matches) }
        guard let first = unknown.first else { return }
        let names = unknown.map { "'\($0)'" }.joined(separator: ", ")
        // What patterns are like: the groups that ids begin with.
        let groups = Set(ids.compactMap { id in id.firstIndex(of: ".").map { "\(id[..<$0]).*" } }).sorted()
        let meant = Suggestion.nearest(to: first.description, among: first.isPattern ? groups : ids)
        throw CommandFailure(
            .usage,
            unknown.contains { !$0.isPattern }
                ? "there is no rule \(names)" : "no rule's id is like \(names)",
            hint: meant.map { "did you mean '\($0)'?" }
                ?? "'ilk rules show' lists the rules; '*' stands for anything")
    }
}
