/// The options of a retraining.
public struct RetrainingOptions: Sendable, Hashable {
    /// `false` for a dry run, which writes nothing.
    public var promotes = true
    /// `true` to recount all entries of the log. With `false`, only new entries are counted.
    public var recounts = false
    /// Authors or sources (`human`, `api`, `import`, `audit`) to exclude from now on.
    public var excluded: [String] = []
    /// Authors or sources that were excluded and whose corrections count again from now on.
    public var readmitted: [String] = []
    /// The weight of unlabeled texts, 0 to 1, or `nil` to choose the weight on held-out corrections.
    public var unlabeledWeight: Double?
    /// The half-life of corrections in seconds, or `nil` to give all corrections the same weight.
    public var halfLife: Double?
    /// The maximum number of threads that analyze texts of the log. The number of threads does not affect the
    /// model.
    public var threads = 1

    /// Creates the default options.
    public init() {}
}
