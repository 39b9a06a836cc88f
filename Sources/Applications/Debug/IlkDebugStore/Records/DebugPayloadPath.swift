import GRDB
import IlkVocabulary

/// A path of a payload, as people write it, for SQLite: `user.name`, `list.0`, and names with dots in them.
struct DebugPayloadPath {
    /// The ways in which it can be meant.
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
        // SQLite's paths have no way to say a quote.
        self.paths = text.contains("\"") ? [] : paths
    }

    private static func isNumber(_ step: Substring) -> Bool {
        (1...9).contains(step.utf8.count) && step.utf8.allSatisfy(\.isASCIIDigit)
    }

    /// What stands there, as an expression of SQL: numbers as they are, all else as text; NULL for nothing.
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
