import GRDB
public import IlkStore
public import IlkVocabulary

/// A classification log's file: what was logged, what the pipeline thought, what people said of it.
///
/// One file holds one taxonomy. Reading and correcting go beside a running ``ClassificationLogger``, in this process or
/// another.
public final class ClassificationLogStore: RecordStore, JournaledStore {
    /// The categories of this log.
    public let taxonomy: Taxonomy
    /// The open database.
    public let store: Store

    /// The schema of such files.
    public static let schema = ClassificationLogSchema.schema(for: .documentType)
    /// The checks of a thorough examination.
    public static let checks = StoreChecks(
        rows: { database in
            try EntryChecksum.fault(in: database).map {
                "entry \($0) is not what was written: restore a backup"
            }
        },
        counts: StoreChecks.recounts(of: "rows", [recount]))

    /// Wraps an open log of any categories. Those of no shipped taxonomy are named by the path.
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

    /// Opens a log of a taxonomy, and creates it if it is missing. Its folder must exist. A file of an older program is
    /// brought up to date, for reading too.
    ///
    /// - Throws: `StoreError`, or ``ClassificationLogError/otherTaxonomy(path:categories:)`` if the file was made for other
    ///   categories.
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
