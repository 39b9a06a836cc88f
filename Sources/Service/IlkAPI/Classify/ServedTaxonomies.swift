import Ilk
import IlkHTTP
import IlkPipeline
import IlkVocabulary

/// The classifiers of a server by the names of their taxonomies.
struct ServedTaxonomies: Sendable {
    /// The classifier for requests that name no taxonomy.
    let first: TextClassificationService
    let named: [(name: String, service: TextClassificationService)]

    static let field = JSONSchema.Field(
        "taxonomy", .string(1...100), "The name of the taxonomy; by default the server's first taxonomy.")

    /// Returns the classifier that a request names.
    ///
    /// - Throws: ``Problem`` `no-such-taxonomy` if the server does not classify by this taxonomy. The detail
    ///   suggests a similar taxonomy and lists the taxonomies of the server.
    func service(_ name: String?) throws(Problem) -> TextClassificationService {
        guard let name else { return first }
        if let found = named.first(where: { $0.name == name }) { return found.service }
        let hint = Suggestion.hint(for: name, among: named.map(\.name), listing: "the taxonomies are")
        throw Problem(.noSuchTaxonomy, "there is no taxonomy '\(name)'; \(hint)")
    }
}

extension Pipeline {
    /// The entity tag of verdicts: the first digits of the model's digest and of the rules' digest.
    var entityTag: EntityTag { derived(Tag.init).value }
}

private final class Tag: Sendable {
    let value: EntityTag

    init(_ pipeline: Pipeline) {
        let origin = pipeline.classifier.provenance
        let parts = [origin.modelDigest, origin.ruleSetDigest].map { digest in
            digest.map { String($0.prefix(VerdictJSON.digestLength)) } ?? "none"
        }
        value = EntityTag(parts.joined(separator: "-"))
    }
}
