public import IlkLearning
import IlkVocabulary

/// The report of a retraining from a store's records.
///
/// In JSON, the number of labeled records has a field named after the store: `calls`, `events`.
public struct StoreRetrainingReport: Sendable, Encodable, Hashable {
    let taxonomy: String
    /// The name of the records: `calls`, `events`.
    public var store: String
    /// The name of a label with its article, such as `an emotion`.
    public var label: String
    /// The number of distinct labeled texts of the store.
    public var own: Int
    /// The number of additional training texts.
    public var texts: Int
    /// The number of training texts from both sources.
    public var learned: Int
    /// The number of held-out texts of the store.
    public var heldBack: Int
    /// The type of the model, or `nil` if none was trained.
    public var kind: String?
    /// The evaluation that decides about promotion.
    public var gate = RetrainingGate([])
    /// The new version, or `nil` if none was added.
    public var version: String?
    /// `true` if the new version is active.
    public var isPromoted = false
    /// The versions that were deleted because they were trained on erased records.
    public var erased: [String] = []
    /// The replacement for a deleted active version: a version or `none`. `nil` if none was necessary.
    public var wentBackTo: String?
    /// The reason for the decision.
    public var reason = ""

    /// `true` if a model was trained and not promoted.
    public var isRefused: Bool { kind != nil && !gate.isPassed }

    /// The report as lines for people.
    public var lines: [String] {
        var lines = [
            "\(store.padded(to: 14))\(own) with \(label); \(learned) texts learned, \(heldBack) held back to measure with"
        ]
        lines += gate.samples.map { $0.name.padded(to: 14) + $0.line }
        lines += RetrainingGate.versionLines(version, isPromoted: isPromoted)
        lines += RetrainingGate.erasedLines(
            erased, "learned from \(store) that were erased", fallbackVersion: wentBackTo)
        lines.append(reason)
        return lines + (isRefused ? RetrainingGate.wayAround(version, of: taxonomy) : [])
    }

    /// Encodes the fields.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldName.self)
        try container.encode(own, forKey: FieldName(store))
        try container.encode(texts, forKey: FieldName("texts"))
        try container.encode(learned, forKey: FieldName("learned"))
        try container.encode(heldBack, forKey: FieldName("heldBack"))
        try container.encodeIfPresent(kind, forKey: FieldName("kind"))
        try container.encode(gate, forKey: FieldName("gate"))
        try container.encodeIfPresent(version, forKey: FieldName("version"))
        try container.encode(isPromoted, forKey: FieldName("isPromoted"))
        try container.encode(erased, forKey: FieldName("erased"))
        try container.encodeIfPresent(wentBackTo, forKey: FieldName("wentBackTo"))
        try container.encode(reason, forKey: FieldName("reason"))
    }
}

extension String {
    /// Returns the text, padded with at least one space to a width.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
