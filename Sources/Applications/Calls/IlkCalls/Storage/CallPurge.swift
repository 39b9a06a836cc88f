public import IlkStore

/// The choice of calls for a purge. A purge includes deleted calls that the server still has, and the server
/// keeps them.
public struct CallPurge: PurgeCriteria {
    /// A purge that erases all calls, contacts, templates and reminders.
    public static let everything = CallPurge()

    /// The filter that calls must pass.
    public var filter: CallFilter
    /// `nil` in jobs stored by earlier versions. `nil` means `false`.
    private var isOfDeleted: Bool?

    /// A purge of deleted calls only. The purge leaves out the calls whose deletion the server has not
    /// confirmed, and the calls with an unresolved conflict.
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
