/// What a model's file is to be.
public struct ModelFileWish: Sendable, Hashable {
    /// Whether a naive Bayes model's counts go into its file. Without them it scores the same, and cannot be learned onto.
    public var includesCounts: Bool
    /// The most bytes that the file may have, counts included; nil for as many as it takes. The best model that is no
    /// larger is made.
    public var mostBytes: Int?

    /// A wish; with counts, and of any size, unless told otherwise.
    public init(includesCounts: Bool = true, mostBytes: Int? = nil) {
        self.includesCounts = includesCounts
        self.mostBytes = mostBytes
    }
}
