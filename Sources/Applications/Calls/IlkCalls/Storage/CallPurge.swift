public import IlkStore

/// The selection of the calls that a purge erases. The selection includes calls that are marked as deleted,
/// even if their deletion has not reached the server. A purge never deletes calls on the server.
public struct CallPurge: PurgeCriteria {
    /// A purge that erases all calls, contacts, templates and reminders.
    public static let everything = CallPurge()

    /// The filter that selects the calls to erase.
    public var filter: CallFilter
    /// `true` for a purge of deleted calls only. `nil`, which earlier versions stored, means `false`.
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
    /// - Parameter filter: The filter that selects the calls to erase. An empty filter erases everything,
    ///   including contacts, reminders, templates and conflicts.
    public init(filter: CallFilter = CallFilter()) {
        self.filter = filter
    }
}
