import Ilk
import IlkDomains
import IlkPipeline
import IlkVocabulary

/// A version that is not in use answers each text too, in the shadow: nobody sees its verdicts, only where they differ.
final class Challenger {
    private let tally: ChallengerTally
    private let session: PipelineSession

    /// A challenger.
    ///
    /// - Parameters:
    ///   - name: A version or a file.
    ///   - assembly: What decides otherwise.
    ///   - corrections: What people said of texts: it holds for both.
    /// - Throws: ``IlkError`` when there is no such model.
    init(
        _ name: String, _ assembly: PipelineAssembly, corrections: [ContentDigest: IlkVocabulary.Category]
    ) throws {
        tally = ChallengerTally(name)
        var assembly = assembly
        assembly.model = ClassifierOptions.model(name)
        session = try assembly.pipeline(corrections: corrections).makeSession()
    }

    /// Answers a text and holds the answer against the one that counts.
    func answer(
        _ text: UnsafeBufferPointer<UInt8>, isTruncated: Bool, against verdict: Verdict
    ) -> ChallengerAnswer {
        let answer = session.classify(text, isTruncated: isTruncated)
        tally.count(answer, against: verdict)
        return ChallengerAnswer(answer)
    }

    /// Where the two differed, in lines.
    var lines: [String] { tally.lines }
}
