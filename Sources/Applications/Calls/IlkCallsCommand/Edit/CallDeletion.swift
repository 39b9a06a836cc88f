import IlkStore
import IlkCalls
import IlkConsole
import IlkVocabulary

/// A deletion of calls that the user must confirm.
struct CallDeletion {
    let keys: Set<RecordID>
    let erasure: ErasurePermission
    let settings: StoreSettings
    let console: Console

    /// Asks for confirmation and deletes the calls.
    ///
    /// - Throws: An error of ``ErasurePermission/allows(_:_:_:)`` or of the store.
    func run() async throws {
        guard !keys.isEmpty else { return console.note("No matching calls.") }
        guard try erasure.allows("delete", CallsApplication.words.counted(keys.count), console) else {
            return
        }
        let open = try OpenCallStore.openOrCreate(settings, console)
        let count = try await open.store.deleteCallLogs(keys.map { .id($0) })
        console.note("Deleted \(CallsApplication.words.counted(count)).")
        try open.close()
    }
}
