import GRDB
public import IlkStore
public import IlkVocabulary

/// The file of a classification log: texts, verdicts and corrections.
///
/// A file has one taxonomy. Entries can be read and corrected while a ``ClassificationLogger`` runs, in this
/// or another process.
public final class ClassificationLogStore: RecordStore, JournaledStore {
    /// The taxonomy of the log.
    public let taxonomy: Taxonomy
    /// The open database.
    public let store: Store

    /// The schema of a log with the taxonomy `doctype`.
    public static let schema = ClassificationLogSchema.schema(for: .documentType)
    /// The checks of a thorough examination.
    public static let checks = StoreChecks(
        rows: { database in
            try EntryChecksum.fault(in: database).map {
                "entry \($0) is damaged, its content has changed: restore a backup"
            }
        },
        counts: StoreChecks.recounts(of: "rows", [recount]))

    /// Wraps an open log of any taxonomy. A taxonomy other than `doctype` is named after the path.
    ///
    /// - Parameter store: The open database.
    /// - Throws: `StoreError`.
    public convenience init(_ store: Store) throws {
        let categories = try store.readBlocking { try ClassificationLogSchema.categories(in: $0) }
        let isOfDocuments = categories == Taxonomy.documentType.categories
        self.init(
            store, isOfDocuments ? .documentType : Taxonomy(name: store.location.path, categories: categories)
        )
    }

    private static let recount = (
        kept: "SELECT day, category, abstention, provenance, entries, bytes FROM classificationFacet",
        counted: """
        SELECT CAST(floor(l.timestamp / 86400.0) AS INTEGER), l.category, ifnull(v.abstention, ''),
            ifnull(v.provenance, 0), count(*), sum(length(CAST(l.text AS BLOB)))
        FROM classificationLog l LEFT JOIN classificationVerdict v ON v.logId = l.id
        WHERE l.rowid <= (SELECT lastRow FROM classificationIndexed) GROUP BY 1, 2, 3, 4
        """
    )

    private init(_ store: Store, _ taxonomy: Taxonomy) {
        self.store = store
        self.taxonomy = taxonomy
    }

    /// Opens a log, and creates its file if it is missing. The folder must exist. The schema of an older file
    /// is migrated, even for reading.
    ///
    /// - Parameters:
    ///   - location: The file, or memory.
    ///   - taxonomy: The taxonomy of the log.
    ///   - access: The access to the file.
    ///   - ids: The source of ids and of the current time.
    /// - Returns: The open log.
    /// - Throws: `StoreError`, or ``ClassificationLogError/otherTaxonomy(path:categories:)`` if the file has
    ///   another taxonomy.
    public static func open(
        _ location: StoreLocation, taxonomy: Taxonomy = .documentType, access: Store.Access = .readWrite,
        ids: RecordIDSource = RecordIDSource()
    ) throws -> ClassificationLogStore {
        let store = try Store.openUpToDate(
            location, schema: ClassificationLogSchema.schema(for: taxonomy), access: access, ids: ids)
        let categories = try store.readBlocking { try ClassificationLogSchema.categories(in: $0) }
        guard categories == taxonomy.categories else {
            try store.close()
            throw ClassificationLogError.otherTaxonomy(path: location.path, categories: categories)
        }
        return ClassificationLogStore(store, taxonomy)
    }
}
