/// The contents of a rule file, with a name for messages.
public struct RuleSource: Sendable, Hashable {
    /// The name of the file, usually its path. The name does not affect the digest of a rule set.
    public let name: String
    /// The contents of the file.
    public let bytes: [UInt8]

    /// The size of the file in bytes. Larger than the count of ``bytes`` if the file was too large to read.
    let size: Int

    /// The maximum size of a rule file in bytes.
    public static let sizeLimit = RuleLimits.fileBytes

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - name: The name of the file, usually its path.
    ///   - bytes: The contents of the file.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        size = bytes.count
    }

    /// Creates a source for a file that was not read because it is larger than ``sizeLimit``. Loading this
    /// source reports an error.
    ///
    /// - Parameters:
    ///   - name: The name of the file, usually its path.
    ///   - size: The size of the file in bytes.
    public init(name: String, tooLarge size: Int) {
        self.name = name
        bytes = []
        self.size = max(size, Self.sizeLimit + 1)
    }

    /// Creates a source from text.
    ///
    /// - Parameters:
    ///   - name: The name of the file, usually its path.
    ///   - text: The contents of the file.
    public init(name: String, text: String) {
        self.init(name: name, bytes: Array(text.utf8))
    }
}
