public import IlkLearning
import IlkVocabulary

/// What a retraining from a store's records did, measured and decided.
///
/// As JSON, the number of labelled records stands under what they are: `calls`, `events`.
public struct StoreRetrainingReport: Sendable, Encodable, Hashable {
    /// The name of the taxonomy of the labels.
    let taxonomy: String
    /// What the records are: `calls`, `events`.
    public var store: String
    /// What they are labelled with, as `an emotion`.
    public var label: String
    /// Labelled texts of the store, each once.
    public var own: Int
    /// Other texts that it began with.
    public var texts: Int
    /// How many of both were learned.
    public var learned: Int
    /// How many of the store's were held back to measure with.
    public var heldBack: Int
    /// How the model decides; nil when none was made.
    public var kind: String?
    /// What decides whether the new model is put to use.
    public var gate = RetrainingGate([])
    /// The new version; nil when none was made.
    public var version: String?
    /// Whether it is in use now.
    public var isPromoted = false
    /// The versions that learned from records that are gone, and so were deleted.
    public var erased: [String] = []
    /// What took the place of a deleted one: a version, or `none`; nil when nothing had to.
    public var wentBackTo: String?
    /// Why, or why not.
    public var reason = ""

    /// Whether a model was made that the gate did not let pass.
    public var isRefused: Bool { kind != nil && !gate.isPassed }

    /// The report in lines for people.
    public var lines: [String] {
        var lines = [
            "\(store.padded(to: 14))\(own) with \(label); \(learned) texts learned, \(heldBack) held back to measure with"
        ]
        lines += gate.samples.map { $0.name.padded(to: 14) + $0.line }
        lines += RetrainingGate.versionLines(version, isPromoted: isPromoted)
        lines += RetrainingGate.erasedLines(
            erased, "learned from \(store) that were erased", wentBackTo: wentBackTo)
        lines.append(reason)
        return lines + (isRefused ? RetrainingGate.wayAround(version, of: taxonomy) : [])
    }

    /// Writes the members.
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
    /// The text with blanks behind it, one at least, up to a width.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
