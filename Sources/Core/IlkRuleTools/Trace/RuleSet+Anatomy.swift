public import IlkRules
import IlkVocabulary

extension RuleSet {
    /// Returns the compiled form of all rules in order.
    ///
    /// - Complexity: O(*n*) in the size of the rule set.
    public func anatomies() -> [RuleAnatomy] {
        let required = RequiredStrings(program)
        var matchers = [[MatcherDetails]](repeating: [], count: program.rules.count)
        for (index, compiled) in program.matchers.enumerated() {
            matchers[Int(compiled.rule)].append(anatomy(index, compiled, required))
        }
        let nodes = rules.indices.map { program.leaves(ofRule: $0) }
        let named = nodes.map { nodes in
            Self.unique(nodes.compactMap { $0.operation == .rule ? Int($0.first) : nil }).filter {
                $0 < rules.count
            }
        }
        var dependents = [[String]](repeating: [], count: rules.count)
        for (rule, others) in named.enumerated() {
            for other in others { dependents[other].append(rules[rule].id) }
        }
        return rules.indices.map { rule in
            let compiled = program.rules[rule]
            let checks = program.checks[Int(compiled.checks.lowerBound)..<Int(compiled.checks.upperBound)]
            return RuleAnatomy(
                matchers: matchers[rule], features: Self.unique(nodes[rule].flatMap(Self.features)),
                checks: checks.map { check in
                    let name = TextFeature.names[Int(check.feature)]
                    return "\(name) \(check.comparison.rawValue) \(RuleMatcher.written(check.value))"
                },
                dependsOn: named[rule].map { rules[$0].id }, dependents: dependents[rule],
                isAlwaysTried: compiled.isAlwaysTried)
        }
    }

    private func anatomy(_ index: Int, _ compiled: CompiledMatcher, _ required: RequiredStrings)
        -> MatcherDetails
    {
        let strings = required.ofMatcher[index]
        return MatcherDetails(
            name: program.matcherNames[index], kind: "\(compiled.kind)",
            expression: compiled.regex >= 0 ? program.regexes[Int(compiled.regex)].source : nil,
            starts: strings?.starts ?? [], others: strings?.others ?? [],
            characterSets: compiled.requiredCharacters.count,
            isAlwaysRun: compiled.kind == .regex && !compiled.isGated)
    }

    private static func features(_ node: ConditionNode) -> [String] {
        guard node.operation == .comparison else { return [] }
        return [node.left, node.right].compactMap {
            if case .feature(let index) = $0 { TextFeature.names[Int(index)] } else { nil }
        }
    }

    private static func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
        var seen: Set<Element> = []
        return elements.filter { seen.insert($0).inserted }
    }
}
