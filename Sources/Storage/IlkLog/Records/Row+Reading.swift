import Foundation
import GRDB
import IlkVocabulary

extension Row {
    /// Returns the complete text of a column, including NUL characters. GRDB itself reads text as a C string,
    /// which ends at NUL.
    func text(_ column: String) throws -> String? {
        try decode(Data?.self, forColumn: column).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Provenance {
    /// Reads the columns of `classificationProvenance`, whose names in the row begin with a prefix.
    init(row: Row, prefix: String = "") throws {
        self.init(
            classifier: try row.text(prefix + "classifier") ?? "",
            modelDigest: try row.text(prefix + "modelDigest"),
            ruleSetDigest: try row.text(prefix + "ruleSetDigest"),
            icuVersion: try row.text(prefix + "icuVersion") ?? "")
    }
}
