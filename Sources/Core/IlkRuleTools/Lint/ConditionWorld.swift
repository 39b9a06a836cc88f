import IlkRules

/// The clauses of conditions and what is known of their matchers.
struct ConditionWorld {
    let nodes: [ConditionNode]
    let allParts: [Int32]
    let matchers: [MatcherCompiler.Result?]
    /// Matchers that find the same as another one.
    var aliases: [Int32: Int32] = [:]
    /// Pairs of matchers, the second of which is found wherever the first one is.
    var implications: [(from: Int32, to: Int32)] = []

    /// The matcher that stands for all that find the same.
    func `class`(of matcher: Int32) -> Int32 { aliases[matcher] ?? matcher }

    func parts(of node: ConditionNode) -> ArraySlice<Int32> {
        allParts[Int(node.parts.lowerBound)..<Int(node.parts.upperBound)]
    }

    /// How often a matcher can match.
    func counts(of matcher: Int32) -> ClosedRange<Double> {
        if case .languages = matchers[Int(matcher)]?.pattern { return 0...1 }
        return 0...Double(RuleLimits.spans)
    }

    /// The matchers that are found wherever one is.
    func implied(by matcher: Int32) -> [Int32] { reached(from: matcher) { $0.from == $1 ? $0.to : nil } }

    /// The matchers wherever which are found one is.
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

    /// The matchers, features and rules of a condition, each as often as it stands there.
    func mentions(of root: Int32) -> Mentions {
        var mentions = Mentions()
        collect(root, &mentions)
        return mentions
    }

    /// What a condition speaks of.
    struct Mentions {
        var matchers: [Int32] = []
        var features: [Int32] = []
        var rules: [Int32] = []
        /// Whether two numbers are compared neither of which is written.
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
