import IlkConsole
package import ArgumentParser

/// The address of the hub and the token for the hub.
package struct HubOptions: ParsableArguments {
    @Option("Address of the hub. (default: ILK_HUB_URL or the last hub)", value: "url")
    package var hub: String?

    @Option(
        "File with the token. (default: ILK_HUB_TOKEN_FILE)", value: "file", completion: .file())
    package var tokenFile: String?

    @Flag(help: "Allow an unencrypted connection to another machine.")
    package var allowHTTP = false

    package var access: ServerAccess {
        ServerAccess(
            who: "the hub", variables: "ILK_HUB", example: "--hub https://hub.example.org",
            tokenHint: """
                create one on the hub's machine: ilk token create 'this device' --scope sync > token; \
                then use --token-file token
                """,
            address: hub, tokenFile: tokenFile, allowsHTTP: allowHTTP)
    }

    package init() {}
}
