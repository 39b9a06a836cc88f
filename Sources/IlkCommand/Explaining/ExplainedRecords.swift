import Ilk
import IlkPipeline
import IlkVocabulary

/// Explains records one after the other.
final class ExplainedRecords: RecordHandler {
    private let session: PipelineSession
    private let explanation: Explanation
    private let namesInput: Bool

    init(_ session: PipelineSession, _ explanation: Explanation, namesInput: Bool) {
        self.session = session
        self.explanation = explanation
        self.namesInput = namesInput
    }

    func take(_ bytes: UnsafeBufferPointer<UInt8>, _ record: TextRecord) throws(CommandFailure) {
        var verdict = session.classify(bytes, receipts: true, isTruncated: record.isTruncated)
        if record.isRepaired, !verdict.flags.contains(.repaired) { verdict.flags.insert(.repaired, at: 0) }
        try explanation.show(
            verdict, session.analysis, place: record.place, isNamed: namesInput || record.line != nil)
    }

    func take(_ fault: RecordFault) { explanation.show(fault) }
}
