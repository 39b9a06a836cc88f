public import IlkStore

/// The choice of calls for a purge. Deleted calls that the server has yet to hear of go too: it never will then.
public struct CallPurge: PurgeCriteria {
    /// A purge of everything.
    public static let everything = CallPurge()

    /// Which calls.
    public var filter: CallFilter
    /// Whether only deleted calls go of which the server has heard. Jobs of older programs do not say.
    private var isOfDeleted: Bool?

    /// Deleted calls of which the server has heard, and no others; not those of which a version is kept that nobody has
    /// decided on.
    public static var deleted: CallPurge {
        var purge = CallPurge()
        purge.isOfDeleted = true
        return purge
    }

    /// Whether it means ``deleted`` calls only.
    var meansDeletedOnly: Bool { isOfDeleted ?? false }
    /// Whether everything goes.
    var isAll: Bool { filter.isEmpty && !meansDeletedOnly }

    /// A purge of these parts. Without any, everything goes, with contacts, reminders, templates and conflicts.
    public init(filter: CallFilter = CallFilter()) {
        self.filter = filter
    }
}
