/// Rule files that count as one: within a layer no two rules may have the same id; a rule of a later layer takes the
/// place of the one of an earlier layer. Override files of all layers are applied when all packs are there.
public struct RuleLayer: Sendable, Hashable {
    /// Where the files come from, for people.
    public let name: String
    /// The files. Their order and their names have no part in what comes of them.
    public let sources: [RuleSource]

    /// A layer of these files.
    public init(name: String, sources: [RuleSource]) {
        self.name = name
        self.sources = sources
    }
}
