/// How large a model's file may be.
public struct ModelRoom: Sendable, Hashable {
    /// The most bytes that the file may have.
    public var mostBytes: Int
    /// Whether a model's counts are part of that.
    public var includesCounts: Bool

    /// So many bytes, with counts or without.
    public init(mostBytes: Int, includesCounts: Bool = true) {
        self.mostBytes = mostBytes
        self.includesCounts = includesCounts
    }
}
