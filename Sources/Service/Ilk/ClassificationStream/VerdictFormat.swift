package import IlkFraming
package import IlkPipeline
package import IlkVocabulary

/// A format of the output of a ``ClassificationStream``.
package protocol VerdictFormat: AnyObject {
    /// `true` if verdicts need their evidence.
    var needsEvidence: Bool { get }

    /// Continues with the verdicts of another pipeline of the same taxonomy.
    func use(_ pipeline: Pipeline)

    /// Appends a verdict.
    ///
    /// - Parameters:
    ///   - verdict: The verdict.
    ///   - text: The text, lent for the call.
    ///   - session: The session that classified the text.
    ///   - output: The output.
    func append(
        _ verdict: Verdict, of text: RecordText, by session: PipelineSession, to output: inout [UInt8]
    ) throws

    /// Appends a blank line of NDJSON.
    func append(
        blank line: UnsafeBufferPointer<UInt8>, ending: FramedLine.Ending, to output: inout [UInt8])

    /// Appends the entry of a record that cannot be read.
    func append(_ fault: RecordFault, to output: inout [UInt8])

    /// Appends the end of the output.
    func finish(_ output: inout [UInt8])
}

extension VerdictFormat {
    package func use(_ pipeline: Pipeline) {}
    package func append(
        blank line: UnsafeBufferPointer<UInt8>, ending: FramedLine.Ending, to output: inout [UInt8]
    ) {}
    package func finish(_ output: inout [UInt8]) {}
}
