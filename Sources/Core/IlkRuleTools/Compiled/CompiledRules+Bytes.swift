public import IlkRules

extension CompiledRules {
    /// Returns a rule set as bytes. The same rules of the same sources make the same bytes.
    ///
    /// - Parameters:
    ///   - ruleSet: Rules that passed all checks.
    ///   - sources: The files that they were made of, those of all layers.
    /// - Complexity: Linear in the rule set and the sources.
    public static func bytes(of ruleSet: RuleSet, from sources: [RuleSource]) -> [UInt8] {
        var writer = CompiledRulesWriter(sources: sources)
        return writer.bytes(of: ruleSet)
    }
}
