/// What goes from the calls: those for which all of this holds.
public struct CallPurge: Sendable, Hashable, Codable {
    /// Which calls.
    public var filter: CallFilter
    /// Whether deleted ones that the server has yet to hear of go too: it never will then.
    public var includesDeleted: Bool
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
    public init(filter: CallFilter = CallFilter(), includesDeleted: Bool = true) {
        self.filter = filter
        self.includesDeleted = includesDeleted
    }

    /// What went, or would.
    public struct Report: Sendable, Hashable, PurgeReport {
        /// How many calls.
        public var calls = 0
        /// The bytes of their notes.
        public var bytes = 0
        /// How many contacts.
        public var contacts = 0
        /// How many refused calls, which were kept aside.
        public var quarantined = 0

        /// A report of nothing.
        public init() {}

        static func += (sum: inout Report, more: Report) {
            sum.calls += more.calls
            sum.bytes += more.bytes
            sum.contacts += more.contacts
            sum.quarantined += more.quarantined
        }
    }
}
