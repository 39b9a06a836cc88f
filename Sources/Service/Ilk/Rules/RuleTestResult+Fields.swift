package import IlkRuleTools
import IlkRules
package import IlkVocabulary

extension [RuleTestResult] {
    /// The JSON fields of the results with their counts.
    package var summary: JSONObject {
        [
            "passed": count(where: \.passed), "failed": count { !$0.passed },
            "improved": count(where: \.isImproved),
            "stepLimitReached": count { $0.outcome == .stepLimitReached }, "results": map(\.fields),
        ]
    }
}

extension RuleTestResult {
    package var fields: JSONObject {
        [
            "rule": ruleID, "kind": example.kind.rawValue, "index": example.index, "file": file,
            "line": example.line, "column": example.column, "ruleLine": ruleLine, "passed": passed,
            "improved": isImproved, "changedByException": isChangedByException, "outcome": outcome.rawValue,
            "condition": condition, "clauses": clauses.map(\.fields),
            "matches": matches.map { place -> JSONObject in
                ["matcher": place.name, "spans": place.spans, "limit": place.limit]
            },
            "text": example.text,
        ]
    }
}

extension RuleClause {
    /// The JSON fields of the clause. `start` is its position in the condition, in Unicode scalars. `start`
    /// is missing if the rule has no condition.
    package var fields: JSONObject {
        [
            "text": text, "start": range?.lowerBound, "outcome": outcome.rawValue, "finding": finding,
            "spans": spans,
        ]
    }
}
