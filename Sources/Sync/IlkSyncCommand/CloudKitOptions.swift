package import ArgumentParser
import IlkConsole

/// The options for syncing with CloudKit instead of a hub. Builds without CloudKit parse them too.
package struct CloudKitOptions: ParsableArguments {
    @Option(
        "Sync with the user's iCloud in this container, as iCloud.org.example, in the place of a hub. (default: as last time)",
        value: "container")
    package var cloudkit: String?

    @Flag(help: "The container's development environment.")
    package var development = false

    @Option(
        "The file with the container's API token. (default: ILK_CLOUDKIT_TOKEN_FILE; or the token in ILK_CLOUDKIT_TOKEN)",
        value: "file", completion: .file())
    package var apiTokenFile: String?

    @Option(
        "The file with what signing in led to: the address, or the token in it. Kept with the replica; - for the input.",
        value: "file", completion: .file())
    package var signedIn: String?

    package init() {}
}
