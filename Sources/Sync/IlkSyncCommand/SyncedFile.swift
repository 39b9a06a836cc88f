package import IlkFiles
import IlkVerdictConsole
package import IlkConsole
import Ilk
package import IlkLog
package import IlkSync
import IlkTransport
package import IlkVocabulary

/// A user's store that the sync commands can handle.
package struct SyncedFile {
    /// The name of the data in messages.
    package let dataName: String
    package let store: any ChangeTrackingStore
    package let path: String
    /// The command that syncs the file, used in hints.
    package let command: String
    /// The prefixes of the store's collections. The store writes to collections with the first prefix.
    package let prefixes: [String]

    package init(
        dataName: String, store: any ChangeTrackingStore, path: String, command: String, prefixes: [String]
    ) {
        self.dataName = dataName
        self.store = store
        self.path = path
        self.command = command
        self.prefixes = prefixes
    }

    /// Creates a value for a classification log. If another device erases entries, the models that were
    /// trained on these entries unlearn them.
    ///
    /// - Throws: `IlkError` if a folder of taxonomies cannot be read.
    package static func log(
        _ store: ClassificationLogStore, at path: String, _ folders: IlkFolders
    ) throws(IlkError) -> SyncedFile {
        let set = try LabelSetCatalog(folders: folders).set(with: store.taxonomy)
        let learned = UnlearningLog(store, set, folders)
        return SyncedFile(
            dataName: "log", store: learned, path: path, command: "ilk log sync",
            prefixes: learned.mapping.prefixes)
    }

    /// Prints the models that changed because of unlearning.
    package func tellUnlearned(_ console: Console) { (store as? UnlearningLog)?.tell(console) }

    package var replica: StoreReplica { StoreReplica(path: path, what: dataName, prefixes: prefixes) }
}
