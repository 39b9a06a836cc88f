/// Which layers of rules there are, the later ones on top: what `RuleLayer` makes of them.
public struct RuleStack: Sendable, Hashable {
    /// Where the rules of a layer come from.
    public enum Layer: Sendable, Hashable {
        /// Those in the program.
        case builtIn
        /// Those of the machine: `rules/<taxonomy>` in `/etc/ilk`, or in what `CONFIGURATION_DIRECTORY` names.
        case system
        /// Those of the user: `rules/<taxonomy>` in `$XDG_CONFIG_HOME/ilk`, or `~/.config/ilk`.
        case user
        /// All `.yaml` files of a folder, or one file: a pack or an override file, or, when its name ends in
        /// `.ilkrules`, compiled rules, which take the place of all others.
        case files(String)
    }

    /// The layers, the lowest first. None: no rules.
    public var layers: [Layer]

    /// A stack of these layers.
    public init(_ layers: [Layer]) { self.layers = layers }

    /// What there is without anybody's asking: the rules in the program, the machine's and the user's.
    public static let standing = RuleStack([.builtIn, .system, .user])
    /// The rules in the program alone.
    public static let builtIn = RuleStack([.builtIn])
    /// No rules.
    public static let none = RuleStack([])
}
