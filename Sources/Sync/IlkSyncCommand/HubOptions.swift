package import IlkConsole
package import ArgumentParser
package import IlkTransport

/// The address of the hub and the token for it.
package struct HubOptions: ParsableArguments {
    @Option(
        "The hub's address, as https://hub.example.org. (default: ILK_HUB_URL, else as last time)",
        value: "url")
    package var hub: String?

    @Option(
        "The file with the token. (default: ILK_HUB_TOKEN_FILE; or the token itself in ILK_HUB_TOKEN)",
        value: "file", completion: .file())
    package var tokenFile: String?

    @Flag(help: "Send the token unencrypted to a hub that is not on this machine.")
    package var allowHTTP = false

    private var access: ServerAccess {
        ServerAccess(
            who: "the hub", variables: "ILK_HUB", example: "--hub https://hub.example.org",
            tokenHint: """
                make one where the hub is: ilk token create 'this device' --scope sync > token; \
                then --token-file token
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
