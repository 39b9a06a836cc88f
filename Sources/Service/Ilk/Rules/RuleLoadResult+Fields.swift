package import IlkRules
package import IlkVocabulary

extension RuleLoadResult {
    /// Returns the number of problems of a severity.
    package func count(_ severity: RuleDiagnostic.Severity) -> Int {
        diagnostics.count { $0.severity == severity }
    }

    /// Returns the JSON fields of the result.
    ///
    /// - Parameter files: The number of files.
    package func fields(files: Int) -> JSONObject {
        [
            "files": files, "rules": ruleSet?.rules.count ?? 0, "errors": count(.error),
            "warnings": count(.warning), "problems": diagnostics.map(\.fields),
        ]
    }
}

extension RuleDiagnostic {
    /// The JSON fields of the problem.
    package var fields: JSONObject {
        [
            "code": code.rawValue, "severity": severity.rawValue, "file": file, "line": line,
            "column": column, "message": message, "hint": hint,
        ]
    }
}
