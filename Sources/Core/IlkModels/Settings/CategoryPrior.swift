/// How frequent categories are taken to be before anything is read.
public enum CategoryPrior: String, Sendable, Hashable, Codable, CaseIterable {
    /// As in the texts that are learned from.
    case texts
    /// All alike: for texts whose mixture says nothing of what will be classified.
    case even
}
