import IlkRules

/// The clauses of conditions and the known relations between their matchers.
struct ConditionContext {
    let nodes: [ConditionNode]
    let allParts: [Int32]
    let matchers: [MatcherCompiler.Result?]
    /// For each matcher that has the same matches as an earlier matcher, the earlier matcher.
    var aliases: [Int32: Int32] = [:]
    /// Pairs of matchers. If the first matcher of a pair matches, the second one matches too.
    var implications: [(from: Int32, to: Int32)] = []

    /// Returns the first of all matchers that have the same matches as a matcher.
    func `class`(of matcher: Int32) -> Int32 { aliases[matcher] ?? matcher }

    func parts(of node: ConditionNode) -> ArraySlice<Int32> {
        allParts[Int(node.children.lowerBound)..<Int(node.children.upperBound)]
    }

    /// Returns the possible counts of a matcher.
    func counts(of matcher: Int32) -> ClosedRange<Double> {
        if case .languages = matchers[Int(matcher)]?.pattern { return 0...1 }
        return 0...Double(RuleLimits.spans)
    }

    /// Returns the matchers that match whenever the given one does.
    func implied(by matcher: Int32) -> [Int32] { reached(from: matcher) { $0.from == $1 ? $0.to : nil } }

    /// Returns the matchers that match only if the given one does.
    func implying(_ matcher: Int32) -> [Int32] { reached(from: matcher) { $0.to == $1 ? $0.from : nil } }

    private func reached(
        from matcher: Int32, _ step: (_ pair: (from: Int32, to: Int32), _ at: Int32) -> Int32?
    ) -> [Int32] {
        guard !implications.isEmpty else { return [] }
        var found: [Int32] = []
        var next = [matcher]
        while let current = next.popLast() {
            for other in implications.compactMap({ step($0, current) })
            where other != matcher && !found.contains(other) {
                found.append(other)
                next.append(other)
            }
        }
        return found
    }

    /// Returns the matchers, features and rules in a condition, once for each occurrence.
    func mentions(of root: Int32) -> Mentions {
        var mentions = Mentions()
        collect(root, &mentions)
        return mentions
    }

    /// The matchers, features and rules in a condition.
    struct Mentions {
        var matchers: [Int32] = []
        var features: [Int32] = []
        var rules: [Int32] = []
        /// `true` if a comparison has two measured operands or two constants.
        var hasRelations = false
    }

    private func collect(_ index: Int32, _ mentions: inout Mentions) {
        let node = nodes[Int(index)]
        switch node.operation {
        case .matched: mentions.matchers.append(node.first)
        case .rule: mentions.rules.append(node.first)
        case .nearWords, .nearLines: mentions.matchers += [node.first, node.second]
        case .comparison:
            var numbers = 0
            for operand in [node.left, node.right] {
                switch operand {
                case .number: numbers += 1
                case .feature(let feature): mentions.features.append(feature)
                case .count(let matcher): mentions.matchers.append(matcher)
                }
            }
            if numbers != 1 { mentions.hasRelations = true }
        case .none, .all, .any, .atLeast: for part in parts(of: node) { collect(part, &mentions) }
        }
    }
}
