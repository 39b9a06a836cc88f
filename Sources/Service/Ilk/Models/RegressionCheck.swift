package import IlkFiles
import IlkLearning
package import IlkModels
import IlkPipeline
import IlkVocabulary

/// The comparison of a model with the active version on the user's regression set.
package struct RegressionCheck {
    /// The regression set.
    package let texts: RegressionSet
    private let set: LabelSet
    private let folders: IlkFolders
    private let check: () throws -> Void

    /// Returns `nil` if the taxonomy has no regression set.
    ///
    /// - Parameters:
    ///   - taxonomy: The name of the taxonomy.
    ///   - folders: The user's folders.
    ///   - check: Called during measurements. An error thrown here ends the measurement.
    /// - Throws: ``IlkError`` if the label set or the regression set cannot be read.
    package init?(_ taxonomy: String, _ folders: IlkFolders, check: @escaping () throws -> Void) throws {
        guard let set = try LabelSetCatalog(folders: folders).existing(taxonomy),
            let texts = try RegressionSet.read(of: set, folders), !texts.texts.isEmpty
        else { return nil }
        self.set = set
        self.texts = texts
        self.folders = folders
        self.check = check
    }

    /// Measures a model that is not registered, and the active version.
    ///
    /// - Parameter model: The model.
    package func measure(_ model: any TextModel) throws -> ModelMeasurement {
        try measured(evaluate(assembly.pipeline(of: model)))
    }

    /// Measures a version, and the active version for comparison.
    ///
    /// - Parameter version: The name of the version.
    /// - Returns: `nil` if there is neither a model nor a rule.
    package func measure(version: String) throws -> ModelMeasurement? {
        try evaluate(version: .version(version)).map(measured)
    }

    private func measured(_ new: Evaluation) throws -> ModelMeasurement {
        ModelMeasurement(
            new: new, active: try evaluate(version: .active), on: "texts of the regression set")
    }

    private func evaluate(version: PipelineAssembly.Model) throws -> Evaluation? {
        var assembly = assembly
        assembly.model = version
        let model = try assembly.loadModel()
        guard try model != nil || assembly.loadRules(taxonomy: set.taxonomy) != nil else { return nil }
        // An active model with other labels is not measured, because a new version replaces it in any case.
        if version == .active, let model, !assembly.fits(model) { return nil }
        return try evaluate(assembly.pipeline())
    }

    private var assembly: PipelineAssembly {
        var assembly = PipelineAssembly(folders: folders)
        assembly.use(set)
        return assembly
    }

    private func evaluate(_ pipeline: Pipeline) throws -> Evaluation {
        try Evaluator().evaluate(pipeline, on: texts.texts) { _ in try check() }
    }
}
