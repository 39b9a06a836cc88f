/// Somebody's name and address, as a header has them; either may be empty.
public struct MailAddress: Codable, Sendable, Hashable {
    /// The name, decoded.
    public var name: String
    /// The address, as `sarah@example.com`.
    public var address: String

    /// An address of these parts.
    public init(name: String = "", address: String) {
        self.name = name
        self.address = address
    }
}

extension MailAddress: CustomStringConvertible {
    /// As people write it: `Sarah <sarah@example.com>`.
    public var description: String {
        if name.isEmpty { return address }
        return address.isEmpty ? name : "\(name) <\(address)>"
    }
}
