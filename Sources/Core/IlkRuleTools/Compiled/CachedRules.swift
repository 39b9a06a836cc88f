import FoundationEssentials
package import IlkRules
package import IlkVocabulary

/// The contents of a file in the cache of rules. The file begins with compiled rules. The warnings about
/// these rules follow as JSON.
///
/// The checksum of the compiled rules does not cover the warnings.
package enum CachedRules {
    /// Returns the contents of a cache file for a rule set.
    ///
    /// - Parameters:
    ///   - ruleSet: A valid rule set.
    ///   - sources: The files of all layers from which the rule set was compiled, in any order.
    /// - Complexity: O(*n*) in the size of the rule set and the sources.
    package static func bytes(of ruleSet: RuleSet, from sources: [RuleSource]) throws -> [UInt8] {
        let compiled = CompiledRules.bytes(of: ruleSet, from: sources)
        guard !ruleSet.warnings.isEmpty else { return compiled }
        // A file can have another name at the next start.
        let names = sources.map { ($0.name, ContentDigest(of: $0.bytes).description) }
        let warnings = rename(ruleSet.warnings, names)
        return compiled + [UInt8](try JSONEncoder().encode(warnings))
    }

    /// Returns the rule set that a cache file contains, with its warnings.
    ///
    /// - Parameters:
    ///   - bytes: The contents of the cache file.
    ///   - taxonomy: The taxonomy of the rules.
    ///   - sources: The files from which the rules were compiled.
    /// - Throws: ``FormatError`` if the compiled rules are damaged, have an unsupported version, or belong to
    ///   another taxonomy; `DecodingError` if the warnings are damaged.
    /// - Complexity: O(*n*) in the number of bytes, and in the size of the sources if there are warnings.
    package static func ruleSet(
        from bytes: UnsafeRawBufferPointer, taxonomy: Taxonomy, sources: [RuleSource]
    ) throws -> RuleSet {
        let length = min(bytes.count, CompiledRulesFile.statedLength(of: bytes) ?? bytes.count)
        var ruleSet = try CompiledRules.ruleSet(
            from: UnsafeRawBufferPointer(rebasing: bytes[..<length]), taxonomy: taxonomy, sources: sources)
        guard length < bytes.count else { return ruleSet }
        let warnings = try JSONDecoder().decode([RuleDiagnostic].self, from: Data(bytes[length...]))
        let names = sources.map { (ContentDigest(of: $0.bytes).description, $0.name) }
        ruleSet.warnings = rename(warnings, names).sorted()
        return ruleSet
    }

    /// Replaces the file of each warning. In the cache, the digest of the file's contents replaces its name,
    /// because the name can change.
    private static func rename(_ warnings: [RuleDiagnostic], _ names: [(String, String)]) -> [RuleDiagnostic]
    {
        let names = Dictionary(names) { first, _ in first }
        return warnings.map { warning in
            var renamed = warning
            renamed.file = names[warning.file] ?? warning.file
            return renamed
        }
    }
}
