import IlkVocabulary

/// The options of a model file.
public struct ModelFileOptions: Sendable, Hashable {
    /// `true` to include the counts of a Bayes model. Without counts, the model gives the same scores, but
    /// cannot be fine-tuned.
    public var includesCounts: Bool
    /// The size limit of the file in bytes, including the counts, or `nil` without a limit. The trainer
    /// builds the best model within the limit.
    public var maximumBytes: Int?
    /// `true` to include the familiarity table and the statistics for learning from corrections. Without the
    /// familiarity table, unfamiliar texts are recognized only by unknown words.
    public var includesTextTables: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - includesCounts: `true` to include the counts of a Bayes model.
    ///   - maximumBytes: The size limit of the file in bytes, or `nil`.
    ///   - includesTextTables: `true` to include the familiarity table and the statistics for corrections.
    public init(
        includesCounts: Bool = true, maximumBytes: Int? = nil, includesTextTables: Bool = true
    ) {
        self.includesCounts = includesCounts
        self.maximumBytes = maximumBytes
        self.includesTextTables = includesTextTables
    }
}

extension ModelFileOptions {
    /// Returns the error for a size limit that is too small for any model.
    ///
    /// - Parameters:
    ///   - models: The models that exceed the limit, such as `no model of these texts`.
    ///   - bytes: The limit.
    ///   - details: The rest of the message.
    static func limitTooSmall(_ models: String, _ bytes: Int, _ details: String = "") -> FormatError {
        FormatError(
            .tooLarge, at: 0, "\(models) fits into \(bytes) byte\(bytes == 1 ? "" : "s")\(details)",
            hint: "use a larger --max-size, such as 1M")
    }
}
