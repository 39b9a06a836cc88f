/// What goes from the usage: the events for which all of this holds.
public struct UsagePurge: Sendable, Hashable, Codable {
    /// Which events.
    public var filter: UsageFilter

    /// A purge of these parts. Without any, everything goes, with devices, caregivers and flags.
    public init(filter: UsageFilter = UsageFilter()) { self.filter = filter }

    /// What went, or would.
    public struct Report: Sendable, Hashable, PurgeReport {
        /// How many events.
        public var events = 0
        /// How many refused events, which were kept aside, and records that nothing here understood.
        public var aside = 0

        /// A report of nothing.
        public init() {}

        static func += (sum: inout Report, more: Report) {
            sum.events += more.events
            sum.aside += more.aside
        }
    }
}
