import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary

/// What depends on the taxonomy that was chosen.
extension PipelineAssembly {
    /// What is decided among: what was chosen, else what the model says, else the document types.
    ///
    /// - Throws: ``IlkError`` when the model is for other categories than those chosen.
    func decided(by model: (any TextModel)?) throws(IlkError) -> Taxonomy {
        guard let model else { return taxonomy ?? .documentType }
        guard let taxonomy, taxonomy.categories != model.taxonomy.categories else { return model.taxonomy }
        throw IlkError(
            .configuration, "the model decides among \(model.taxonomy.name), not among \(taxonomy.name)",
            hint: "its categories are: \(model.taxonomy.categories.map(\.rawValue).joined(separator: ", "))")
    }

    /// The model in the program, or nil: there is one of the document types only.
    func builtInModel() throws(IlkError) -> BayesModel? {
        guard taxonomy == nil || taxonomy == .documentType else { return nil }
        do {
            return try BuiltIn.model()
        } catch {
            throw IlkError(.software, error.description)
        }
    }

    /// The rules in the program for a taxonomy, or nil when it has none.
    func builtInRules(_ taxonomy: Taxonomy) throws(IlkError) -> RuleSet? {
        guard BuiltIn.hasRules(for: taxonomy) else { return nil }
        do {
            return try BuiltIn.ruleSet(for: taxonomy)
        } catch {
            throw IlkError(.software, error.description)
        }
    }

    /// Why nothing can decide.
    func nothingDecides(_ taxonomy: Taxonomy) -> IlkError {
        guard deciding != .rules, taxonomy != .documentType, rules != .none else {
            return IlkError(.configuration, "neither rules nor a model: nothing can decide")
        }
        return IlkError(
            .configuration, "there is no model for \(taxonomy.name)",
            hint:
                "let its rules decide, or train one: ilk train texts.jsonl --name \(taxonomy.name) -o mine.ilk"
        )
    }
}
