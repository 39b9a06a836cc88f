public import IlkStore

/// What goes from the usage: the events for which all of this holds.
public struct UsagePurge: PurgeCriteria {
    /// A purge of everything.
    public static let everything = UsagePurge()

    /// Which events.
    public var filter: UsageFilter

    /// A purge of these parts. Without any, everything goes, with devices, caregivers and flags.
    public init(filter: UsageFilter = UsageFilter()) { self.filter = filter }
}
