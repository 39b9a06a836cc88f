import FoundationEssentials
import IlkVocabulary

/// The JSON form of corrections, for a field of an export.
extension RecordCorrection {
    /// Returns corrections as a JSON array, or `nil` if there are none.
    ///
    /// - Throws: `EncodingError`.
    package static func json(_ corrections: [RecordCorrection]) throws -> String? {
        guard !corrections.isEmpty else { return nil }
        return String(decoding: try JSONEncoder.deterministic().encode(corrections), as: UTF8.self)
    }

    /// Parses a JSON array of corrections.
    ///
    /// - Throws: `RecordError`.
    package static func corrections(json: String) throws -> [RecordCorrection] {
        try RecordError.decode([RecordCorrection].self, Array(json.utf8)[...], of: "corrections")
    }
}
