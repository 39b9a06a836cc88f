import Ilk
import IlkHTTP
import IlkPipeline
import IlkVocabulary

/// Classifies texts for the protocols of other programs, and logs them as `/v1/classify` does.
struct PeerVerdicts {
    struct Result {
        let verdict: Verdict
        /// The id of the log entry, or `nil` if the text is not logged.
        let entry: RecordID?
    }

    /// The results in the order of the texts.
    private(set) var results: [Result] = []
    /// The entity tag of the model and the rules that produced the results.
    private(set) var tag: EntityTag?

    /// Classifies texts.
    ///
    /// - Parameters:
    ///   - texts: The texts. A text with more than `limit` bytes is cut between two characters and flagged.
    ///   - service: The classifier.
    ///   - limit: The maximum number of bytes of a text.
    ///   - explains: `true` to collect evidence.
    /// - Throws: `PipelineError` if ICU cannot be loaded.
    init(
        of texts: [[UInt8]], by service: TextClassificationService, limit: Int, explains: Bool = false
    ) async throws {
        var tag: EntityTag?
        let stream = try service.stream { pipeline in
            tag = pipeline.entityTag
            return JSONVerdicts(pipeline, .bare, explains: explains)
        }
        self.tag = tag
        for text in texts {
            let isTruncated = text.count > limit
            let (verdict, request) = text.withUnsafeBufferPointer { text in
                let end = isTruncated ? TextTruncation.end(of: text, limit: limit) : text.count
                return stream.classify(
                    UnsafeBufferPointer(rebasing: text.prefix(end)), isTruncated: isTruncated)
            }
            results.append(Result(verdict: verdict, entry: text.isEmpty ? nil : request?.id))
            if let request { await service.log(request) }
        }
    }
}

extension Verdict {
    /// The labels with their probabilities, the highest first; at a tie, in the order of the taxonomy.
    var ranking: [(label: String, probability: Double)] {
        let order = probabilities.indices.sorted {
            (probabilities[$1], $0) < (probabilities[$0], $1)
        }
        return order.map { (taxonomy.categories[$0].rawValue, probabilities[$0]) }
    }

    /// The predicted labels; none for an abstention.
    var predictions: [Category] { abstention == nil ? categories ?? [category] : [] }
}
