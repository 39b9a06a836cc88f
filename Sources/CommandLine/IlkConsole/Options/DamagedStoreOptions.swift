import ArgumentParser

/// The option of an export that reads a damaged store.
package struct DamagedStoreOptions: ParsableArguments {
    @Flag(help: "Export what is readable in a damaged store; exit with 65.")
    package var damaged = false
}
