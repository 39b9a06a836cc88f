import IlkModels
import IlkText
import IlkVocabulary

/// A session that adds the contribution of a model's ``ResidualHead`` to the scores of another session.
final class HeadSession: ClassifierSession {
    private let session: any ClassifierSession
    private let reader: HeadReader
    private let zeros: [Double]
    @exclusivity(unchecked) private var own: [Double] = []

    private init(_ session: any ClassifierSession, _ reader: HeadReader, labels: Int) {
        self.session = session
        self.reader = reader
        zeros = [Double](repeating: 0, count: labels)
    }

    /// Returns a session that adds the contribution of a head, or `session` itself if `head` is `nil`.
    static func adding(
        _ head: ResidualHead?, to session: any ClassifierSession, _ taxonomy: Taxonomy, _ labels: LabelMap?
    ) -> any ClassifierSession {
        guard let reader = HeadReader(head, taxonomy, labels) else { return session }
        return HeadSession(session, reader, labels: taxonomy.count)
    }

    func score(_ analysis: AnalyzedText, into scores: inout [Double]) -> ScoreSupport {
        own.removeAll(keepingCapacity: true)
        own.append(contentsOf: zeros)
        let support = session.score(analysis, into: &own)
        reader.add(analysis, to: &own)
        for index in scores.indices { scores[index] += own[index] }
        return support
    }

    func evidence(_ analysis: AnalyzedText) -> [Evidence] {
        session.evidence(analysis) + reader.evidence(analysis)
    }
}
