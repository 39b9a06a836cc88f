import IlkDefaults
public import IlkModels
public import IlkRules
import IlkVocabulary

/// What is in the program itself: the rules and the model of the default profile.
public enum BuiltIn {
    /// The version of the model, as its folder is named.
    public static let modelVersion = "1.1.0"

    /// The sources of the document-type rules.
    public static func ruleSources() -> [RuleSource] {
        ruleBytes().map { RuleSource(name: $0.name, bytes: Array($0.bytes)) }
    }

    /// The sources where they lie in the program.
    private static func ruleBytes() -> [(name: String, bytes: UnsafeBufferPointer<UInt8>)] {
        (0..<ilk_default_rules_count()).map { index in
            var name: UnsafePointer<CChar>?
            var count = 0
            let bytes = ilk_default_rules(index, &name, &count)
            return (name.map { String(cString: $0) } ?? "", UnsafeBufferPointer(start: bytes, count: count))
        }
    }

    /// The document-type rules, ready to run.
    ///
    /// - Throws: ``PipelineError`` when they do not compile.
    public static func ruleSet() throws(PipelineError) -> RuleSet {
        if let ruleSet = compiledRuleSet() { return ruleSet }
        // The compiled form is of another form or of other sources: a tree between two calls of `make rules`. A test
        // holds the sources to all checks.
        let result = RulePack.load(sources: ruleSources(), taxonomy: .documentType, checks: .deferred)
        guard let ruleSet = result.ruleSet else {
            let first = result.diagnostics.first.map(\.description) ?? "no diagnostic"
            throw PipelineError(.builtInRules, "the built-in rules do not compile: \(first)")
        }
        return ruleSet
    }

    /// The document-type rules of their compiled form, in a fraction of the time; nil when that form is of another
    /// program's making or of other sources, which a test does not let pass.
    public static func compiledRuleSet() -> RuleSet? {
        CompiledRules.ruleSet(
            from: UnsafeRawBufferPointer(compiledRules()), taxonomy: .documentType, madeOf: ruleBytes())
    }

    /// The compiled form of the document-type rules, where it lies in the program.
    public static func compiledRules() -> UnsafeBufferPointer<UInt8> {
        var count = 0
        let bytes = ilk_default_compiled_rules(&count)
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
            throw PipelineError(.builtInModel, "the built-in model cannot be read: \(error.description)")
        }
    }
}
