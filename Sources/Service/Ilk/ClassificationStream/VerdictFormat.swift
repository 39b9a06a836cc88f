package import IlkFraming
package import IlkPipeline
package import IlkVocabulary

/// The output format of a ``ClassificationStream``.
package protocol VerdictFormat: AnyObject {
    /// `true` if the output includes the evidence of verdicts.
    var needsEvidence: Bool { get }

    /// Switches to another pipeline with the same taxonomy.
    func use(_ pipeline: Pipeline)

    /// Appends a verdict.
    ///
    /// - Parameters:
    ///   - verdict: The verdict.
    ///   - text: The text, valid only during the call.
    ///   - entry: The id of the text's future log entry, or `nil` if the text is not logged.
    ///   - session: The session that classified the text.
    ///   - output: The output.
    func append(
        _ verdict: Verdict, of text: RecordText, loggedAs entry: RecordID?, by session: PipelineSession,
        to output: inout [UInt8]
    ) throws

    /// Appends a blank NDJSON line.
    func append(
        blank line: UnsafeBufferPointer<UInt8>, ending: FramedLine.Ending, to output: inout [UInt8])

    /// Appends the object for an unreadable record.
    func append(_ fault: RecordFault, to output: inout [UInt8])

    func finish(_ output: inout [UInt8])
}

extension VerdictFormat {
    package func use(_ pipeline: Pipeline) {}
    package func append(
        blank line: UnsafeBufferPointer<UInt8>, ending: FramedLine.Ending, to output: inout [UInt8]
    ) {}
    package func finish(_ output: inout [UInt8]) {}
}
