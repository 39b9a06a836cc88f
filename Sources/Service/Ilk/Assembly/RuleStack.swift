/// The layers of rules of a pipeline. Later layers override earlier ones, as described for `RuleLayer`.
public struct RuleStack: Sendable, Hashable {
    /// The source of a layer.
    public enum Layer: Sendable, Hashable {
        /// The rules built into the program.
        case builtIn
        /// The machine's rules: `rules/<taxonomy>` in `/etc/ilk` or in `$CONFIGURATION_DIRECTORY`.
        case system
        /// The user's rules: `rules/<taxonomy>` in `$XDG_CONFIG_HOME/ilk` or `~/.config/ilk`.
        case user
        /// All `.yaml` files of a folder, or one file: a rule pack, an override file, or compiled rules
        /// (`.ilkrules`), which replace all other layers.
        case files(String)
    }

    /// The layers, lowest first. An empty array means no rules.
    public var layers: [Layer]

    /// Creates a stack.
    ///
    /// - Parameter layers: The layers, lowest first.
    public init(_ layers: [Layer]) { self.layers = layers }

    /// The default layers: the built-in rules, the machine's rules and the user's rules.
    public static let `default` = RuleStack([.builtIn, .system, .user])
    /// The built-in rules only.
    public static let builtIn = RuleStack([.builtIn])
    /// No rules.
    public static let none = RuleStack([])
}
