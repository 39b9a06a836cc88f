package import IlkLog
package import IlkVocabulary

/// The labels that the entries of a log can have.
package struct LogLabels: Sendable {
    private let taxonomy: Taxonomy
    private let set: LabelSet?

    /// - Parameters:
    ///   - taxonomy: The labels of the log.
    ///   - set: The label set of the log, or `nil` if there is none.
    package init(_ taxonomy: Taxonomy, _ set: LabelSet?) {
        self.taxonomy = taxonomy
        self.set = set
    }

    /// Returns the label with a name. A merged label counts as the label into which it was merged.
    ///
    /// - Throws: `ClassificationLogError.unknownCategory` if no label has this name or the label is retired.
    ///   The error lists the labels in use.
    package func label(_ name: String) throws(ClassificationLogError) -> Category {
        let known =
            set.map { $0.taxonomy.categories.filter { taxonomy.index(of: $0) != nil } } ?? taxonomy.categories
        let label = set?.current(Category(name)) ?? Category(name)
        guard known.contains(label) else { throw .unknownCategory(Category(name), known: known) }
        return label
    }

    /// Returns the labels for a correction, without duplicates.
    ///
    /// - Parameter names: The name of one label or, in a multi-label set, any number of names. In a
    ///   multi-label set, a name that is not a label is parsed as a list of labels separated by commas.
    /// - Throws: The errors of ``label(_:)``. Also ``IlkError`` if the set is not multi-label and there is
    ///   not exactly one label.
    package func labels(_ names: [String]) throws -> [Category] {
        guard let set, set.isMultilabel else {
            guard names.count == 1 else {
                throw IlkError(
                    .usage,
                    "\(names.isEmpty ? "no label" : "\(names.count) labels"), but the taxonomy "
                        + "\(taxonomy.name) gives each text one label",
                    hint:
                        "specify one label; for texts with several, create another taxonomy with: ilk train FILE "
                        + "--name NAME --multilabel")
            }
            return [try label(names[0])]
        }
        var labels: [Category] = []
        for name in names {
            let isLabel = !name.contains(",") || taxonomy.index(of: Category(name)) != nil
            for part in isLabel ? [Substring(name)] : name.split(separator: ",") {
                let label = try label(isLabel ? name : String(part.drop { $0 == " " }))
                if !labels.contains(label) { labels.append(label) }
            }
        }
        return labels
    }
}
