import IlkStore

/// A message as it stands in a file, before it is taken apart.
public struct FoundMail: Sendable {
    var path: String
    /// The offset of its first line in the file.
    public internal(set) var offset = 0
    /// The line `From ` before it; nil when it has none.
    public internal(set) var envelope: String?
    /// The time when it came, by that line.
    public internal(set) var date: Int64?
    /// The message, without the quoting of its lines.
    public internal(set) var bytes: [UInt8] = []
    /// Lines that begin with `From ` and were taken for text.
    public internal(set) var ambiguousLines = 0
    /// `true` if it is longer than the limit, so that only its beginning is here.
    public internal(set) var isCut = false
    /// The file of a Maildir that it is.
    var file: MaildirReader.Entry?
    /// The reason why it could not be read; `nil` if it could.
    var refusal: String?
}

extension FoundMail {
    /// A message of a Maildir, read from its file.
    init(_ file: MaildirReader.Entry) {
        self.init(path: file.path, file: file)
        do {
            (bytes, isCut) = try MaildirReader.bytes(of: file)
        } catch {
            refusal = (error as? StoreError)?.detail ?? "\(error)"
        }
    }
}
