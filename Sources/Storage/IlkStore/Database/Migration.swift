public import GRDB

/// One migration step of a schema. New steps are appended; a released step never changes.
public struct Migration: Sendable {
    /// The description of the step, for messages.
    public let name: String
    /// `true` if the step replaces tables that other tables refer to. Foreign keys are then not enforced
    /// while the step runs. Otherwise dropping a table would delete rows of other tables.
    let replacesTables: Bool
    let apply: @Sendable (Database) throws -> Void

    /// Creates a step that runs in a separate transaction, with foreign keys checked before it commits.
    ///
    /// - Parameters:
    ///   - name: The description of the step, for messages.
    ///   - replacesTables: `true` if the step replaces tables that others refer to.
    ///   - apply: The changes to the schema and to its rows.
    public init(
        _ name: String, replacesTables: Bool = false, _ apply: @escaping @Sendable (Database) throws -> Void
    ) {
        self.name = name
        self.replacesTables = replacesTables
        self.apply = apply
    }
}
