import GRDB
import IlkVocabulary

/// A path in a payload, for example `user.name` or `list.0`, for use in SQL. Names can contain dots, so a
/// path can have several interpretations.
struct DebugPayloadPath {
    /// All interpretations of the path, in SQLite's notation for JSON paths.
    private let paths: [String]

    init(_ text: String) {
        let steps = text.split(separator: ".", omittingEmptySubsequences: false)
        func path(_ step: (Substring) -> String) -> String { "$" + steps.map(step).joined() }
        func named(_ step: Substring) -> String { ".\"\(step)\"" }
        var paths = [path(named)]
        if steps.contains(where: Self.isNumber) {
            paths.append(path { Self.isNumber($0) ? "[\($0)]" : named($0) })
        }
        if steps.count > 1 { paths.append("$.\"\(text)\"") }
        // SQLite's JSON paths cannot express a quotation mark in a name.
        self.paths = text.contains("\"") ? [] : paths
    }

    private static func isNumber(_ step: Substring) -> Bool {
        (1...9).contains(step.utf8.count) && step.utf8.allSatisfy(\.isASCIIDigit)
    }

    /// Returns an SQL expression for the value at the path: a number or a text, or NULL if the path does not
    /// exist.
    func value(_ arguments: inout StatementArguments) -> String {
        guard !paths.isEmpty else { return "NULL" }
        let values = paths.map { path in
            arguments += [path, path]
            return """
                CASE json_type(e.payload, ?) WHEN 'true' THEN 'true' WHEN 'false' THEN 'false'
                    WHEN 'null' THEN 'null' ELSE json_extract(e.payload, ?) END
                """
        }
        return values.count == 1 ? values[0] : "coalesce(\(values.joined(separator: ", ")))"
    }
}
