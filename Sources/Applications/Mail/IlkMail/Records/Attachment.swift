/// The description of an attached part of a message. The content of the part is not stored separately.
public struct Attachment: Codable, Sendable, Hashable {
    /// The file name that the sender gave. The name is unchecked, and may contain path separators and control
    /// characters.
    public var filename: String
    /// The media type of the part, for example `image/png`.
    public var mimeType: String
    /// The size of the part after decoding, in bytes.
    public var size: Int
    /// The Content-ID with which the HTML of the message refers to the part, or `nil` if the part has no
    /// Content-ID.
    public var contentId: String?
    /// `true` if the part is displayed within the text.
    public var isInline: Bool

    /// Creates an attachment.
    ///
    /// - Parameters:
    ///   - filename: The file name that the sender gave.
    ///   - mimeType: The media type of the part, for example `image/png`.
    ///   - size: The size of the part after decoding, in bytes.
    ///   - contentId: The Content-ID of the part, or `nil` if the part has no Content-ID.
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
