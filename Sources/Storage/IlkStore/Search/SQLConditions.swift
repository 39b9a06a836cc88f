package import GRDB

/// Conditions of SQL that all must hold, with the arguments of their question marks.
package struct SQLConditions {
    /// The conditions.
    package private(set) var list: [String]
    /// The arguments, in the order of the conditions.
    package private(set) var arguments = StatementArguments()

    /// Conditions without arguments.
    package init(_ list: [String] = []) { self.list = list }

    /// Adds a condition if none of its values is nil.
    package mutating func add(_ condition: String, _ values: (any DatabaseValueConvertible)?...) {
        guard !values.contains(where: { $0 == nil }) else { return }
        list.append(condition)
        arguments += StatementArguments(values)
    }
}
