/// Looks for what rules will do as they are written, and hardly anybody meant. Where checks are put off it does nothing.
struct RuleLint {
    private let isOn: Bool
    private var marks: [MatcherMark?] = []
    private var members: [RuleOverlap.Member] = []

    init(isOn: Bool) { self.isOn = isOn }

    /// Takes note of the next matcher.
    mutating func add(_ result: MatcherCompiler.Result?, hasNeighbours: Bool) {
        if isOn { marks.append(MatcherMark(result, hasNeighbours: hasNeighbours)) }
    }

    /// Looks at the condition of the next rule.
    ///
    /// - Parameters:
    ///   - root: Its clause, or nil when it is not well formed.
    ///   - isCompared: Whether it is compared with other rules: none that has exceptions, for these say more.
    mutating func add(
        _ rule: RuleDraft, root: Int32?, in source: SourceText, _ world: ConditionWorld,
        isCompared: Bool,
        _ diagnostics: inout DiagnosticList
    ) {
        guard isOn else { return }
        var isContingent = root != nil
        if let root, !rule.matchers.isEmpty || rule.condition != nil {
            let constant = ConditionLint.check(
                root, in: world, text: rule.condition, id: rule.id, source: source, &diagnostics)
            isContingent = constant == nil
        }
        members.append(
            RuleOverlap.Member(
                draft: rule, source: source, root: root ?? 0, isContingent: isContingent && isCompared))
    }

    /// Compares the rules with each other.
    func checkPairs(in world: ConditionWorld, _ diagnostics: inout DiagnosticList) {
        // With errors about, names may not be what they say.
        guard isOn, !diagnostics.hasErrors else { return }
        RuleOverlap.check(members, marks: marks, world: world, &diagnostics)
    }
}
