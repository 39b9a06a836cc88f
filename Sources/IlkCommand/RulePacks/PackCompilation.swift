import IlkRules

/// Writes rule packs in their compiled form, and says what it wrote.
struct PackCompilation {
    /// Where the compiled rules go.
    var output: String
    /// Where what was made is told.
    var console: Console

    /// Checks, compiles and writes.
    ///
    /// - Throws: `badConfiguration` with all problems when the packs do not compile; `cannotCreate` and `inputOutput`
    ///   when the file cannot be written.
    func run(_ packs: PackSources) throws {
        let ruleSet = try packs.ruleSet(telling: console, otherwise: "nothing was written")
        let bytes = CompiledRules.bytes(of: ruleSet, from: packs.sources)
        // What is written is read once before, as whoever uses it will.
        _ = try bytes.withUnsafeBytes { try CompiledRules.ruleSet(from: $0, taxonomy: packs.taxonomy) }
        try WholeFile.write(bytes, to: output)
        console.note(
            "\(output): \(PackLint.counted(ruleSet.rules.count, "rule")), \(DecimalText.size(bytes.count))")
    }
}

extension PackSources {
    /// The rules of the packs.
    ///
    /// - Parameters:
    ///   - console: Where all problems are told when there is an error among them.
    ///   - consequence: What is not done then.
    /// - Throws: `badConfiguration` when the packs do not compile.
    func ruleSet(telling console: Console, otherwise consequence: String) throws(CommandFailure) -> RuleSet {
        let result = RulePack.load(layers: layers, taxonomy: taxonomy)
        guard let ruleSet = result.ruleSet else {
            let errors = result.diagnostics.filter { $0.severity == .error }
            console.tell(errors.map { PackLint.visible($0.description) + "\n\n" }.joined())
            throw CommandFailure(
                .badConfiguration, "\(PackLint.counted(errors.count, "error")): \(consequence)", at: name)
        }
        return ruleSet
    }
}
