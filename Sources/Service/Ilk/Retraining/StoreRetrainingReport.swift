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
    /// The number of training texts: the texts of the store that are not held out, and the additional texts.
    public var learned: Int
    /// The number of held-out texts of the store.
    public var heldOut: Int
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
    /// The version that replaced a deleted active version, or `none` if no version is active now. `nil` if
    /// the active version was not deleted.
    public var rolledBackTo: String?
    /// The reason for the decision.
    public var reason = ""

    /// `true` if a model was trained and ``gate`` prevented its promotion.
    public var isRefused: Bool { kind != nil && !isPromoted && !gate.isPassed }

    /// The report as at most six lines of text. The JSON contains all figures.
    public var lines: [String] {
        let others = texts > 0 ? ", \(RetrainingReport.count(texts, "other text"))" : ""
        let held = heldOut > 0 ? " (\(heldOut) held out)" : ""
        let records = RetrainingReport.count(own, String(store.dropLast()))
        let learnedTexts = RetrainingReport.count(kind == nil ? 0 : learned, "text")
        var lines = ["Learned   \(learnedTexts) from \(records) with \(label)\(others)\(held)"]
        lines += RetrainingGate.correctLines(gate)
        lines += RetrainingGate.gainLines(gate)
        lines += RetrainingGate.erasedLines(
            erased, "trained on erased \(store)", rolledBackTo: rolledBackTo)
        lines.append("Result    " + RetrainingGate.result(version, isPromoted: isPromoted, reason))
        lines += RetrainingGate.undoLines(
            version, isPromoted: isPromoted, isRefused: isRefused, taxonomy: taxonomy)
        return lines
    }

    /// Encodes the fields.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldName.self)
        try container.encode(own, forKey: FieldName(store))
        try container.encode(texts, forKey: FieldName("texts"))
        try container.encode(learned, forKey: FieldName("learned"))
        try container.encode(heldOut, forKey: FieldName("heldOut"))
        try container.encodeIfPresent(kind, forKey: FieldName("kind"))
        try container.encode(gate, forKey: FieldName("gate"))
        try container.encodeIfPresent(version, forKey: FieldName("version"))
        try container.encode(isPromoted, forKey: FieldName("isPromoted"))
        try container.encode(erased, forKey: FieldName("erased"))
        try container.encodeIfPresent(rolledBackTo, forKey: FieldName("rolledBackTo"))
        try container.encode(reason, forKey: FieldName("reason"))
    }
}
