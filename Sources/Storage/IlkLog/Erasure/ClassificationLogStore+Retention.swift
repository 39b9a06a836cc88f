public import IlkStore

extension ClassificationLogStore: RetainingStore {
    /// A retention rule of a log.
    public typealias Retention = LogRetention

    /// The table that stores the retention rules of a log.
    public static let retentionTable = "classificationRetention"
}
