public import IlkRules

extension CompiledRules {
    /// Returns a rule set in compiled form. The bytes depend only on the rules and their source files.
    ///
    /// - Parameters:
    ///   - ruleSet: A valid rule set.
    ///   - sources: The files of all layers from which the rule set was compiled, in any order.
    /// - Returns: The contents of a compiled rule file.
    /// - Complexity: O(*n*) in the size of the rule set and the sources.
    public static func bytes(of ruleSet: RuleSet, from sources: [RuleSource]) -> [UInt8] {
        var writer = CompiledRulesWriter(sources: sources)
        return writer.bytes(of: ruleSet)
    }
}
