import ArgumentParser

/// The option of an export that reads a damaged store.
package struct DamagedStoreOptions: ParsableArguments {
    @Flag(help: "Write the readable rows of a damaged store (status 65).")
    package var damaged = false
}
