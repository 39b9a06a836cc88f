package import GRDB

/// SQL conditions that are joined by `AND`, with the arguments of their placeholders.
package struct SQLConditions {
    package private(set) var list: [String]
    package private(set) var arguments = StatementArguments()

    package init(_ list: [String] = []) { self.list = list }

    /// Adds a condition unless one of its values is `nil`.
    package mutating func add(_ condition: String, _ values: (any DatabaseValueConvertible)?...) {
        guard !values.contains(where: { $0 == nil }) else { return }
        list.append(condition)
        arguments += StatementArguments(values)
    }
}
