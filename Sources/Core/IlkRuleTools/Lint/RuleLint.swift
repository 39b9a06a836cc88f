public import IlkRules
public import IlkVocabulary

/// Static analysis of rule packs. It finds expressions that can reach the step limit, conditions that are
/// never or always true, and rules that match the same texts.
public enum RuleLint {
    /// Parses, compiles and analyzes layers of rule files.
    ///
    /// - Parameters:
    ///   - layers: The layers, the lowest first.
    ///   - taxonomy: The taxonomy of the rules. Every file must name this taxonomy.
    ///   - locale: The locale whose word boundaries split the entries of word sets. Use the locale of the
    ///     texts to classify.
    /// - Returns: All problems, and the rule set if no problem is an error. A condition that is never true is
    ///   an error.
    /// - Complexity: O(*n*) in the number of bytes for typical packs.
    public static func load(
        layers: [RuleLayer], taxonomy: Taxonomy, locale: String = "en"
    ) -> RuleLoadResult {
        let compilation = RulePack.compile(layers: layers, taxonomy: taxonomy, locale: locale)
        var diagnostics = compilation.diagnostics
        check(compilation, &diagnostics)
        let sorted = diagnostics.sorted()
        var ruleSet = diagnostics.hasErrors ? nil : compilation.ruleSet
        ruleSet?.warnings = sorted.filter { $0.code == .manySteps }
        return RuleLoadResult(ruleSet: ruleSet, diagnostics: sorted)
    }

    private static func check(_ compilation: RuleCompilation, _ diagnostics: inout DiagnosticList) {
        let world = ConditionContext(
            nodes: compilation.nodes, allParts: compilation.parts, matchers: compilation.matchers)
        var marks: [MatcherSignature?] = []
        var members: [RuleOverlap.Member] = []
        let ruleCount = compilation.rules.count - compilation.exceptionCount
        for (index, rule) in compilation.rules.enumerated() {
            for matcher in rule.draft.matchers {
                let result = compilation.matchers[marks.count]
                PatternLint.check(matcher, result, in: rule.source, &diagnostics)
                marks.append(MatcherSignature(result, hasNeighbors: matcher.near != nil))
            }
            let isContingent = isContingent(rule, in: world, &diagnostics)
            // A rule with exceptions does not match exactly where its written condition is true.
            let isCompared = index < ruleCount && !rule.hasExceptions
            members.append(
                RuleOverlap.Member(
                    draft: rule.draft, source: rule.source, root: rule.root ?? 0,
                    isContingent: isContingent && isCompared))
        }
        // After errors, names may refer to placeholders.
        if !diagnostics.hasErrors {
            RuleOverlap.check(members, marks: marks, world: world, &diagnostics)
        }
    }

    /// Analyzes the condition of a rule. Returns `true` if it depends on the text.
    private static func isContingent(
        _ rule: RuleCompilation.Rule, in world: ConditionContext, _ diagnostics: inout DiagnosticList
    ) -> Bool {
        guard let root = rule.root else { return false }
        guard !rule.draft.matchers.isEmpty || rule.draft.condition != nil else { return true }
        var world = world
        for draft in rule.draft.matchers {
            guard let near = draft.near, let from = rule.matchers[draft.name.text],
                let to = rule.matchers[near.matcher.text]
            else { continue }
            world.implications.append((from: from, to: to))
        }
        return ConditionLint.check(
            root, in: world, text: rule.draft.condition, id: rule.draft.id, source: rule.source, &diagnostics
        ) == nil
    }
}
