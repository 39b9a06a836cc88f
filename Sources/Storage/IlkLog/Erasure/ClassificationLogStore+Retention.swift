public import IlkStore

extension ClassificationLogStore: RetainingStore {
    /// A rule.
    public typealias Retention = LogRetention

    /// The table of the rules.
    public static let retentionTable = "classificationRetention"
}
