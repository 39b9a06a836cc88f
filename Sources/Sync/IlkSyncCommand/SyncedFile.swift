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

    /// Returns the number of deferred records and the reason in words, or `nil` if there are none.
    package func words(_ deferred: DeferredRecords) -> String? {
        guard deferred.count > 0 else { return nil }
        let labels = VisibleText.oneLine(Suggestion.list(deferred.labels))
        return "\(DecimalText.counted(deferred.count, "record")): the log lacks the "
            + (deferred.labels.count == 1 ? "label" : "labels") + " " + labels
    }

    /// Returns the advice about deferred records, or `nil` if there are none.
    package func advice(_ deferred: DeferredRecords) -> String? {
        guard let words = words(deferred), let first = deferred.labels.first else { return nil }
        guard let taxonomy = (store as? UnlearningLog)?.editableTaxonomy else {
            return "Deferred \(words)."
        }
        return "Deferred \(words). Import the taxonomy of the other device, or add the label with: "
            + "ilk taxonomy edit \(taxonomy) --add \(ShellText.word(first))"
    }

    package var replica: StoreReplica { StoreReplica(path: path, what: dataName, prefixes: prefixes) }
}
