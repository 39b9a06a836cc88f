public import GRDB

/// One step of a schema's history. Steps are only ever appended: a released one never changes.
public struct Migration: Sendable {
    /// What the step does, for messages.
    public let name: String
    let apply: @Sendable (Database) throws -> Void

    /// A step that runs in a transaction of its own, with foreign keys checked before it commits.
    public init(_ name: String, _ apply: @escaping @Sendable (Database) throws -> Void) {
        self.name = name
        self.apply = apply
    }
}
