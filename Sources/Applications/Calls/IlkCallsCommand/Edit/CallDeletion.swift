import IlkStore
import IlkCalls
import IlkConsole
import IlkVocabulary

/// A deletion of calls, after a question.
struct CallDeletion {
    /// The calls.
    let keys: Set<RecordID>
    /// The permission to delete.
    let erasure: ErasurePermission
    /// The store.
    let place: CallFileOptions
    /// The console.
    let console: Console

    /// Asks, and deletes the calls.
    ///
    /// - Throws: As ``ErasurePermission/allows(_:_:_:)``, and errors of the store.
    func run() async throws {
        guard !keys.isEmpty else { return console.note("No matching calls.") }
        guard try erasure.allows("delete", CallsApplication.words.counted(keys.count), console) else {
            return
        }
        let book = try CallBook.creating(place, console)
        let count = try await book.store.deleteCallLogs(keys.map { .id($0) })
        console.note("Deleted \(CallsApplication.words.counted(count)).")
        try book.close()
    }
}
