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
    mutating func addGiven(_ pattern: PatternNode) -> Int {
        drafts.append(FilterDraft(beginning: .given, patterns: [pattern]))
        return drafts.count - 1
    }

    /// Files an expression and tells its filter and its number there.
    mutating func add(_ pattern: PatternNode, isGated: Bool) -> (filter: Int, number: Int) {
        let kind = Kind(beginning: PatternFilter.Beginning(of: pattern), isGated: isGated)
        var index = open[kind] ?? -1
        if index < 0 || drafts[index].count >= Self.size {
            index = drafts.count
            drafts.append(FilterDraft(beginning: kind.beginning, patterns: []))
            open[kind] = index
        }
        drafts[index].append(pattern)
        return (index, drafts[index].count - 1)
    }
}

/// The expressions of a filter. It is made when a text first asks for it.
package struct FilterDraft: Sendable {
    package let beginning: PatternFilter.Beginning
    private var expressions: [Expression]

    /// An expression as it was read, or as it is written: it is read when the filter is made.
    private enum Expression: Sendable {
        case read(PatternNode)
        case written(RegexPattern)
    }

    /// A filter of these expressions, which were read already.
    init(beginning: PatternFilter.Beginning, patterns: [PatternNode]) {
        self.beginning = beginning
        expressions = patterns.map { .read($0) }
    }

    /// A filter of these expressions, to be read when it is made.
    init(beginning: PatternFilter.Beginning, written: [RegexPattern]) {
        self.beginning = beginning
        expressions = written.map { .written($0) }
    }

    /// How many expressions there are.
    package var count: Int { expressions.count }

    /// Adds an expression.
    mutating func append(_ pattern: PatternNode) { expressions.append(.read(pattern)) }

    /// The expressions. Those that are only written are read at every call; one that is not understood could match
    /// anything.
    var patterns: [PatternNode] {
        expressions.map { expression in
            switch expression {
            case .read(let pattern): pattern
            case .written(let regex): PatternParser.parse(regex.source)?.node ?? .unknown
            }
        }
    }
}
