import IlkVocabulary

extension LabelSet {
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

    /// Returns the labels into which the given labels were merged, without duplicates, or `nil` if a taxonomy
    /// lacks one of them.
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
