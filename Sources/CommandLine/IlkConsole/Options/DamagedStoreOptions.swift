import ArgumentParser

/// The option of an export that reads a damaged store.
package struct DamagedStoreOptions: ParsableArguments {
    @Flag(help: "Export the readable rows of a damaged store; exit with 65.")
    package var damaged = false
}
