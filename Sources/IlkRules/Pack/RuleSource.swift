/// The bytes of one rule file and the name that problems are reported under.
public struct RuleSource: Sendable, Hashable {
    /// The name, as a path that people can open. It has no part in a rule set's digest.
    public let name: String
    /// The file's bytes.
    public let bytes: [UInt8]

    /// A source of these bytes.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// A source of this text.
    public init(name: String, text: String) {
        self.init(name: name, bytes: Array(text.utf8))
    }
}
