import GRDB
import IlkVocabulary

/// A path in a payload, for example `user.name` or `list.0`, for use in SQL. Names can contain dots, so a
/// path can have several interpretations.
struct DebugPayloadPath {
    /// The interpretations of the path, in SQLite's notation for JSON paths.
    private let paths: [String]

    /// The maximum number of steps of a path that is also split into names with dots, because the number of
    /// splits grows with the square of the steps.
    private static let maximumSplitSteps = 8

    init(_ text: String) {
        let steps = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        var splits = [steps]
        if steps.count > 1 { splits.append([text]) }
        if steps.count <= Self.maximumSplitSteps { splits += Self.splits(steps) }
        // SQLite's JSON paths cannot express a quotation mark in a name.
        paths = text.contains("\"") ? [] : splits.flatMap(Self.jsonPaths)
    }

    /// Returns the splits of a path into two or three names of which at least one contains a dot, such as
    /// `otel.attributes` and `http.route`.
    private static func splits(_ steps: [String]) -> [[String]] {
        let end = steps.count
        guard end > 2 else { return [] }
        func name(_ range: Range<Int>) -> String { steps[range].joined(separator: ".") }
        var splits: [[String]] = []
        for first in 1..<end {
            splits.append([name(0..<first), name(first..<end)])
            for second in first + 1..<end where end > 3 {
                splits.append([name(0..<first), name(first..<second), name(second..<end)])
            }
        }
        return splits
    }

    /// Returns the path through objects with these names. If names are numbers, also returns the path in which
    /// they are places in arrays.
    private static func jsonPaths(_ names: [String]) -> [String] {
        func named(_ name: String) -> String { ".\"\(name)\"" }
        let path = "$" + names.map(named).joined()
        guard names.contains(where: isNumber) else { return [path] }
        return [path, "$" + names.map { isNumber($0) ? "[\($0)]" : named($0) }.joined()]
    }

    private static func isNumber(_ name: String) -> Bool {
        (1...9).contains(name.utf8.count) && name.utf8.allSatisfy(\.isASCIIDigit)
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
