public import Foundation
import GRDB
import IlkFraming
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
            scores: try Self.scores(scores),
            flags: flags.split(separator: ",").compactMap { Verdict.Flag(storedName: String($0)) },
            provenance: try Provenance(row: row, prefix: "provenance_"))
    }

    /// Parses the stored scores, a JSON object with a number for each label.
    ///
    /// - Throws: `JSONLineError` or `DecodingError`.
    private static func scores(_ json: Data) throws -> [Category: Double] {
        // Foundation's decoder takes several times as long for an object this small.
        guard case .object(let fields) = try JSONTree(strictly: json) else { throw Self.damage }
        let scores = try fields.map { field in
            switch field.value {
            case .number(let score): (Category(field.name), score)
            case .integer(let score): (Category(field.name), Double(score))
            default: throw Self.damage
            }
        }
        // In a damaged log, two labels can be canonically equivalent.
        return Dictionary(scores, uniquingKeysWith: { $1 })
    }

    private static let damage = DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "the scores are not an object of numbers"))
}
