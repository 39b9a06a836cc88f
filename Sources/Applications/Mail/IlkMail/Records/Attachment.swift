/// The description of an attached part of a message. The content of the part is not stored separately.
public struct Attachment: Codable, Sendable, Hashable {
    /// The file name from the sender, unchecked. It may contain path separators and control characters.
    public var filename: String
    /// The media type, for example `image/png`.
    public var mimeType: String
    /// The size in bytes after decoding.
    public var size: Int
    /// The Content-ID by which the HTML of the message refers to the part; `nil` if the part has none.
    public var contentId: String?
    /// `true` if the part is displayed within the text.
    public var isInline: Bool

    /// Creates an attachment.
    ///
    /// - Parameters:
    ///   - filename: The file name from the sender.
    ///   - mimeType: The media type, for example `image/png`.
    ///   - size: The size in bytes after decoding.
    ///   - contentId: The Content-ID, or `nil` if the part has none.
    ///   - isInline: `true` if the part is displayed within the text.
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
