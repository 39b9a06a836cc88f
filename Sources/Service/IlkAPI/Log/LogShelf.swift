import Ilk
package import IlkFiles
import IlkHTTP
package import IlkLog
import IlkStore
import IlkVocabulary
import Synchronization

/// The logs of all taxonomies: the logs that the server writes, and the user's other logs. The user's other
/// logs are opened when a request first names them, and reopened if their file was replaced.
package final class LogShelf: Sendable {
    let folders: IlkFolders
    private let own: [(taxonomy: String, store: ClassificationLogStore)]
    private let others = Mutex<[String: (file: UInt64, store: ClassificationLogStore)]>([:])

    /// - Parameters:
    ///   - own: The logs that the server writes, by the names of their taxonomies. Their files are not opened
    ///     again, so that the process has one writing connection to each.
    ///   - folders: The user's folders.
    package init(_ own: [(taxonomy: String, store: ClassificationLogStore)], _ folders: IlkFolders) {
        self.own = own
        self.folders = folders
    }

    deinit {
        // A store that is only released would checkpoint its file without the lock.
        others.withLock { others in
            for log in others.values { try? log.store.close() }  // The server has ended.
        }
    }

    /// The names of the taxonomies with a log. The logs that the server writes are first.
    var taxonomies: [String] {
        let mine = own.map(\.taxonomy)
        return mine + LogFiles.existing(folders).map(\.taxonomy).filter { !mine.contains($0) }
    }

    /// Returns the file of the log of a taxonomy.
    func path(of taxonomy: String) -> String {
        own.first { $0.taxonomy == taxonomy }?.store.location.path
            ?? LogFiles.path(taxonomy: taxonomy, folders)
    }

    /// Returns the log of a taxonomy. The log is opened read-only if its file cannot be written.
    ///
    /// - Throws: ``Problem`` `no-such-taxonomy`, or `no-such-record` if the taxonomy has no log; errors of
    ///   opening.
    func log(_ taxonomy: String) throws -> ClassificationLogStore {
        if let mine = own.first(where: { $0.taxonomy == taxonomy }) { return mine.store }
        guard LabelSet.isName(taxonomy) else { throw unknown(taxonomy) }
        let path = LogFiles.path(taxonomy: taxonomy, folders)
        if let mine = own.first(where: { $0.store.location.path == path }) { return mine.store }
        guard let file = LogFiles.fileNumber(path) else {
            guard try LabelSetCatalog(folders: folders).existing(taxonomy) != nil else {
                throw unknown(taxonomy)
            }
            throw Problem(.noSuchRecord, "the taxonomy '\(taxonomy)' has no log yet")
        }
        return try others.withLock { others in
            if let known = others[path] {
                if known.file == file { return known.store }
                others[path] = nil
                try? known.store.close()  // Its file is gone.
            }
            let store = try open(path)
            others[path] = (file, store)
            return store
        }
    }

    private func open(_ path: String) throws -> ClassificationLogStore {
        do {
            return try LogFiles.open(path, access: .readWrite, folders)
        } catch let error as StoreError where error.code == .noPermission {
            return try LogFiles.open(path, access: .readOnly, folders)
        }
    }

    /// Returns the problem that neither a taxonomy nor a log has a name. The detail suggests a similar log
    /// and lists the logs.
    private func unknown(_ taxonomy: String) -> Problem {
        let names = taxonomies
        let hint =
            names.isEmpty
            ? "GET /v1/log lists the logs"
            : Suggestion.hint(for: taxonomy, among: names, listing: "the logs are")
        return Problem(.noSuchTaxonomy, "there is no log of the taxonomy '\(taxonomy)'; \(hint)")
    }
}
