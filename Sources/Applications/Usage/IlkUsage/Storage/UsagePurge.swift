public import IlkStore

/// The selection of the events that a purge erases.
public struct UsagePurge: PurgeCriteria {
    /// A purge that erases all events, devices and caregivers.
    public static let everything = UsagePurge()

    /// The filter that selects the events to erase.
    public var filter: UsageFilter

    /// Creates a purge.
    ///
    /// - Parameter filter: The filter that selects the events to erase. An empty filter erases everything,
    ///   including devices, caregivers and the results of checks for regressions.
    public init(filter: UsageFilter = UsageFilter()) { self.filter = filter }
}
