public import IlkStore

/// The choice of events for a purge.
public struct UsagePurge: PurgeCriteria {
    /// A purge that erases all events, devices and caregivers.
    public static let everything = UsagePurge()

    /// The filter that events must pass.
    public var filter: UsageFilter

    /// Creates a purge.
    ///
    /// - Parameter filter: The filter that events must pass. An empty filter purges everything, including
    ///   devices, caregivers and flags.
    public init(filter: UsageFilter = UsageFilter()) { self.filter = filter }
}
