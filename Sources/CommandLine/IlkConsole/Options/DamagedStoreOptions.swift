import ArgumentParser

/// The option `--damaged`: the export writes the readable rows of a damaged store.
package struct DamagedStoreOptions: ParsableArguments {
    @Flag(help: "Export the readable rows of a damaged store; exit with 65.")
    package var damaged = false
}
