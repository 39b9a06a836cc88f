package import IlkRuleTools
package import IlkRules
package import IlkVocabulary

extension Rule {
    /// Returns the JSON fields of the rule.
    ///
    /// - Parameters:
    ///   - anatomy: The matchers of the rule, and the rules and features that it depends on.
    ///   - taxonomy: The taxonomy of the rule set.
    package func fields(_ anatomy: RuleAnatomy, _ taxonomy: Taxonomy) -> JSONObject {
        [
            "id": id, "description": description, "status": status.rawValue,
            "weights": Dictionary(labels(in: taxonomy).map { ($0.category.rawValue, $0.weight) }) {
                first, _ in first
            },
            "condition": condition,
            "matchers": anatomy.matchers.map { matcher -> JSONObject in
                [
                    "name": matcher.name, "kind": matcher.kind, "expression": matcher.expression,
                    "starts": matcher.starts, "requiredLiterals": matcher.others,
                    "characterSets": matcher.characterSets, "alwaysSearched": matcher.isAlwaysRun,
                ]
            },
            "features": anatomy.features, "checks": anatomy.checks, "dependsOn": anatomy.dependsOn,
            "dependents": anatomy.dependents, "alwaysTried": anatomy.isAlwaysTried,
            "examples": Dictionary(examples.map { ($0.kind.rawValue, 1) }, uniquingKeysWith: +),
            "pack": pack, "file": file, "line": line,
        ]
    }
}
