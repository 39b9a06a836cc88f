package import IlkRules

extension PatternParser {
    /// Returns a parsed expression, or `nil` if it does not compile.
    package static func reading(_ pattern: String) -> Reading? {
        do { return try read(pattern) } catch { return nil }
    }
}
