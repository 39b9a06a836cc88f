import Ilk
import IlkDomains
import IlkPipeline
import IlkVocabulary

/// A version that is not in use answers each text too, in the shadow: nobody sees its verdicts, only where they differ.
final class Challenger {
    private struct Change: Hashable {
        let from: IlkVocabulary.Category?
        let to: IlkVocabulary.Category?
    }

    private let name: String
    private let session: PipelineSession
    private var texts = 0
    private var changes: [Change: Int] = [:]

    /// How many kinds of differences are told.
    private static let mostTold = 8

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
        self.name = name
        var assembly = assembly
        assembly.model = ClassifierOptions.model(name)
        session = try assembly.pipeline(corrections: corrections).makeSession()
    }

    /// Answers a text and holds the answer against the one that counts.
    func answer(
        _ text: UnsafeBufferPointer<UInt8>, isTruncated: Bool, against verdict: Verdict
    ) -> ChallengerAnswer {
        let answer = session.classify(text, isTruncated: isTruncated)
        texts += 1
        let change = Change(from: Self.claimed(verdict), to: Self.claimed(answer))
        if change.from != change.to { changes[change, default: 0] += 1 }
        return ChallengerAnswer(answer)
    }

    private static func claimed(_ verdict: Verdict) -> IlkVocabulary.Category? {
        verdict.abstention == nil ? verdict.category : nil
    }

    /// Where the two differed, in lines.
    var lines: [String] {
        let all = changes.values.reduce(0, +)
        var lines = ["challenger \(name): \(all) of \(texts) texts otherwise"]
        let order = changes.sorted {
            ($1.value, Self.text($0.key)) < ($0.value, Self.text($1.key))
        }
        for (change, count) in order.prefix(Self.mostTold) { lines.append("  \(count) \(Self.text(change))") }
        if order.count > Self.mostTold { lines.append("  and \(order.count - Self.mostTold) other kinds") }
        if all > 0 { lines.append("see them with: ilk model compare \(name)") }
        return lines
    }

    private static func text(_ change: Change) -> String {
        "from \(change.from?.rawValue ?? "no claim") to \(change.to?.rawValue ?? "no claim")"
    }
}
