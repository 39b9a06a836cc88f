/// The result of an import of mail: counts and remarks.
public struct MailImportReport: Sendable, Hashable, Codable {
    /// A remark about a message or a file that was skipped or repaired.
    public struct Remark: Sendable, Hashable, Codable {
        /// The path of the file.
        public var path: String
        /// The position of the message in the file, in bytes.
        public var offset: Int
        /// A description of the problem.
        public var reason: String

        /// Creates a remark.
        ///
        /// - Parameters:
        ///   - path: The path of the file.
        ///   - offset: The position of the message in the file, in bytes.
        ///   - reason: A description of the problem.
        public init(path: String, offset: Int, reason: String) {
            self.path = path
            self.offset = offset
            self.reason = reason
        }
    }

    /// The number of new messages.
    public var added = 0
    /// The number of messages that were already in the store.
    public var present = 0
    /// The number of messages in ``present`` whose flags or labels were updated, because the file had
    /// changed.
    public var updated = 0
    /// The number of messages that got corrections from an export.
    public var corrected = 0
    /// The number of messages and files that could not be imported. When corrections are imported from an
    /// export, this number includes the corrected messages that the store does not contain.
    public var malformed = 0
    /// The number of messages that crashed the parser or exceeded its time limit, now or in an earlier
    /// import.
    public var quarantined = 0
    /// The number of imported messages with defects.
    public var repaired = 0
    /// The number of lines that begin with `From ` but do not separate messages.
    public var ambiguousLines = 0
    /// The number of bytes of the messages that were read.
    public var bytes = 0
    /// The remarks about skipped and repaired messages, at most 1,000.
    public var remarks: [Remark] = []

    /// Creates an empty report.
    public init() {}

    static let maximumRemarks = 1000

    mutating func remark(_ path: String, _ offset: Int, _ reason: String) {
        guard remarks.count < Self.maximumRemarks else { return }
        remarks.append(Remark(path: path, offset: offset, reason: reason))
    }

    /// Adds the counts and remarks of another report.
    ///
    /// - Parameter other: The other report.
    public mutating func add(_ other: MailImportReport) {
        added += other.added
        present += other.present
        updated += other.updated
        corrected += other.corrected
        malformed += other.malformed
        quarantined += other.quarantined
        repaired += other.repaired
        ambiguousLines += other.ambiguousLines
        bytes += other.bytes
        remarks += other.remarks.prefix(max(0, Self.maximumRemarks - remarks.count))
    }
}
