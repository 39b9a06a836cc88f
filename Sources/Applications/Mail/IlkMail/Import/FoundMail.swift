import IlkStore

/// A message as it stands in a file, before it is taken apart.
struct FoundMail: Sendable {
    var bytes: [UInt8]
    var path: String
    /// The offset of its first line in the file.
    var offset = 0
    /// When it came, by the line before it.
    var date: Int64?
    /// The line before it; nil when it has none.
    var envelope: String?
    /// Whether only its beginning is here.
    var isCut = false
    /// The file of a Maildir that it is.
    var file: MaildirReader.Entry?
    /// Why it could not be read; nil when it could.
    var refusal: String?

    /// A message of a mailbox.
    init(_ entry: MailboxReader.Entry, path: String) {
        (bytes, self.path, offset) = (entry.bytes, path, entry.offset)
        (date, envelope, isCut) = (entry.date, entry.envelope, entry.isCut)
    }

    /// A message of a Maildir, read from its file.
    init(_ file: MaildirReader.Entry) {
        (bytes, path, self.file) = ([], file.path, file)
        do {
            (bytes, isCut) = try MaildirReader.bytes(of: file)
        } catch {
            refusal = (error as? StoreError)?.detail ?? "\(error)"
        }
    }
}
