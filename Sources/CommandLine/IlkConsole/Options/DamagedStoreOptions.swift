import ArgumentParser

/// The option of an export that reads a damaged store.
package struct DamagedStoreOptions: ParsableArguments {
    @Flag(help: "Export the readable records of a damaged store (status 65).")
    package var damaged = false
}
