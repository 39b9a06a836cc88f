public import GRDB

/// One step of a schema's history. Steps are only appended; a released step never changes.
public struct Migration: Sendable {
    /// The description of the step, for messages.
    public let name: String
    let apply: @Sendable (Database) throws -> Void

    /// Creates a step that runs in a separate transaction, with foreign keys checked before it commits.
    ///
    /// - Parameters:
    ///   - name: The description of the step, for messages.
    ///   - apply: The changes to the schema and to its rows.
    public init(_ name: String, _ apply: @escaping @Sendable (Database) throws -> Void) {
        self.name = name
        self.apply = apply
    }
}
