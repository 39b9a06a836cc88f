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

    /// Files an expression whose matches begin where it is told, and tells its filter.
    mutating func addGiven(_ expression: RegexPattern) -> Int {
        drafts.append(FilterDraft(beginning: .given, expressions: [expression]))
        return drafts.count - 1
    }

    /// Files an expression and tells its filter and its number there.
    mutating func add(
        _ expression: RegexPattern, _ pattern: PatternNode, isGated: Bool
    ) -> (filter: Int, number: Int) {
        let kind = Kind(beginning: PatternFilter.Beginning(of: pattern), isGated: isGated)
        var index = open[kind] ?? -1
        if index < 0 || drafts[index].count >= Self.size {
            index = drafts.count
            drafts.append(FilterDraft(beginning: kind.beginning, expressions: []))
            open[kind] = index
        }
        drafts[index].expressions.append(expression)
        return (index, drafts[index].count - 1)
    }
}

/// The expressions of a filter. It is made when a text first asks for it.
package struct FilterDraft: Sendable {
    package let beginning: PatternFilter.Beginning
    /// The expressions, parsed when the filter is made.
    var expressions: [RegexPattern]

    /// How many expressions there are.
    package var count: Int { expressions.count }

    /// The expressions as trees, parsed at every call. One that is not understood could match anything.
    var patterns: [PatternNode] { expressions.map { PatternParser.parse($0.source)?.node ?? .unknown } }
}
