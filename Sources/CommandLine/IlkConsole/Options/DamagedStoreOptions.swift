import ArgumentParser

/// The choice of an export what becomes of a damaged store.
package struct DamagedStoreOptions: ParsableArguments {
    @Flag(help: "Write the readable rows of a damaged store (status 65).")
    package var damaged = false
}
