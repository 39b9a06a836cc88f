package import IlkConsole
import FoundationEssentials
package import IlkTransport

/// Determines a server's address and token from the command-line options, or else from environment variables.
package struct ServerAccess {
    /// The name of the server in messages: `Monica`, `the hub`.
    package let who: String
    /// The prefix of the environment variables: `ILK_MONICA` → `ILK_MONICA_URL`, `ILK_MONICA_TOKEN` and
    /// `ILK_MONICA_TOKEN_FILE`.
    package let variables: String
    /// An example of the address option, for hints.
    package let example: String
    package let tokenHint: String
    /// The address from the command line, or `nil`.
    package let address: String?
    /// The path of the token file from the command line, or `nil`.
    package let tokenFile: String?
    /// `true` to allow sending the token unencrypted to another machine.
    package let allowsHTTP: Bool

    package init(
        who: String, variables: String, example: String, tokenHint: String, address: String?,
        tokenFile: String?, allowsHTTP: Bool
    ) {
        self.who = who
        self.variables = variables
        self.example = example
        self.tokenHint = tokenHint
        self.address = address
        self.tokenFile = tokenFile
        self.allowsHTTP = allowsHTTP
    }

    private func set(_ name: String, _ environment: [String: String]) -> String? {
        environment[variables + name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the server's address.
    ///
    /// - Parameter known: The address of the last sync, or `nil` if there was none.
    /// - Throws: `CommandError` if the address is missing or invalid, or if it is unencrypted, on another
    ///   machine and not allowed by ``allowsHTTP``.
    package func address(known: String?, _ environment: [String: String]) throws -> WebAddress {
        guard let text = address ?? set("_URL", environment) ?? known else {
            throw CommandError(
                .usage, "the address of \(who) is missing", hint: "use \(example), or set \(variables)_URL")
        }
        guard let address = WebAddress(text) else {
            // A password before the '@' is not shown.
            let fault = text.contains("@") ? "it must not contain '@'" : "'\(text)'"
            throw CommandError(
                .usage, "the address of \(who) is not valid: \(fault)", hint: "use the form \(example)")
        }
        guard address.isEncrypted || address.isLoopback || allowsHTTP else {
            throw CommandError(
                .usage, "\(address.text) is not encrypted, so others on the network could read the token",
                hint: "use https://, or --allow-http on a trusted network")
        }
        return address
    }

    /// Returns the token, which is never printed.
    ///
    /// - Throws: `CommandError` if the token is missing or invalid.
    package func token(_ console: Console) throws -> String {
        let environment = console.environment
        let file = tokenFile ?? (set("_TOKEN", environment) == nil ? set("_TOKEN_FILE", environment) : nil)
        let text: String
        if let file {
            text = String(decoding: try console.read(.path(file), maxBytes: 4096).bytes, as: UTF8.self)
            let facts = try? FileManager.default.attributesOfItem(atPath: file)  // The check is optional.
            if let modes = facts?[.posixPermissions] as? Int, modes & 0o077 != 0 {
                console.note(
                    "other users of this machine can read the token file; protect it with: chmod 600 FILE")
            }
        } else if let given = set("_TOKEN", environment) {
            text = given
        } else {
            throw CommandError(.usage, "the token is missing", hint: tokenHint)
        }
        let token = text.unicodeScalars.drop { $0.properties.isWhitespace }.reversed()
            .drop { $0.properties.isWhitespace }.reversed()
        guard !token.isEmpty, token.allSatisfy({ 0x21...0x7E ~= $0.value }) else {
            throw CommandError(
                .badConfiguration, "the token is not valid",
                hint: "a token is one line of printable ASCII characters without spaces")
        }
        return String(String.UnicodeScalarView(token))
    }
}
