/// Deals the expressions of all matchers out to filters.
///
/// A filter's automaton has a state for every set of things that can stand open in a text at once. Expressions that
/// begin alike and are asked for together share one, but only a few, so that there are few such sets.
struct FilterTable {
    private struct Kind: Hashable {
        let beginning: PatternFilter.Beginning
        let isGated: Bool
    }

    /// How many expressions share a filter: with twelve of the shipped ones it has some hundred states, with forty more
    /// than can be kept.
    private static let size = 12

    /// The filters, not yet made.
    private(set) var drafts: [FilterDraft] = []
    private var open: [Kind: Int] = [:]

    /// Files an expression and tells its filter and its number there.
    mutating func add(_ pattern: PatternNode, isGated: Bool) -> (filter: Int, number: Int) {
        let kind = Kind(beginning: PatternFilter.Beginning(of: pattern), isGated: isGated)
        var index = open[kind] ?? -1
        if index < 0 || drafts[index].patterns.count >= Self.size {
            index = drafts.count
            drafts.append(FilterDraft(beginning: kind.beginning, patterns: []))
            open[kind] = index
        }
        drafts[index].patterns.append(pattern)
        return (index, drafts[index].patterns.count - 1)
    }
}

/// The expressions of a filter. It is made when a text first asks for it.
struct FilterDraft: Sendable {
    let beginning: PatternFilter.Beginning
    var patterns: [PatternNode]
}
