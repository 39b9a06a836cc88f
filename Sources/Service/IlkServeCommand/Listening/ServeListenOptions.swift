package import ArgumentParser
import IlkConsole
import IlkServer
import IlkSyncCommand

/// The options for the address of `ilk serve`.
package struct ServeListenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("HOST:PORT or PORT; port 0 picks a free port.", valueName: "host:port"),
        transform: ListenAddress.init(argument:))
    package var listen = ListenAddress(host: "127.0.0.1", port: 8437)

    @Option("Listen on this Unix socket, not on a TCP port.", value: "path", completion: .file())
    package var uds: String?

    @Option("Print the running server's response to this path, and exit.", value: "path")
    package var get: String?

    package init() {}

    package func validate() throws {
        if let uds, UnixAddress(uds) == nil || uds.hasPrefix("@") {
            throw ValidationError.invalid("--uds", uds, expected: "a path of at most 107 bytes")
        }
        if let get, !get.hasPrefix("/") || !get.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            throw ValidationError.invalid(
                "--get", get,
                expected: "a path such as /readyz; write other characters and spaces as %XX")
        }
    }

    /// Returns the request of `--get`, or `nil` without this option.
    ///
    /// - Throws: ``CommandError`` if the token in the environment is not valid.
    func request(_ console: Console) throws -> LocalRequest? {
        guard let get else { return nil }
        let access = ServerAccess(
            who: "the server", variables: "ILK_HUB", example: "--listen 127.0.0.1:8437", tokenHint: "",
            address: nil, tokenFile: nil, allowsHTTP: true)
        let hasToken = ["ILK_HUB_TOKEN", "ILK_HUB_TOKEN_FILE"].contains {
            console.environment[$0].map { !$0.isEmpty } ?? false
        }
        return LocalRequest(
            target: uds.map { .socket($0) } ?? .address(listen), path: get,
            token: hasToken ? try access.token(console) : nil)
    }
}

package struct ListenAddress: Hashable {
    package var host: String
    package var port: Int
}

extension ListenAddress: CustomStringConvertible {
    /// Parses `host:port`, `[::1]:port` or `port`. The default host is 127.0.0.1.
    ///
    /// - Throws: `ValidationError` if the port is not a number from 0 to 65535.
    package init(argument: String) throws {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        guard let port = parts.last.flatMap({ Int($0) }) else {
            throw ValidationError("expected HOST:PORT or PORT")
        }
        guard (0...65_535).contains(port) else {
            throw ValidationError("expected a port from 0 to 65535")
        }
        var host = parts.dropLast().joined(separator: ":")
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        self.init(host: host.isEmpty ? "127.0.0.1" : host, port: port)
    }

    package var description: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}
