import ArgumentParser
package import IlkStore

/// The choice of an export what becomes of a damaged store.
package struct DamagedStoreOptions: ParsableArguments {
    @Flag(help: "Write the readable rows of a damaged store (status 65).")
    package var damaged = false

    /// The access that an export needs.
    package var access: Store.Access { damaged ? .salvage : .readOnly }

    /// Checks a store before it is exported, so that a short export is never taken for a complete one.
    ///
    /// - Parameter verify: Throws when rows are missing.
    /// - Throws: `StoreError` if the store is damaged, unless `--damaged` was given.
    package func check(_ verify: () async throws -> Void) async throws {
        if !damaged { try await verify() }
    }

    /// Ends an export of a damaged store: with status 65, although the readable rows are written.
    ///
    /// - Parameter reopened: Opens the file itself, verifies and closes it.
    /// - Throws: `badInput` when the file is damaged.
    package func finish(_ reopened: () async throws -> Void) async throws {
        guard damaged else { return }
        do {
            try await reopened()
        } catch {
            var failure = CommandFailure(error)
            failure.hint = "the readable rows are written: import them into a new file"
            throw failure
        }
    }
}
