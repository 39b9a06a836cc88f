public import IlkStore

/// The selection of events for a purge.
public struct UsagePurge: PurgeCriteria {
    /// A purge that erases all events, devices and caregivers.
    public static let everything = UsagePurge()

    /// The filter that events must pass.
    public var filter: UsageFilter

    /// Creates a purge.
    ///
    /// - Parameter filter: The filter that events must pass. An empty filter purges everything, including
    ///   devices, caregivers and the results of checks for regressions.
    public init(filter: UsageFilter = UsageFilter()) { self.filter = filter }
}
