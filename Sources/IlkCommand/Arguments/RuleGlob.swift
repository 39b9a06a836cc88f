import ArgumentParser

/// Which rules are meant: an id, or one with `*` for any characters and `?` for one.
struct RuleGlob: Hashable, Sendable, ExpressibleByArgument, CustomStringConvertible {
    /// As it was written.
    let description: String
    private let pattern: [UInt8]

    init(_ text: String) {
        description = text
        pattern = Array(text.utf8)
    }

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        self.init(argument)
    }

    /// Whether it can mean several rules.
    var isPattern: Bool { pattern.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") } }

    /// Whether a rule is meant. Linear in both but for patterns with many stars.
    func matches(_ id: String) -> Bool {
        let text = Array(id.utf8)
        var (place, index) = (0, 0)
        var star: (place: Int, index: Int)?
        while index < text.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                star = (place, index)
                place += 1
            } else if place < pattern.count,
                pattern[place] == UInt8(ascii: "?") || pattern[place] == text[index]
            {
                place += 1
                index += 1
            } else if let last = star {
                star = (last.place, last.index + 1)
                place = last.place + 1
                index = last.index + 1
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}

extension Sequence<RuleGlob> {
    /// Whether a rule is among those that are meant.
    func admit(_ id: String) -> Bool { contains { $0.matches(id) } }

    /// Refuses those that mean none of the rules there are.
    ///
    /// - Throws: `usage` with the first of them.
    func check(among ids: [String]) throws(CommandFailure) {
        for glob in self where !ids.contains(where: glob.matches) {
            throw CommandFailure(
                .usage, "there is no rule '\(glob)'",
                hint: "'ilk rules show' lists the rules; '*' stands for anything")
        }
    }
}
