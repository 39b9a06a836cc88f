import IlkConsole
import IlkSyncCommand
import ArgumentParser
import FoundationEssentials
import IlkTransport
import Monica

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

    private var access: ServerAccess {
        ServerAccess(
            who: "Monica", variables: "ILK_MONICA", example: "--server https://monica.example.org",
            tokenHint:
                "make one in Monica under Settings, API, and name its file: --token-file <file>")
    }

    /// The server's address.
    ///
    /// - Parameter known: The address of last time.
    /// - Throws: `CommandFailure` with what is missing, or wrong.
    func address(_ environment: [String: String], known: String?) throws -> WebAddress {
        try access.address(server, known: known, allowsHTTP: allowHTTP, environment)
    }

    /// The token, which is said nowhere.
    ///
    /// - Throws: `CommandFailure` with what is missing, or wrong.
    func token(_ console: Console) throws -> String { try access.token(file: tokenFile, console) }
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
