import Foundation

/// The texts in the folder `corpora`.
public enum CorpusLines {
    /// Returns the lines of a file.
    ///
    /// - Parameters:
    ///   - path: The path in `corpora`.
    ///   - type: The type of a line.
    /// - Throws: Errors of the file system, or `DecodingError` if a line is not a value of this type.
    public static func read<Line: Decodable>(_ path: String, as type: Line.Type) throws -> [Line] {
        let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let decoder = JSONDecoder()
        return try Data(contentsOf: project.appending(path: "corpora/\(path)"))
            .split(separator: UInt8(ascii: "\n")).map { try decoder.decode(type, from: $0) }
    }
}
