import IlkHTTP

/// The header `If-Match` of changes: the change happens only if the content is still the one that the client read.
enum IfMatch {
    /// Returns the parameter for the OpenAPI document.
    ///
    /// - Parameter summary: The content whose `ETag` is sent, and whether it must be sent.
    static func parameter(_ summary: String) -> Parameter {
        Parameter(.header, .init("If-Match", .string(), summary))
    }

    /// Compares the header with the present content.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - tag: The value of `ETag` of the present content, or `nil` if it has none. It is only computed if the request
    ///     has the header.
    ///   - what: The content in a message, such as `the pack`.
    /// - Throws: ``Problem`` `changed` if the header has another tag, and errors of `tag`.
    static func check(
        _ call: APICall, _ tag: @autoclosure () async throws -> String?, _ what: String
    ) async throws {
        guard let known = call.request.headers["If-Match"] else { return }
        guard let tag = try await tag(), EntityTag.isSame(tag, as: known) else { throw changed(what) }
    }

    /// Returns `false` if the header has another tag than the present content.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - tag: Returns the value of `ETag` of the present content, or `nil` if it has none. Content that cannot be
    ///     read has no tag.
    static func isSatisfied(_ call: APICall, _ tag: () throws -> String?) -> Bool {
        guard let known = call.request.headers["If-Match"] else { return true }
        guard let present = try? tag() else { return false }  // The content cannot be compared.
        return EntityTag.isSame(present, as: known)
    }

    /// Returns the problem of content that was changed after the client read it.
    static func changed(_ what: String) -> Problem {
        Problem(.changed, "\(what) was changed after it was read; read it again")
    }
}
