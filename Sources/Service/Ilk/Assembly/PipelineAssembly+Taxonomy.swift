import IlkLearning
package import IlkModels
import IlkPipeline
import IlkRules
package import IlkVocabulary

/// Determines the taxonomy of an assembly and its built-in model and rules.
extension PipelineAssembly {
    /// Returns the chosen taxonomy. If none was chosen, returns the model's taxonomy or, without a model, the
    /// document types.
    ///
    /// - Parameter model: The model that classifies the texts, or `nil` if only rules are used.
    /// - Throws: ``IlkError`` if the model has labels that the chosen taxonomy lacks, or if only one of the
    ///   two taxonomies is multi-label.
    package func taxonomy(by model: (any TextModel)?) throws(IlkError) -> Taxonomy {
        guard let model else { return taxonomy ?? .documentType }
        if let labelSet, labelSet.isMultilabel != model.taxonomy.isMultilabel {
            let several = "texts several labels"
            throw IlkError(
                .configuration,
                "the model gives \(labelSet.isMultilabel ? "each text one label" : several), but the taxonomy "
                    + "\(labelSet.name) gives \(labelSet.isMultilabel ? several : "each text one label")",
                hint: "train a model for the taxonomy with: ilk train texts.jsonl --name \(labelSet.name)")
        }
        guard let taxonomy, taxonomy.categories != model.taxonomy.categories else { return model.taxonomy }
        if let labelSet, LabelMap(from: model, to: labelSet) != nil {
            try labelSet.checkLabels(of: model)
            return taxonomy
        }
        let isSame = model.taxonomy.name == taxonomy.name
        throw IlkError(
            .configuration,
            isSame
                ? "the model has none of the labels of \(taxonomy.name)"
                : "the model has the taxonomy \(model.taxonomy.name), not \(taxonomy.name)",
            hint: "the labels of the model: \(Suggestion.list(model.taxonomy.categories.map(\.rawValue)))")
    }

    /// Returns `true` if a model has labels of the chosen taxonomy only.
    func fits(_ model: any TextModel) -> Bool {
        (try? taxonomy(by: model)) != nil  // The error says why it does not.
    }

    /// Returns the built-in model of the taxonomy, or `nil` if there is none.
    func builtInModel() throws(IlkError) -> BayesModel? {
        let taxonomy = taxonomy ?? .documentType
        guard BuiltIn.hasModel(for: taxonomy) else { return nil }
        do {
            return try BuiltIn.model(for: taxonomy)
        } catch {
            throw IlkError(.software, error.description)
        }
    }

    /// Returns the built-in rules for a taxonomy, or `nil` if there are none.
    func builtInRules(_ taxonomy: Taxonomy) throws(IlkError) -> RuleSet? {
        guard BuiltIn.hasRules(for: taxonomy) else { return nil }
        do {
            return try BuiltIn.ruleSet(for: taxonomy)
        } catch {
            throw IlkError(.software, error.description)
        }
    }

    /// Returns the error for an assembly that has neither rules nor a model.
    func nothingDecides(_ taxonomy: Taxonomy) -> IlkError {
        guard classifierType != .rules else {
            return IlkError(
                .configuration, "there are no rules for \(taxonomy.name)",
                hint: "specify rules with: --rules FOLDER")
        }
        guard taxonomy != .documentType, rules != .none else {
            return IlkError(
                .configuration, "there are neither rules nor a model",
                hint: "specify rules with --rules FOLDER, or a model with --model FILE")
        }
        if model == .active, let hint = registry.promotionHint {
            return IlkError(.configuration, "no model of \(taxonomy.name) is active", hint: hint)
        }
        return IlkError(
            .configuration, "there is no model for \(taxonomy.name)",
            hint: (classifierType.usesRules ? "" : "use --classifier rules, or ")
                + "train a model with: ilk train texts.jsonl --name \(taxonomy.name)")
    }
}
