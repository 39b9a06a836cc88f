import IlkDefaults
public import IlkModels
public import IlkRules
public import IlkVocabulary

/// What is in the program itself: the rules of the taxonomies that come with some, and the model of the document types.
///
/// Nothing is decoded that is not asked for.
public enum BuiltIn {
    /// The version of the model, as its folder is named.
    public static let modelVersion = "1.1.0"

    /// The sources of the rules for a taxonomy; none for one that has no rules here.
    public static func ruleSources(for taxonomy: Taxonomy = .documentType) -> [RuleSource] {
        ruleBytes(for: taxonomy).map { RuleSource(name: $0.name, bytes: Array($0.bytes)) }
    }

    /// The sources where they lie in the program.
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

    /// Whether there are rules for just this taxonomy.
    public static func hasRules(for taxonomy: Taxonomy) -> Bool { Taxonomy.shipped.contains(taxonomy) }

    /// The rules for a taxonomy, ready to run.
    ///
    /// - Throws: ``PipelineError`` when they do not compile, or there are none.
    public static func ruleSet(for taxonomy: Taxonomy = .documentType) throws(PipelineError) -> RuleSet {
        guard hasRules(for: taxonomy) else {
            throw PipelineError("there are no built-in rules for \(taxonomy.name)")
        }
        if let ruleSet = compiledRuleSet(for: taxonomy) { return ruleSet }
        // The compiled form has another version or was made from other sources: a tree between two calls of `make rules`.
        let result = RulePack.load(sources: ruleSources(for: taxonomy), taxonomy: taxonomy)
        guard let ruleSet = result.ruleSet else {
            let first = result.diagnostics.first.map(\.description) ?? "no diagnostic"
            throw PipelineError("the built-in rules do not compile: \(first)")
        }
        return ruleSet
    }

    /// The rules for a taxonomy of their compiled form, in a fraction of the time; nil when that form is of another
    /// program's making or of other sources, which a test does not let pass.
    public static func compiledRuleSet(for taxonomy: Taxonomy = .documentType) -> RuleSet? {
        CompiledRules.ruleSet(
            from: UnsafeRawBufferPointer(compiledRules(for: taxonomy)), taxonomy: taxonomy,
            madeOf: ruleBytes(for: taxonomy))
    }

    /// The compiled form of the rules for a taxonomy, where it lies in the program; empty when there are none.
    public static func compiledRules(for taxonomy: Taxonomy = .documentType) -> UnsafeBufferPointer<UInt8> {
        var count = 0
        let bytes = ilk_default_compiled_rules(taxonomy.name, &count)
        return UnsafeBufferPointer(start: bytes, count: count)
    }

    /// The labelled texts that a retrained document-type model is held to, as NDJSON. No model is trained on them.
    public static func gateTexts() -> [UInt8] {
        var count = 0
        let bytes = ilk_default_gate(&count)
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// The bytes of the document-type model, where they lie in the program.
    public static func modelStorage() -> ModelStorage {
        var count = 0
        let bytes = ilk_default_model(&count)
        return ModelStorage(bytes: UnsafeRawBufferPointer(start: bytes, count: count)) {}
    }

    /// The document-type model.
    ///
    /// - Throws: ``PipelineError`` when it cannot be read.
    public static func model() throws(PipelineError) -> BayesModel {
        do {
            return try BayesModel(modelStorage())
        } catch {
            throw PipelineError("the built-in model cannot be read: \(error.description)")
        }
    }
}
