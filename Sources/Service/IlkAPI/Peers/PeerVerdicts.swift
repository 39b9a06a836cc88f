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
    /// The tag of the model and the rules that gave them.
    private(set) var tag: EntityTag?

    /// Classifies texts.
    ///
    /// - Parameters:
    ///   - texts: The texts. Those beyond `limit` are cut at a character and flagged.
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
            let (verdict, request) = text.prefix(Self.end(of: text, limit: limit))
                .withUnsafeBufferPointer { stream.classify($0, isTruncated: isTruncated) }
            results.append(Result(verdict: verdict, entry: text.isEmpty ? nil : request?.id))
            if let request { await service.log(request) }
        }
    }

    /// Returns the number of bytes up to a limit, without a part of a character at the end.
    private static func end(of text: [UInt8], limit: Int) -> Int {
        guard text.count > limit else { return text.count }
        var end = limit
        // Bytes of the form 10xxxxxx continue a character.
        while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }
}

extension Verdict {
    /// The labels with their probabilities, the highest first; at a tie, the earlier one of the taxonomy first.
    var ranking: [(label: String, probability: Double)] {
        let order = probabilities.indices.sorted {
            (probabilities[$1], $0) < (probabilities[$0], $1)
        }
        return order.map { (taxonomy.categories[$0].rawValue, probabilities[$0]) }
    }

    /// The predicted labels; none for an abstention.
    var predictions: [Category] { abstention == nil ? categories ?? [category] : [] }
}
