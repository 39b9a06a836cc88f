import IlkVocabulary

/// The validated `near` links between the matchers of one rule.
struct NearLinks {
    /// The matchers with a `near` link, each after the target of its link. Matchers whose links lead into a
    /// cycle or form a longer chain than ``depth`` are missing.
    private(set) var ordered: [MatcherDraft] = []

    /// The maximum length of a chain of links.
    static let depth = 16

    /// Validates the links of a rule and reports problems.
    init(_ rule: RuleDraft, in source: SourceText, _ diagnostics: inout DiagnosticList) {
        var byName: [String: MatcherDraft] = [:]
        for matcher in rule.matchers { byName[matcher.name.text] = matcher }
        var depths: [String: Int] = [:]
        for matcher in rule.matchers {
            // The path to the end of the chain, or to the first matcher of known depth.
            var way: [MatcherDraft] = []
            var next: MatcherDraft? = matcher
            while let current = next, depths[current.name.text] == nil, let near = current.near {
                if let first = way.firstIndex(where: { $0.name.text == current.name.text }) {
                    Self.reportCircle(way[first...], in: source, &diagnostics)
                    for member in way { depths[member.name.text] = 0 }
                    break
                }
                way.append(current)
                next = byName[near.matcher.text]
                if next == nil, !rule.brokenMatchers.contains(near.matcher.text) {
                    Self.reportUnknown(near.matcher, byName.keys.sorted(), in: source, &diagnostics)
                }
            }
            for member in way.reversed() where depths[member.name.text] == nil {
                guard let near = member.near else { continue }
                let depth = (depths[near.matcher.text] ?? 0) + 1
                depths[member.name.text] = depth
                if depth > Self.depth {
                    diagnostics.report(
                        .matcherCycle, in: source, at: near.matcher.position,
                        length: near.matcher.caretLength,
                        "more than \(Self.depth) matchers are linked by 'near' in a chain")
                } else {
                    ordered.append(member)
                }
            }
        }
    }

    private static func reportUnknown(
        _ name: LocatedText, _ names: @autoclosure () -> [String], in source: SourceText,
        _ diagnostics: inout DiagnosticList
    ) {
        let hint = diagnostics.hint(for: name.text, among: names()) {
            "the rule's matchers are \(Suggestion.list($0))"
        }
        diagnostics.report(
            .unknownName, in: source, at: name.position, length: name.caretLength,
            "the rule has no matcher '\(name.text)'", hint: hint)
    }

    private static func reportCircle(
        _ circle: ArraySlice<MatcherDraft>, in source: SourceText, _ diagnostics: inout DiagnosticList
    ) {
        guard let first = circle.first, let near = circle.last?.near else { return }
        let names = circle.prefix(8).map(\.name.text) + [first.name.text]
        diagnostics.report(
            .matcherCycle, in: source, at: near.matcher.position, length: near.matcher.caretLength,
            "'near' links of matchers form a cycle: \(names.joined(separator: " -> "))",
            hint: circle.count == 1
                ? "a matcher cannot be near itself; name another matcher"
                : "write near(a, b, 5 words) in the condition, which requires both")
    }
}
