import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary

extension LabelSet {
    /// Checks that the set has each label that a model has learned. Retired and merged labels of the set
    /// count too.
    ///
    /// - Parameter model: The model.
    /// - Throws: ``IlkError`` with `configuration`, which names the labels that the set lacks.
    func checkLabels(of model: any TextModel) throws(IlkError) {
        let unknown = LabelMap.unknownLabels(of: model, in: self).map(\.rawValue)
        guard let first = unknown.first else { return }
        let isOwn = model.taxonomy.name == name
        throw IlkError(
            .configuration,
            "the model \(isOwn ? "of \(name) " : "")has labels that the taxonomy \(isOwn ? "" : "\(name) ")lacks: "
                + Suggestion.list(unknown),
            hint: LabelSet.shipped.contains { $0.name == name }
                ? "the labels of the taxonomy: \(Suggestion.list(labels.map(\.key.rawValue)))"
                : "add each label with: ilk taxonomy edit \(name) --add \(ShellText.word(first)); retire or merge "
                    + "unwanted labels afterwards")
    }

    /// Reads the rules of a file or folder that the set names.
    ///
    /// - Parameter path: A path in ``rules``.
    /// - Throws: ``IlkError`` if a file cannot be read. The error names the file of the set.
    func rules(at path: String) throws(IlkError) -> [RuleSource] {
        do throws(IlkError) {
            return try RuleFiles.read(path)
        } catch {
            throw IlkError(error.kind, error.description, hint: "the path is in 'rules' of \(file ?? name)")
        }
    }

    /// Returns the set with the labels at the time of an earlier verdict, without the later additions, merges
    /// and retirements.
    ///
    /// - Parameter labels: The labels of the verdict, in order.
    func earlier(with labels: [Category]) -> LabelSet {
        var earlier = self
        earlier.labels = labels.map { Label($0) }
        for label in labels { earlier.merged[label] = nil }
        return earlier
    }

    /// Returns the labels into which the given labels were merged, without duplicates. Labels that were not
    /// merged are returned unchanged. Returns `nil` if `taxonomy` lacks one of the resulting labels.
    ///
    /// - Parameters:
    ///   - labels: The labels.
    ///   - taxonomy: The taxonomy.
    func current(_ labels: [Category], in taxonomy: Taxonomy) -> [Category]? {
        var found: [Category] = []
        for label in labels {
            guard let label = current(label, in: taxonomy) else { return nil }
            if !found.contains(label) { found.append(label) }
        }
        return found
    }
}
