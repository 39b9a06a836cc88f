public import IlkStore

/// The selection of calls for a purge. A purge also erases calls that are marked as deleted but still exist
/// on the server; the server keeps these calls.
public struct CallPurge: PurgeCriteria {
    /// A purge that erases all calls, contacts, templates and reminders.
    public static let everything = CallPurge()

    /// The filter that calls must pass.
    public var filter: CallFilter
    /// `true` for a purge of deleted calls only. `nil` means `false`; purges stored by earlier versions have
    /// `nil`.
    private var isOfDeleted: Bool?

    /// A purge of the deleted calls whose deletion the server has confirmed. Calls with an unresolved
    /// conflict are left out.
    public static var deleted: CallPurge {
        var purge = CallPurge()
        purge.isOfDeleted = true
        return purge
    }

    /// `true` for a purge of ``deleted`` calls only.
    var isDeletedOnly: Bool { isOfDeleted ?? false }
    /// `true` for a purge of the whole store.
    var isAll: Bool { filter == CallFilter() && !isDeletedOnly }

    /// Creates a purge.
    ///
    /// - Parameter filter: The filter that calls must pass. An empty filter purges everything, including
    ///   contacts, reminders, templates and conflicts.
    public init(filter: CallFilter = CallFilter()) {
        self.filter = filter
    }
}
