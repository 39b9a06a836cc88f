/// A name and a mail address from a header field. The name or the address may be empty.
public struct MailAddress: Codable, Sendable, Hashable {
    /// The decoded name, which may be empty.
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
    /// The name and the address in the usual notation, for example `Sarah <sarah@example.com>`.
    public var description: String {
        if name.isEmpty { return address }
        return address.isEmpty ? name : "\(name) <\(address)>"
    }
}
