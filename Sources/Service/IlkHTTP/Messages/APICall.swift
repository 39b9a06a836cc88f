package import IlkFraming

/// A request that matches a route, with its checked parts.
package struct APICall: Sendable {
    package let request: APIRequest
    /// The checked values of the parameters, as the fields of an object.
    package let parameters: JSONTree
    /// The body format that the media type selected, or `nil` if the route has no body.
    package let form: BodyForm?
    /// The media type of the body, or `nil` if it is missing.
    package let mediaType: MediaType?
    /// The checked body if its form is JSON, otherwise `nil`.
    package let json: JSONTree?
    /// The valid token of the request, or `nil` without a token. The server defines the type of this value.
    package let access: (any Sendable)?

    package init(
        _ request: APIRequest, parameters: JSONTree = .object([]), form: BodyForm? = nil,
        mediaType: MediaType? = nil, json: JSONTree? = nil, access: (any Sendable)? = nil
    ) {
        self.request = request
        self.parameters = parameters
        self.form = form
        self.mediaType = mediaType
        self.json = json
        self.access = access
    }

    package var body: any APIBody { request.body }

    /// Returns the value of a parameter, or `nil` if the request lacks it.
    package func value(_ name: String) -> JSONTree? { parameters[name] }
}
