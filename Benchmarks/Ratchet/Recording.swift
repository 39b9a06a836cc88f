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
        if acceptsFalls || Set(record.cost.keys) != Set(cost.keys) {
            (new.cost, new.processor) = (cost, processor)
            return new
        }
        new.processor = record.processor
        for (name, old) in record.cost {
            let isBetter = costChanges(of: name).contains { $0.result == .better }
            new.cost[name] = isBetter && processor == record.processor ? cost[name] : old
        }
        return new
    }
}
