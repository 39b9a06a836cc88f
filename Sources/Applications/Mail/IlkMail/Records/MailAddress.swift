/// A name and a mail address from a header field. Either may be empty.
public struct MailAddress: Codable, Sendable, Hashable {
    /// The decoded name.
    public var name: String
    /// The address, for example `sarah@example.com`.
    public var address: String

    /// Creates an address.
    ///
    /// - Parameters:
    ///   - name: The decoded name.
    ///   - address: The address, for example `sarah@example.com`.
    public init(name: String = "", address: String) {
        self.name = name
        self.address = address
    }
}

extension MailAddress: CustomStringConvertible {
    /// The usual notation, for example `Sarah <sarah@example.com>`.
    public var description: String {
        if name.isEmpty { return address }
        return address.isEmpty ? name : "\(name) <\(address)>"
    }
}
