/// The address of a server, without a query, such as `https://monica.example.org/app`.
public struct WebAddress: Sendable, Hashable {
    /// `true` for `https`.
    public let isEncrypted: Bool
    /// The host as written. An IPv6 address keeps its brackets.
    public let host: String
    /// The port, if the address names one.
    public let port: Int?
    /// The path without trailing slashes.
    public let path: String

    /// Parses an address. Returns `nil` if it is invalid.
    ///
    /// The scheme must be `http` or `https`. An address with a user name or password is rejected, because
    /// addresses are printed in messages.
    ///
    /// - Parameter text: The address. A query or fragment is dropped.
    public init?(_ text: String) {
        let scalars = text.unicodeScalars
        guard scalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else { return nil }
        guard let colon = text.firstRange(of: "://") else { return nil }
        switch text[..<colon.lowerBound].lowercased() {
        case "https": isEncrypted = true
        case "http": isEncrypted = false
        default: return nil
        }
        let rest = text[colon.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        let authority = rest[..<end]
        guard !authority.contains("@"), !authority.contains("\\") else { return nil }
        var host = authority
        var port: Int?
        let last = authority.lastIndex(of: ":")
        if let last, authority.last != "]" {
            guard let number = Int(authority[authority.index(after: last)...]), 1...65_535 ~= number else {
                return nil
            }
            port = number
            host = authority[..<last]
        }
        guard !host.isEmpty, host.hasPrefix("[") == host.hasSuffix("]"),
            host.hasPrefix("[") || !host.contains(":")
        else { return nil }
        self.host = String(host)
        self.port = port
        var path = rest[end...].prefix { $0 != "?" && $0 != "#" }
        while path.last == "/" { path = path.dropLast() }
        self.path = String(path)
    }

    /// `true` if the host is this machine: `localhost`, `*.localhost`, `[::1]` or 127.0.0.0/8.
    public var isLoopback: Bool {
        let name = host.lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]" { return true }
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers[0] == 127 && numbers.allSatisfy { $0 != nil }
    }

    /// The address in its normal form.
    public var text: String {
        (isEncrypted ? "https://" : "http://") + host + (port.map { ":\($0)" } ?? "") + path
    }
}
