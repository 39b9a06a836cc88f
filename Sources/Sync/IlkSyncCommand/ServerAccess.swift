package import IlkConsole
import FoundationEssentials
package import IlkTransport

/// How a command finds out where a server is and by what it knows the user: options first, then variables.
package struct ServerAccess {
    /// Who the server is, for people: `Monica`, `the hub`.
    package let who: String
    /// Begins the names of its variables: `ILK_MONICA` has `_URL`, `_TOKEN` and `_TOKEN_FILE`.
    package let variables: String
    /// The option for its address, with an example.
    package let example: String
    /// How to come by a token.
    package let tokenHint: String

    /// Creates a value from its parts.
    package init(who: String, variables: String, example: String, tokenHint: String) {
        self.who = who
        self.variables = variables
        self.example = example
        self.tokenHint = tokenHint
    }

    private func set(_ name: String, _ environment: [String: String]) -> String? {
        environment[variables + name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The server's address.
    ///
    /// - Parameters:
    ///   - given: The option.
    ///   - known: The address of last time.
    ///   - allowsHTTP: Whether the token may go unencrypted to another machine.
    /// - Throws: `CommandFailure` with what is missing, or wrong.
    package func address(
        _ given: String?, known: String?, allowsHTTP: Bool, _ environment: [String: String]
    ) throws -> WebAddress {
        guard let text = given ?? set("_URL", environment) ?? known else {
            throw CommandFailure(
                .usage, "it is not known where \(who) is", hint: "\(example), once; or \(variables)_URL")
        }
        guard let address = WebAddress(text) else {
            throw CommandFailure(.usage, "that is no address of a server", hint: "it looks like \(example)")
        }
        guard address.isEncrypted || address.isLoopback || allowsHTTP else {
            throw CommandFailure(
                .usage, "\(address.text) is not encrypted: whoever listens would have the token",
                hint: "https://..., or --allow-http where nobody can listen")
        }
        return address
    }

    /// The token, which is said nowhere.
    ///
    /// - Throws: `CommandFailure` with what is missing, or wrong.
    package func token(file: String?, _ console: Console) throws -> String {
        let environment = console.environment
        let file = file ?? (set("_TOKEN", environment) == nil ? set("_TOKEN_FILE", environment) : nil)
        let text: String
        if let file {
            text = String(decoding: try console.read(.path(file), maxBytes: 4096).bytes, as: UTF8.self)
            let facts = try? FileManager.default.attributesOfItem(atPath: file)  // Or not to be had.
            if let modes = facts?[.posixPermissions] as? Int, modes & 0o077 != 0 {
                console.note("others on this machine can read the token: chmod 600 on its file")
            }
        } else if let given = set("_TOKEN", environment) {
            text = given
        } else {
            throw CommandFailure(.usage, "there is no token", hint: tokenHint)
        }
        let token = text.unicodeScalars.drop { $0.properties.isWhitespace }.reversed()
            .drop { $0.properties.isWhitespace }.reversed()
        guard !token.isEmpty, token.allSatisfy({ 0x21...0x7E ~= $0.value }) else {
            throw CommandFailure(
                .badConfiguration, "what stands there is no token: one line of letters and digits")
        }
        return String(String.UnicodeScalarView(token))
    }
}
