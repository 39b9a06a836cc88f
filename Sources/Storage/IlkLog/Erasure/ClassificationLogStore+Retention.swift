public import IlkStore

extension ClassificationLogStore: RetainingStore {
    /// A retention rule of a log.
    public typealias Retention = LogRetention

    /// The table of the rules.
    public static let retentionTable = "classificationRetention"
}
