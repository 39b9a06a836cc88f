/// The options of a model file.
public struct ModelFileOptions: Sendable, Hashable {
    /// `true` to include the counts of a Bayes model. Without them it gives the same scores, but cannot be
    /// fine-tuned.
    public var includesCounts: Bool
    /// The size limit of the file in bytes, counts included, or `nil`. The best model within the limit is
    /// built.
    public var maximumBytes: Int?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - includesCounts: `true` to include the counts of a Bayes model.
    ///   - mostBytes: The size limit of the file in bytes, or `nil`.
    public init(includesCounts: Bool = true, maximumBytes: Int? = nil) {
        self.includesCounts = includesCounts
        self.maximumBytes = maximumBytes
    }
}
