import Foundation
package import IlkFiles
import IlkLearning
import IlkPipeline
package import IlkVocabulary

/// A label set with the state of its model, rules and log, for lists and JSON.
package struct LabelSetRecord: Encodable {
    package struct Label: Encodable {
        package let key: String
        package let title: String?
        package let description: String?
        package let isRetired: Bool
    }

    package let name: String
    package let id: String
    package let title: String?
    package let description: String?
    package let origin: String
    package let file: String?
    /// `true` for multi-label sets, otherwise `nil`.
    package let multilabel: Bool?
    package let labels: [Label]
    package let merged: [String: String]
    package let defaultLabel: String?
    package let unfamiliar: String
    package let threshold: Double?
    package let thresholds: [String: Double]
    package let redaction: [String]
    /// The active version of the model, or `nil` if there is none.
    package let model: String?
    /// `true` if the program has rules for the label set.
    package let hasBuiltInRules: Bool
    /// The user's rule files and folders.
    package let rules: [String]
    /// The number of texts of the user's regression set, or `nil` if there is none.
    package let regressionTexts: Int?
    package let log: String
    package let hasLog: Bool

    /// Creates the record of a set.
    ///
    /// - Parameters:
    ///   - set: The set.
    ///   - folders: The user's folders.
    package init(_ set: LabelSet, _ folders: IlkFolders) {
        name = set.name
        id = set.id
        title = set.title
        description = set.description
        origin = set.origin.rawValue
        file = set.file
        multilabel = set.isMultilabel ? true : nil
        labels = set.labels.map {
            Label(
                key: $0.key.rawValue, title: $0.title, description: $0.description, isRetired: $0.isRetired)
        }
        merged = Dictionary(
            set.merged.map { ($0.key.rawValue, $0.value.rawValue) }, uniquingKeysWith: { first, _ in first })
        defaultLabel = set.defaultLabel?.rawValue
        let usesRules = set.usesRulesForUnfamiliar ?? set.taxonomy.usesRulesForUnfamiliar
        unfamiliar = usesRules ? "rules" : "abstain"
        threshold = set.threshold
        thresholds = Dictionary(
            set.thresholds.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first })
        redaction = set.redaction
        let registry = ModelRegistry(folder: folders.models, taxonomy: set.name)
        let active = try? registry.activeVersionOrNone()  // `ilk model ls` reports a damaged registry.
        model = active == ModelRegistry.none ? nil : active
        hasBuiltInRules = BuiltIn.hasRules(for: set.taxonomy)
        rules =
            ([folders.rules(taxonomy: set.name)].compactMap(\.self)
            + [folders.systemRules(taxonomy: set.name)]).filter(FileManager.default.fileExists) + set.rules
        let regression = try? RegressionSet.read(of: set, folders)  // `ilk train` reports damage.
        regressionTexts = regression?.texts.count
        log = LabelSetCatalog(folders: folders).log(of: set)
        hasLog = FileManager.default.fileExists(atPath: log)
    }

    /// The parts that determine verdicts, as text: `rules, model 3`.
    package var deciders: String {
        let hasRules = hasBuiltInRules || !rules.isEmpty
        return switch (hasRules, model) {
        case (true, let model?): "rules, model \(model)"
        case (true, nil): "rules"
        case (false, let model?): "model \(model)"
        case (false, nil): "nothing yet"
        }
    }

    /// The labels in use, separated by commas.
    package var labelList: String { labels.filter { !$0.isRetired }.map(\.key).joined(separator: ", ") }
}
