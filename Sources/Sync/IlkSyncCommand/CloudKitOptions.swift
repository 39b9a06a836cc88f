package import ArgumentParser
import IlkConsole

/// The options for syncing with CloudKit instead of a hub. Builds without CloudKit parse them too.
package struct CloudKitOptions: ParsableArguments {
    @Option("Sync with iCloud in this container instead of a hub.", value: "container")
    package var cloudkit: String?

    @Flag(help: "With --cloudkit: use the development environment.")
    package var development = false

    @Option("With --cloudkit: the file with the container's API token.", value: "file", completion: .file())
    package var apiTokenFile: String?

    @Option(
        "File with the token or address from the iCloud sign-in page.", value: "file", completion: .file())
    package var signedIn: String?

    package var access: CloudKitAccess {
        CloudKitAccess(
            container: cloudkit, isDevelopment: development, apiTokenFile: apiTokenFile, signedIn: signedIn)
    }

    package init() {}
}

/// The CloudKit container to sync with.
package struct CloudKitAccess {
    /// The container ID, or `nil` for the container of the last sync.
    let container: String?
    let isDevelopment: Bool
    let apiTokenFile: String?
    /// The file with the address or token from the sign-in page, or `nil` if the user is already signed in.
    let signedIn: String?
}
