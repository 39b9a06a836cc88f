/// A second pipeline that also classifies each text. Its verdicts are compared and logged, but not returned.
public struct Challenger: Sendable {
    /// The pipeline of the challenger's model.
    public let pipeline: ReloadablePipeline
    /// The differences from the active pipeline's verdicts.
    public let tally: ChallengerTally

    /// Creates a challenger.
    ///
    /// - Parameters:
    ///   - name: The name in messages: a version or a file.
    ///   - pipeline: The pipeline.
    ///   - advice: The advice on how to list the texts with different verdicts, or `nil`.
    public init(_ name: String, _ pipeline: ReloadablePipeline, advice: String? = nil) {
        self.pipeline = pipeline
        tally = ChallengerTally(name, advice: advice)
    }
}
