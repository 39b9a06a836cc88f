import ArgumentParser
import FoundationEssentials
import IlkTransport

/// Which server the calls are synced with, and by what it knows the user.
struct CallServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Monica's address, as https://monica.example.org. (default: ILK_MONICA_URL, else as last time)",
            valueName: "url"))
    var server: String?

    @Option(
        help: ArgumentHelp(
            "The file with the token. (default: ILK_MONICA_TOKEN_FILE; or the token itself in ILK_MONICA_TOKEN)",
            valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @Option(
        name: .customLong("as"),
        help: "Which of Monica's records carry the calls. (default: as last time, at first calls)")
    var records: CallServerRecords?

    @Flag(help: "Send the token unencrypted to a server that is not on this machine.")
    var allowHTTP = false

    /// The server's address.
    ///
    /// - Parameters:
    ///   - environment: The variables.
    ///   - known: The address of last time.
    /// - Throws: `CommandFailure` with what is missing, or wrong.
    func address(_ environment: [String: String], known: String?) throws -> WebAddress {
        let given = server ?? environment["ILK_MONICA_URL"].flatMap { $0.isEmpty ? nil : $0 } ?? known
        guard let given else {
            throw CommandFailure(
                .usage, "it is not known where Monica is",
                hint: "--server https://monica.example.org, once; or ILK_MONICA_URL")
        }
        guard let address = WebAddress(given) else {
            throw CommandFailure(
                .usage, "that is no address of a server", hint: "it looks like https://monica.example.org")
        }
        guard address.isEncrypted || address.isLoopback || allowHTTP else {
            throw CommandFailure(
                .usage, "\(address.text) is not encrypted: whoever listens would have the token",
                hint: "https://..., or --allow-http where nobody can listen")
        }
        return address
    }

    /// The token, which is said nowhere.
    ///
    /// - Throws: `CommandFailure` with what is missing, or wrong.
    func token(_ environment: [String: String], _ console: Console) throws -> String {
        func set(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let file = tokenFile ?? (set("ILK_MONICA_TOKEN") == nil ? set("ILK_MONICA_TOKEN_FILE") : nil)
        let text: String
        if let file {
            guard let read = try WholeText.read(.path(file), maxBytes: 4096, stop: console.stop) else {
                try console.checkStop()
                return ""
            }
            text = String(decoding: read.bytes, as: UTF8.self)
            let facts = try? FileManager.default.attributesOfItem(atPath: file)  // Or not to be had.
            if let modes = facts?[.posixPermissions] as? Int, modes & 0o077 != 0 {
                console.note("others on this machine can read the token: chmod 600 on its file")
            }
        } else if let given = set("ILK_MONICA_TOKEN") {
            text = given
        } else {
            throw CommandFailure(
                .usage, "there is no token",
                hint: "make one in Monica under Settings, API, and name its file: --token-file <file>")
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

/// What `--as` takes.
enum CallServerRecords: String, CaseIterable, Sendable, ExpressibleByArgument {
    case calls, activities

    /// The choice of the service.
    var records: CallLogAPIService.Records {
        switch self {
        case .calls: .calls
        case .activities: .activities
        }
    }
}
