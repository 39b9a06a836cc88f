import IlkFraming
import IlkPipeline
import IlkText
import IlkVocabulary

/// Classifies records, writes the verdicts and has them remembered.
final class Classification: RecordHandler {
    private let session: PipelineSession
    private let memory: ClassificationMemory?
    private let output: OutputWriter
    private var shaping: ClassificationOutput
    /// What is to be remembered of the record at hand.
    private var pending: (text: String, verdict: Verdict)?

    init(
        _ session: PipelineSession, _ shaping: ClassificationOutput, memory: ClassificationMemory?,
        output: OutputWriter
    ) {
        self.session = session
        self.shaping = shaping
        self.memory = memory
        self.output = output
    }

    func take(_ text: UnsafeBufferPointer<UInt8>, _ record: TextRecord) throws(CommandFailure) {
        var verdict = session.classify(text, receipts: shaping.needsReceipts, isTruncated: record.isTruncated)
        // A line's escapes are repaired before the session sees the text.
        if record.isRepaired, !verdict.flags.contains(.repaired) { verdict.flags.insert(.repaired, at: 0) }
        shaping.append(verdict, of: text, record, to: output)
        if let memory, memory.isWriting {
            pending = (String(decoding: session.analysis.bytes, as: UTF8.self), verdict)
        }
    }

    func take(blank line: UnsafeBufferPointer<UInt8>, ending: FramedLine.Ending) {
        guard shaping.keepsLines else { return }
        output.append(line)
        output.append(ending == .carriageReturnLineFeed ? "\r\n" : "\n")
    }

    func take(_ fault: RecordFault) {
        shaping.append(fault, to: output)
    }

    nonisolated(nonsending) func settle() async {
        guard let pending, let memory else { return }
        self.pending = nil
        await memory.remember(pending.text, pending.verdict)
    }

    /// Ends the output.
    func finish() {
        shaping.finish(output)
    }
}
