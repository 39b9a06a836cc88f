/// The defects of a message. The parser repairs or skips defective parts, and reports the defects.
public struct MailFlags: OptionSet, Sendable, Hashable {
    /// The defects as bits, in the form that is stored.
    public let rawValue: UInt32

    /// Creates a set of flags.
    ///
    /// - Parameter rawValue: The defects as bits, in the form that is stored.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The header exceeds the size limit. The rest of the header was ignored.
    public static let headerTruncated = MailFlags(rawValue: 1)
    /// The message has too many parts, or its parts are nested too deeply. Some parts were skipped.
    public static let partsSkipped = MailFlags(rawValue: 2)
    /// The text exceeds the size limit and was truncated.
    public static let textTruncated = MailFlags(rawValue: 4)
    /// Byte sequences that are invalid in the charset were replaced.
    public static let replaced = MailFlags(rawValue: 8)
    /// The charset of a text is unknown.
    public static let unknownCharset = MailFlags(rawValue: 16)
    /// A header field that must be unique occurs more than once.
    public static let repeatedField = MailFlags(rawValue: 32)
    /// The message has no header.
    public static let noHeader = MailFlags(rawValue: 64)
    /// The number of addresses or references exceeds the limit.
    public static let listTruncated = MailFlags(rawValue: 128)
    /// A multipart body has no boundary.
    public static let brokenMultipart = MailFlags(rawValue: 256)
    /// The message exceeds the size limit and was truncated.
    public static let messageTruncated = MailFlags(rawValue: 512)
    /// A header field is too long, or has address groups that are nested too deeply. The rest of the field
    /// was ignored.
    public static let fieldTruncated = MailFlags(rawValue: 1024)

    /// The description of each flag.
    static let descriptions: [(MailFlags, String)] = [
        (.headerTruncated, "header too long"), (.partsSkipped, "too many parts"),
        (.textTruncated, "text too long"),
        (.replaced, "bytes invalid in the charset"), (.unknownCharset, "unknown charset"),
        (.repeatedField, "repeated header field"), (.noHeader, "no header"),
        (.listTruncated, "too many addresses"),
        (.brokenMultipart, "multipart without boundary"), (.messageTruncated, "message too long"),
        (.fieldTruncated, "header field too long or nested too deeply"),
    ]
}

extension MailFlags: CustomStringConvertible {
    /// The descriptions of the flags, separated by commas.
    public var description: String {
        Self.descriptions.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
}
