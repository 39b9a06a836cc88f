import FoundationEssentials
import IlkStore

/// Conditions on a value of a payload.
extension DebugQuerySQL {
    /// Returns a condition that compares a number in an SQL expression with a bound number. SQLite compares two
    /// integers, or an integer and a real number, without rounding.
    static func compared(_ value: String, _ comparison: SearchQuery.Comparison) -> String {
        let sign = comparison == .equal ? "=" : comparison.rawValue
        return over(value, "typeof(v.value) IN ('integer','real') AND v.value \(sign) ?")
    }

    /// Returns a condition on the value of an SQL expression. SQLite evaluates the expression only once.
    static func over(_ value: String, _ condition: String) -> String {
        "EXISTS (SELECT 1 FROM (SELECT \(value) AS value) v WHERE \(condition))"
    }

    /// Returns a pattern for `LIKE` that matches the texts with a prefix.
    static func beginning(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_") + "%"
    }
}
