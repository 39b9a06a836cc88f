public import Foundation
import GRDB
public import IlkVocabulary

/// The verdict on a logged text. The predicted label is not part of it, but is in
/// ``ClassificationLog/category``.
public struct ClassificationVerdict: Sendable, Hashable {
    /// The time of the verdict.
    public var timestamp: Date
    /// The probability of the most probable label, 0 … 1.
    public var probability: Double
    /// The difference in probability between the two most probable labels, 0 … 1.
    public var margin: Double
    /// The reason for abstaining, or `nil` if a label was predicted.
    public var abstention: Verdict.Abstention?
    /// The probability of each label.
    public var scores: [Category: Double]
    /// The repairs that were necessary to read the text.
    public var flags: [Verdict.Flag]
    /// The classifier, the model and the rules that produced the verdict.
    public var provenance: Provenance
}

extension ClassificationVerdict {
    /// Reads the `verdict_` columns of an entry's row. Returns `nil` if the entry has no verdict.
    init?(row: Row) throws {
        guard let seconds = try row.decode(Double?.self, forColumn: "verdict_timestamp") else { return nil }
        let scores = try row.decode(Data.self, forColumn: "verdict_scores")
        let flags = try row.decode(String?.self, forColumn: "verdict_flags") ?? ""
        self.init(
            timestamp: Date(timeIntervalSince1970: seconds),
            probability: try row.decode(Double.self, forColumn: "verdict_probability"),
            margin: try row.decode(Double.self, forColumn: "verdict_margin"),
            abstention: try row.decode(String?.self, forColumn: "verdict_abstention")
                .flatMap(Verdict.Abstention.init(storedName:)),
            scores: Dictionary(
                uniqueKeysWithValues: try JSONDecoder().decode([String: Double].self, from: scores)
                    .map { (Category($0.key), $0.value) }),
            flags: flags.split(separator: ",").compactMap { Verdict.Flag(storedName: String($0)) },
            provenance: try Provenance(row: row, prefix: "provenance_"))
    }
}
