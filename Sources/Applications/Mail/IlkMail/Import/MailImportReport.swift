/// What came of an import.
public struct MailImportReport: Sendable, Hashable, Codable {
    /// Something that people are told of: where it stands, and what it is.
    public struct Remark: Sendable, Hashable, Codable {
        /// The file.
        public var path: String
        /// The offset of the message's first line in it.
        public var offset: Int
        /// What is the matter.
        public var reason: String
    }

    /// How many messages are new.
    public var added = 0
    /// How many were there already.
    public var present = 0
    /// How many could not be taken in.
    public var malformed = 0
    /// The number of messages that the parser did not survive.
    public var quarantined = 0
    /// How many are in although something about them was wrong.
    public var repaired = 0
    /// Lines that look like the beginning of a message and were taken for text.
    public var ambiguousLines = 0
    /// How many bytes were read.
    public var bytes = 0
    /// Where messages stand that could not be taken in, or had to be repaired: the first 1,000.
    public var remarks: [Remark] = []

    /// An import that has not begun.
    public init() {}

    static let mostRemarks = 1000

    mutating func remark(_ path: String, _ offset: Int, _ reason: String) {
        guard remarks.count < Self.mostRemarks else { return }
        remarks.append(Remark(path: path, offset: offset, reason: reason))
    }

    /// Adds what came of another part.
    public mutating func add(_ other: MailImportReport) {
        added += other.added
        present += other.present
        malformed += other.malformed
        quarantined += other.quarantined
        repaired += other.repaired
        ambiguousLines += other.ambiguousLines
        bytes += other.bytes
        remarks += other.remarks.prefix(max(0, Self.mostRemarks - remarks.count))
    }
}
