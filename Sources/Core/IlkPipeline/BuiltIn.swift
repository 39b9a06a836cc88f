import IlkDefaults
public import IlkModels
public import IlkRules
public import IlkVocabulary

/// The rules and the models embedded in the program: a rule set and a model for each shipped taxonomy.
///
/// A rule set or a model is decoded only when it is requested.
public enum BuiltIn {
    /// Returns the source texts of the built-in rules of a taxonomy.
    ///
    /// - Parameter taxonomy: The taxonomy.
    /// - Returns: The source texts. Empty for a taxonomy without built-in rules.
    /// - Complexity: O(*n*) in the bytes of the sources, which are copied.
    public static func ruleSources(for taxonomy: Taxonomy = .documentType) -> [RuleSource] {
        ruleBytes(for: taxonomy).map { RuleSource(name: $0.name, bytes: Array($0.bytes)) }
    }

    /// The sources in the program's static memory.
    private static func ruleBytes(
        for taxonomy: Taxonomy
    ) -> [(name: String, bytes: UnsafeBufferPointer<UInt8>)] {
        guard hasRules(for: taxonomy) else { return [] }
        return (0..<ilk_default_rules_count(taxonomy.name)).map { index in
            var name: UnsafePointer<CChar>?
            var count = 0
            let bytes = ilk_default_rules(taxonomy.name, index, &name, &count)
            return (name.map { String(cString: $0) } ?? "", UnsafeBufferPointer(start: bytes, count: count))
        }
    }

    /// Returns `true` if the program contains rules for a taxonomy with the same name and the same labels.
    ///
    /// - Parameter taxonomy: The taxonomy.
    public static func hasRules(for taxonomy: Taxonomy) -> Bool { Taxonomy.shipped.contains(taxonomy) }

    /// Returns the built-in rules of a taxonomy, compiled and ready to use.
    ///
    /// - Parameter taxonomy: One of ``Taxonomy/shipped``.
    /// - Throws: ``PipelineError`` if the taxonomy has no built-in rules or the rules do not compile.
    /// - Complexity: O(*n*) in the size of the compiled rules.
    public static func ruleSet(for taxonomy: Taxonomy = .documentType) throws(PipelineError) -> RuleSet {
        guard hasRules(for: taxonomy) else {
            throw PipelineError("there are no built-in rules for the taxonomy \(taxonomy.name)")
        }
        if let ruleSet = compiledRuleSet(for: taxonomy) { return ruleSet }
        // The compiled form is stale: it has another version or was built from other sources. This happens
        // only in a development tree between two runs of `make rules`.
        let result = RulePack.load(sources: ruleSources(for: taxonomy), taxonomy: taxonomy)
        guard let ruleSet = result.ruleSet else {
            let first = result.diagnostics.first.map(\.description) ?? "no diagnostic"
            throw PipelineError("the built-in rules do not compile: \(first)")
        }
        return ruleSet
    }

    /// Loads the compiled form of the built-in rules of a taxonomy. Loading is much faster than compiling the
    /// source texts.
    ///
    /// - Parameter taxonomy: The taxonomy.
    /// - Returns: The rules, or `nil` if the compiled form has a different format version or does not match
    ///   the source texts. A test checks that the compiled form is current.
    /// - Complexity: O(*n*) in the size of the compiled rules.
    public static func compiledRuleSet(for taxonomy: Taxonomy = .documentType) -> RuleSet? {
        CompiledRules.ruleSet(
            from: UnsafeRawBufferPointer(compiledRules(for: taxonomy)), taxonomy: taxonomy,
            compiledFrom: ruleBytes(for: taxonomy))
    }

    /// Returns the compiled form of the built-in rules of a taxonomy. The bytes are in the program's static
    /// memory.
    ///
    /// - Parameter taxonomy: The taxonomy.
    /// - Returns: The bytes. Empty for a taxonomy without built-in rules.
    public static func compiledRules(for taxonomy: Taxonomy = .documentType) -> UnsafeBufferPointer<UInt8> {
        var count = 0
        let bytes = ilk_default_compiled_rules(taxonomy.name, &count)
        return UnsafeBufferPointer(start: bytes, count: count)
    }

    /// Returns the regression set, with which retrained models of document types are checked: labeled texts
    /// as NDJSON. No model is trained on these texts.
    ///
    /// - Complexity: O(*n*) in the bytes of the texts, which are copied.
    public static func regressionSet() -> [UInt8] {
        var count = 0
        let bytes = ilk_default_regression_set(&count)
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// Returns `true` if the program contains a model for a taxonomy with the same name and the same labels.
    ///
    /// - Parameter taxonomy: The taxonomy.
    public static func hasModel(for taxonomy: Taxonomy) -> Bool {
        Taxonomy.shipped.contains(taxonomy) && embeddedModel(for: taxonomy).bytes.baseAddress != nil
    }

    /// Returns the version of the built-in model of a taxonomy. The model's folder in the project has the
    /// same name.
    ///
    /// - Parameter taxonomy: The taxonomy of the model.
    /// - Returns: `nil` for a taxonomy without a built-in model.
    public static func modelVersion(for taxonomy: Taxonomy = .documentType) -> String? {
        embeddedModel(for: taxonomy).version
    }

    /// Returns the bytes of the built-in model of a taxonomy, which are in the program's static memory.
    ///
    /// - Parameter taxonomy: The taxonomy of the model.
    /// - Returns: The bytes of the model file. Empty for a taxonomy without a built-in model.
    public static func modelStorage(for taxonomy: Taxonomy = .documentType) -> ModelStorage {
        ModelStorage(bytes: embeddedModel(for: taxonomy).bytes) {}
    }

    /// Loads the built-in model of a taxonomy.
    ///
    /// - Parameter taxonomy: The taxonomy of the model.
    /// - Throws: ``PipelineError`` if the taxonomy has no built-in model or the model cannot be read.
    /// - Complexity: O(*n*) in the bytes of the model, which are read for the checksum and not copied.
    public static func model(for taxonomy: Taxonomy = .documentType) throws(PipelineError) -> BayesModel {
        guard hasModel(for: taxonomy) else {
            throw PipelineError("there is no built-in model for the taxonomy \(taxonomy.name)")
        }
        do {
            return try BayesModel(modelStorage(for: taxonomy))
        } catch {
            throw PipelineError(
                "the built-in model for the taxonomy \(taxonomy.name) cannot be read: \(error.description)")
        }
    }

    private static func embeddedModel(
        for taxonomy: Taxonomy
    ) -> (version: String?, bytes: UnsafeRawBufferPointer) {
        var version: UnsafePointer<CChar>?
        var count = 0
        let bytes = ilk_default_model(taxonomy.name, &version, &count)
        return (version.map { String(cString: $0) }, UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
