package import FoundationEssentials
public import IlkVocabulary

/// A label that the pipeline suggests for a record without a human label. The suggestion is stored with the
/// record and never replaces a human label.
public struct SuggestedLabel<Label: RawRepresentable & Hashable & Sendable>: Hashable, Sendable
where Label.RawValue == String {
    /// The suggested label.
    public var label: Label
    /// The probability of the label, 0 … 1.
    public var probability: Double
    /// The evidence for the label, strongest first, as one readable line each.
    public var evidence: [String]
    /// The classifier, the model and the rules that produced the suggestion.
    public var provenance: Provenance

    /// Creates a suggestion.
    ///
    /// - Parameters:
    ///   - label: The label.
    ///   - probability: The probability of the label, 0 … 1.
    ///   - evidence: The evidence, strongest first, as one readable line each.
    ///   - provenance: The classifier, the model and the rules that produced the suggestion.
    public init(label: Label, probability: Double, evidence: [String], provenance: Provenance) {
        self.label = label
        self.probability = probability
        self.evidence = evidence
        self.provenance = provenance
    }
}

/// The JSON form of a suggestion in exports of debug events. The label is in the field `level`.
extension SuggestedLabel: Codable where Label: Codable {
    private enum CodingKeys: String, CodingKey {
        case label = "level"
        case probability, evidence, provenance
    }
}

extension SuggestedLabel {
    /// - Throws: Errors of decoding.
    package init(label: Label, probability: Double, evidence: Data, provenance: Data) throws {
        let decoder = JSONDecoder()
        self.init(
            label: label, probability: probability,
            evidence: try decoder.decode([String].self, from: evidence),
            provenance: try decoder.decode(Provenance.self, from: provenance))
    }

    /// Returns the evidence and the provenance as JSON, for the columns of a table.
    ///
    /// - Throws: Errors of encoding.
    package func columns() throws -> (evidence: String, provenance: String) {
        let encoder = JSONEncoder.deterministic()
        return (
            String(decoding: try encoder.encode(evidence), as: UTF8.self),
            String(decoding: try encoder.encode(provenance), as: UTF8.self)
        )
    }
}
