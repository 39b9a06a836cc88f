public import GRDB
public import IlkStore
public import IlkVocabulary

/// A classification log's file: what was logged, what the pipeline thought, what people said of it.
///
/// One file holds one taxonomy. Reading and correcting go beside a running ``ClassificationLogger``, in this process or
/// another.
public final class ClassificationLogStore: Sendable {
    /// The categories of this log.
    public let taxonomy: Taxonomy
    let store: Store
    let ids: RecordIDSource

    private init(taxonomy: Taxonomy, store: Store, ids: RecordIDSource) {
        self.taxonomy = taxonomy
        self.store = store
        self.ids = ids
    }

    /// Opens a log, and makes it where it is missing. Its folder must be there. A file of an older program is brought up to
    /// date, for reading too.
    ///
    /// - Throws: ``StoreError``, or ``DomainError/otherTaxonomy(path:categories:)`` when the file was made for other
    ///   categories.
    public static func open(
        _ location: StoreLocation, taxonomy: Taxonomy = .documentType, access: Store.Access = .readWrite,
        ids: RecordIDSource = RecordIDSource()
    ) throws -> ClassificationLogStore {
        let schema = ClassificationLogSchema.schema(for: taxonomy)
        let store = try Store.openUpToDate(location, schema: schema, access: access)
        let categories = try store.readBlocking { try ClassificationLogSchema.categories(in: $0) }
        guard categories == taxonomy.categories else {
            try store.close()
            throw DomainError.otherTaxonomy(path: location.path, categories: categories)
        }
        if access == .salvage { try store.writeBlocking { try EntryChecksum.removeDamaged(in: $0) } }
        return ClassificationLogStore(taxonomy: taxonomy, store: store, ids: ids)
    }

    /// Puts a log's file aside when it is damaged, so that the next opening makes a new one. To be called before anything
    /// in this process has it open.
    ///
    /// - Returns: What it is called now; nil when it is not damaged, or no log.
    /// - Throws: `StoreError`: `busy` while a program logs to it.
    public static func putAside(ifDamaged path: String) throws -> String? {
        // Which categories it was made for does not matter here.
        try Store.putAside(ifDamaged: path, schema: ClassificationLogSchema.schema(for: .documentType))
    }

    /// Where the rows are.
    public var location: StoreLocation { store.location }

    /// For queries and observation of one's own. Reading only: writing goes round the lock.
    public var reader: any DatabaseReader { store.reader }

    /// Closes the file. Close the loggers on it before.
    ///
    /// - Throws: ``StoreError``; then it is still open.
    public func close() throws {
        try store.close()
    }
}
