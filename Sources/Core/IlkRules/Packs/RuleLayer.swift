/// A group of rule files with distinct rule ids. A rule of a later layer replaces the rule with the same id
/// in an earlier layer. The override files of all layers are applied after the packs of all layers are read.
public struct RuleLayer: Sendable, Hashable {
    /// The origin of the files, for messages.
    public let name: String
    /// The files of the layer. The order and the names of the files do not affect the rules.
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
