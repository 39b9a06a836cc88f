public import Foundation
import GRDB
public import IlkVocabulary

/// What the pipeline thought of a logged text, beside the category that the log's row has.
public struct ClassificationVerdict: Sendable, Hashable {
    /// When it was made.
    public var timestamp: Date
    /// The probability of the category that was ahead, 0 ... 1.
    public var probability: Double
    /// How far that category was ahead of the second in probability, 0 ... 1.
    public var margin: Double
    /// Why no category was claimed, or nil when one was.
    public var abstention: Verdict.Abstention?
    /// The probability of each category.
    public var scores: [Category: Double]
    /// What had to be done to the text before it could be read.
    public var flags: [Verdict.Flag]
    /// What made the verdict.
    public var provenance: Provenance
}

extension ClassificationVerdict {
    /// Reads the `verdict_` columns of an entry's row; nil when there is no verdict beside it.
    init?(row: Row) throws {
        guard let seconds = try row.decode(Double?.self, forColumn: "verdict_timestamp") else { return nil }
        let scores = try row.decode(Data.self, forColumn: "verdict_scores")
        let flags = try row.decode(String?.self, forColumn: "verdict_flags") ?? ""
        self.init(
            timestamp: Date(timeIntervalSince1970: seconds),
            probability: try row.decode(Double.self, forColumn: "verdict_probability"),
            margin: try row.decode(Double.self, forColumn: "verdict_margin"),
            abstention: try row.decode(String?.self, forColumn: "verdict_abstention")
                .flatMap(Verdict.Abstention.init(rawValue:)),
            scores: Dictionary(
                uniqueKeysWithValues: try JSONDecoder().decode([String: Double].self, from: scores)
                    .map { (Category($0.key), $0.value) }),
            flags: flags.split(separator: ",").compactMap { Verdict.Flag(rawValue: String($0)) },
            provenance: try Provenance(row: row, prefix: "provenance_"))
    }
}
