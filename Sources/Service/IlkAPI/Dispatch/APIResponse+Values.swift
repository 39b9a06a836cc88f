import IlkFraming
import IlkHTTP
import IlkVocabulary

extension APIResponse {
    /// Creates a response with a value in JSON. Its fields are sorted by name.
    ///
    /// - Throws: `EncodingError` if a number is not finite.
    static func json(encoding value: some Encodable, status: Int = 200) throws -> APIResponse {
        .json(try JSONWriter.bytes(of: value) + [UInt8(ascii: "\n")], status: status)
    }

    /// Creates the response to a request that is performed once.
    ///
    /// - Parameter value: Returns the value for the client, or the one without texts that is stored for
    ///   repetitions of the request.
    /// - Throws: `EncodingError` if a number is not finite.
    static func once(status: Int, _ value: (_ hasTexts: Bool) -> some Encodable) throws -> APIResponse {
        var response = try json(encoding: value(true), status: status)
        if case .bytes(let bytes) = try json(encoding: value(false)).body { response.repeated = bytes }
        return response
    }

    /// The response with an entity tag of its body, which enables conditional requests. A stream gets no tag.
    var tagged: APIResponse {
        guard case .bytes(let bytes) = body else { return self }
        return tagged(with: EntityTag(of: bytes))
    }

    /// Returns the response with an entity tag. `nil` removes the tag.
    func tagged(with tag: EntityTag?) -> APIResponse {
        var response = self
        response.headers["ETag"] = tag?.description
        return response
    }
}

extension EntityTag {
    /// Creates an entity tag from the digest of the content.
    init(of bytes: [UInt8]) { self.init(String(ContentDigest(of: bytes).description.prefix(16))) }
}
