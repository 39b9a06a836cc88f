import IlkStore

/// The bytes of a message in a file, before parsing.
public struct RawMessage: Sendable {
    var path: String
    /// The position of the message in the file, in bytes.
    public internal(set) var offset = 0
    /// The `From ` line before the message in a mailbox, or `nil` if there is no such line.
    public internal(set) var envelope: String?
    /// The date in the `From ` line before the message, in seconds since 1970, or `nil` if there is no date.
    public internal(set) var date: Int64?
    /// The bytes of the message. Quoted `From ` lines are unquoted.
    public internal(set) var bytes: [UInt8] = []
    /// The number of lines that begin with `From ` but do not separate messages.
    public internal(set) var ambiguousLines = 0
    /// `true` if the message exceeds the size limit. Then ``bytes`` contains only the beginning of the
    /// message.
    public internal(set) var isTruncated = false
    /// The file, for a message of a Maildir.
    var file: MaildirReader.Entry?
    /// The reason why the file could not be read, or `nil` if the file was read.
    var readError: String?
}

extension RawMessage {
    /// Reads a message of a Maildir from its file.
    init(_ file: MaildirReader.Entry) {
        self.init(path: file.path, file: file)
        do {
            (bytes, isTruncated) = try MaildirReader.bytes(of: file)
        } catch {
            readError = (error as? StoreError)?.detail ?? "\(error)"
        }
    }
}
