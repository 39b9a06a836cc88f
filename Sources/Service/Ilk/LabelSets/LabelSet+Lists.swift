import IlkVocabulary

extension LabelSet {
    /// Returns the labels that several labels became, without duplicates, or `nil` if a taxonomy lacks one of them.
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
