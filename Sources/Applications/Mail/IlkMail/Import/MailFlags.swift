/// What had to be done to a message before it could be read.
public struct MailFlags: OptionSet, Sendable, Hashable {
    /// The flags as they are stored.
    public let rawValue: UInt32

    /// Flags as they are stored.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The header was longer than the limit: the rest of it was left out.
    public static let headerCut = MailFlags(rawValue: 1)
    /// Parts nested too deep, or too many of them.
    public static let partsSkipped = MailFlags(rawValue: 2)
    /// The text was longer than the limit.
    public static let textCut = MailFlags(rawValue: 4)
    /// Bytes that its charset does not have were replaced.
    public static let replaced = MailFlags(rawValue: 8)
    /// A charset that nobody knows.
    public static let unknownCharset = MailFlags(rawValue: 16)
    /// A field that may stand once stood twice.
    public static let repeatedField = MailFlags(rawValue: 32)
    /// It has no header.
    public static let noHeader = MailFlags(rawValue: 64)
    /// More addresses or references than the limit.
    public static let listCut = MailFlags(rawValue: 128)
    /// A multipart without a boundary.
    public static let brokenMultipart = MailFlags(rawValue: 256)
    /// The message was longer than the limit: only its beginning is kept.
    public static let messageCut = MailFlags(rawValue: 512)
    /// A header field was longer than the limit, or had more address groups: the rest of it was left out.
    public static let fieldCut = MailFlags(rawValue: 1024)

    /// What each flag says, for people.
    static let words: [(MailFlags, String)] = [
        (.headerCut, "header too long"), (.partsSkipped, "too many parts"), (.textCut, "text too long"),
        (.replaced, "bytes outside its charset"), (.unknownCharset, "unknown charset"),
        (.repeatedField, "a field twice"), (.noHeader, "no header"), (.listCut, "too many addresses"),
        (.brokenMultipart, "multipart without boundary"), (.messageCut, "message too long"),
        (.fieldCut, "header field too long or nested too deep"),
    ]
}

extension MailFlags: CustomStringConvertible {
    /// What the flags say, for people.
    public var description: String {
        Self.words.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
}
