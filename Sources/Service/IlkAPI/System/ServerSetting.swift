/// A setting of the server, for the list of its configuration.
package struct ServerSetting: Hashable, Sendable {
    /// The name of an option, such as `--listen`, or of a folder.
    package let name: String
    /// The value in words. It contains no secret.
    package let value: String
    /// The origin: `default`, `option`, or the name of an environment variable.
    package let origin: String

    package init(_ name: String, _ value: String, origin: String) {
        self.name = name
        self.value = value
        self.origin = origin
    }
}
