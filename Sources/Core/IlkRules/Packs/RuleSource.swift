/// The bytes of one rule file and the name that problems are reported under.
public struct RuleSource: Sendable, Hashable {
    /// The name, as a path that people can open. It has no part in a rule set's digest.
    public let name: String
    /// The file's bytes.
    public let bytes: [UInt8]

    /// How many bytes the file has: more than ``bytes`` when it was too large to be read.
    let size: Int

    /// The largest file that is read, in bytes.
    public static let sizeLimit = RuleLimits.fileBytes

    /// A source of these bytes.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        size = bytes.count
    }

    /// A source that nobody has read, for it has more than ``sizeLimit`` bytes: loading it tells that it is too large.
    public init(name: String, tooLarge size: Int) {
        self.name = name
        bytes = []
        self.size = max(size, Self.sizeLimit + 1)
    }

    /// A source of this text.
    public init(name: String, text: String) {
        self.init(name: name, bytes: Array(text.utf8))
    }
}
