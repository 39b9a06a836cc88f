/// A group of rule files with distinct rule ids. A rule of a later layer replaces the rule with the same id
/// in an earlier layer. Override files of all layers are applied after all packs are read.
public struct RuleLayer: Sendable, Hashable {
    /// The origin of the files, for messages.
    public let name: String
    /// The files. Their order and names do not affect the rules.
    public let sources: [RuleSource]

    /// Creates a layer.
    ///
    /// - Parameters:
    ///   - name: The origin of the files, for messages.
    ///   - sources: The files, in any order.
    public init(name: String, sources: [RuleSource]) {
        self.name = name
        self.sources = sources
    }
}
