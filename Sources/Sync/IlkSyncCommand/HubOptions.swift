package import IlkConsole
package import ArgumentParser
package import IlkTransport

/// The address of the hub and the token for it.
package struct HubOptions: ParsableArguments {
    @Option("Address of the hub. (default: ILK_HUB_URL or the last one)", value: "url")
    package var hub: String?

    @Option(
        "File with the token. (default: ILK_HUB_TOKEN_FILE)", value: "file", completion: .file())
    package var tokenFile: String?

    @Flag(help: "Allow an unencrypted hub on another machine.")
    package var allowHTTP = false

    private var access: ServerAccess {
        ServerAccess(
            who: "the hub", variables: "ILK_HUB", example: "--hub https://hub.example.org",
            tokenHint: """
                create one on the hub's machine: ilk token create 'this device' --scope sync > token; \
                then use --token-file token
                """)
    }

    /// Returns the transport for syncing and one with a short deadline for reachability checks.
    ///
    /// - Parameter known: The address of the last sync, or `nil`.
    /// - Throws: `CommandError` if the address or the token is missing or invalid.
    package func transports(known: String?, _ console: Console) throws -> (
        sync: SyncTransport, probe: SyncTransport
    ) {
        let address = try access.address(hub, known: known, allowsHTTP: allowHTTP, console.environment)
        let token = try access.token(file: tokenFile, console)
        var limits = CurlClient.Limits()
        limits.answer = 8 << 20
        let sync = SyncTransport(to: address, token: token, client: CurlClient(limits: limits))
        limits.deadline = 2000
        // The probe needs no token.
        return (sync, SyncTransport(to: address, token: nil, client: CurlClient(limits: limits)))
    }

    package init() {}
}
