package import ArgumentParser
package import IlkConsole

/// The options of a command that syncs a store with a hub.
package struct SyncOptions: ParsableArguments {
    @OptionGroup package var hub: HubOptions
    @OptionGroup package var cloudKit: CloudKitOptions

    @Flag(help: "Keep running: sync after each change and every minute.")
    package var watch = false

    @Flag(help: "Do not sync; print the hub, last sync and unsent changes.")
    package var status = false

    @Flag(help: "Forget the hub and account, and sync everything again.")
    package var reset = false

    @OptionGroup package var erasure: ErasureOptions

    package func validate() throws {
        if !reset && erasure.isGiven { throw ValidationError("--yes and --dry-run require --reset.") }
    }

    package init() {}
}
