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

    /// Returns the labels into which the given labels were merged, without duplicates and without retired
    /// labels. Labels that were not merged are returned unchanged. Returns `nil` if all labels are retired,
    /// or if `taxonomy` lacks one of the other resulting labels.
    ///
    /// - Parameters:
    ///   - labels: The labels.
    ///   - taxonomy: The taxonomy.
    func current(_ labels: [Category], in taxonomy: Taxonomy) -> [Category]? {
        var found: [Category] = []
        var hasRetired = false
        for label in labels {
            if let known = current(label, in: taxonomy) {
                if !found.contains(known) { found.append(known) }
            } else {
                guard self.label(current(label))?.isRetired ?? false else { return nil }
                hasRetired = true
            }
        }
        return hasRetired && found.isEmpty ? nil : found
    }
}
