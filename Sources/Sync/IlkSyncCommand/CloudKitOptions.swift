package import IlkConsole
package import ArgumentParser
import Foundation
package import IlkSyncStore
package import IlkTransport

/// Which container of CloudKit a store is synced with, in the place of a hub.
package struct CloudKitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Sync with the user's iCloud in this container, as iCloud.org.example, in the place of a hub. (default: as last time)",
            valueName: "container"))
    package var cloudkit: String?

    @Flag(help: "The container's development environment.")
    package var development = false

    @Option(
        help: ArgumentHelp(
            "The file with the container's API token. (default: ILK_CLOUDKIT_TOKEN_FILE; or the token in ILK_CLOUDKIT_TOKEN)",
            valueName: "file"), completion: .file())
    package var apiTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "The file with what signing in led to: the address, or the token in it. Kept with the replica; - for the input.",
            valueName: "file"), completion: .file())
    package var signedIn: String?

    private var access: ServerAccess {
        ServerAccess(
            who: "CloudKit", variables: "ILK_CLOUDKIT", example: "ILK_CLOUDKIT_URL",
            tokenHint: "make an API token in CloudKit's dashboard; then --api-token-file file")
    }

    /// The place that is meant; nil where a hub is.
    ///
    /// - Throws: `CommandFailure` when it is no container.
    package func place(known: CloudKitPlace?) throws -> CloudKitPlace? {
        guard let cloudkit else { return known }
        let environment: CloudKitPlace.Environment = development ? .development : .production
        guard let place = CloudKitPlace(container: cloudkit, environment: environment) else {
            throw CommandFailure(
                .usage, "that is no container of CloudKit", hint: "it looks like iCloud.org.example")
        }
        return place
    }

    /// The sync with a place.
    ///
    /// - Throws: `CommandFailure` with what is missing, or wrong; `StoreError`.
    package func sync(
        _ replica: ReplicaStore, _ store: any SyncedStore, at place: CloudKitPlace, _ console: Console
    ) async throws -> CloudKitSync {
        let address = try access.address(
            nil, known: CloudKitPlace.server, allowsHTTP: false, console.environment)
        let token = try access.token(file: apiTokenFile, console)
        let keeper = ReplicaTokenKeeper(replica)
        if let signedIn { try await keeper.keep(try Self.userToken(signedIn, console)) }
        let transport = SyncTransport(
            to: address, token: nil, client: CurlClient(limits: CloudKitClient.webLimits))
        return CloudKitSync(
            replica, stores: [store], at: place, as: .user(apiToken: token, keeper), over: transport)
    }

    /// The token in what a person copied: the address that signing in led to, or the token alone.
    private static func userToken(_ file: String, _ console: Console) throws -> String {
        let place = InputFile.named([file]).first ?? .standardInput
        guard let read = try WholeText.read(place, maxBytes: 16_384, stop: console.stop) else {
            try console.checkStop()
            return ""
        }
        let text = String(decoding: read.bytes, as: UTF8.self).filter { !$0.isWhitespace }
        let name = "ckWebAuthToken="
        guard let start = text.range(of: name) else { return text }
        let value = text[start.upperBound...].prefix { $0 != "&" && $0 != "#" }
        return String(value).removingPercentEncoding ?? String(value)
    }

    package init() {}
}
