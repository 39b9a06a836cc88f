/// A part of a message that is listed and never unpacked.
public struct Attachment: Codable, Sendable, Hashable {
    /// The name that the sender gave it, as it came: it may hold anything.
    public var filename: String
    /// Its type, as `image/png`.
    public var mimeType: String
    /// Its size in bytes when decoded.
    public var size: Int
    /// The name by which the message's text refers to it; nil when it does not.
    public var contentId: String?
    /// Whether it is meant to be shown within the text.
    public var isInline: Bool

    /// An attachment of these parts.
    public init(
        filename: String, mimeType: String, size: Int, contentId: String? = nil, isInline: Bool = false
    ) {
        self.filename = filename
        self.mimeType = mimeType
        self.size = size
        self.contentId = contentId
        self.isInline = isInline
    }
}
