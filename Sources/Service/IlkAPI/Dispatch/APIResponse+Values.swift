import FoundationEssentials
import IlkHTTP
import IlkVocabulary

extension APIResponse {
    /// Creates a response with a value in JSON. Its fields are sorted by name.
    ///
    /// - Throws: `EncodingError` if a number is not finite.
    static func json(encoding value: some Encodable, status: Int = 200) throws -> APIResponse {
        .json(Array(try JSONEncoder.deterministic().encode(value)) + [UInt8(ascii: "\n")], status: status)
    }

    /// The response with an entity tag of its body, which enables conditional requests. A stream gets no tag.
    var tagged: APIResponse {
        guard case .bytes(let bytes) = body else { return self }
        return tagged(with: EntityTag(of: bytes))
    }

    /// Returns the response with an entity tag, or without one for `nil`.
    func tagged(with tag: EntityTag?) -> APIResponse {
        var response = self
        response.headers["ETag"] = tag?.description
        return response
    }
}

extension EntityTag {
    /// Creates the entity tag of a content from the digest of the content.
    init(of bytes: [UInt8]) { self.init(String(ContentDigest(of: bytes).description.prefix(16))) }
}
