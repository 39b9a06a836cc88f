extension Comparison {
    /// Returns the record that replaces the present one.
    ///
    /// A figure that did not change beyond noise keeps its recorded value. Otherwise a series of small falls could
    /// pass unseen.
    ///
    /// - Parameter acceptsFalls: `true` to replace every figure by the measured one.
    func newRecord(acceptsFalls: Bool) -> Record {
        var new = Record()
        for (name, measured) in measured {
            let results = changes(of: name).map(\.result)
            let isNew = acceptsFalls || results.contains(.better) || results.contains(.stale)
            new.accuracy[name] = isNew ? measured.score : record.accuracy[name]
        }
        for (name, measured) in cost {
            let results = costChanges(of: name).map(\.result)
            let isNew = acceptsFalls || results.contains(.better) || results.contains(.stale)
            new.cost[name] = isNew ? measured : record.cost[name]
        }
        return new
    }
}
