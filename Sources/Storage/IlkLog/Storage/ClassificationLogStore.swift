import GRDB
public import IlkStore
public import IlkVocabulary
import Synchronization

/// The file of a classification log: texts, verdicts and corrections.
///
/// A file has one taxonomy. Entries can be read and corrected while a ``ClassificationLogger`` runs, in this
/// or another process.
public final class ClassificationLogStore: RecordStore, JournaledStore {
    /// The taxonomy of the log. It grows if labels are added while the log is open.
    public var taxonomy: Taxonomy { labels.withLock { $0 } }
    /// The open database.
    public let store: Store
    private let labels: Mutex<Taxonomy>

    /// The schema of a log with the taxonomy `doctype`.
    public static let schema = ClassificationLogSchema.schema(for: .documentType)
    /// The additional checks of ``fault(thorough:)``.
    public static let checks = StoreChecks(
        rows: { database in
            try EntryChecksum.fault(in: database).map {
                "entry \($0) is damaged: its content has changed; restore a backup"
            }
        },
        counts: StoreChecks.recounts(of: "rows", [recount]))

    /// Creates a store from the open database of a log with any taxonomy.
    ///
    /// - Parameter store: The open database.
    /// - Throws: `StoreError`.
    public convenience init(_ store: Store) throws {
        self.init(store, try Self.taxonomy(of: store))
    }

    private static func taxonomy(of store: Store) throws -> Taxonomy {
        let (name, categories) = try store.readBlocking { database in
            (
                try ClassificationLogSchema.name(in: database),
                try ClassificationLogSchema.categories(in: database)
            )
        }
        let isOfDocuments = categories == Taxonomy.documentType.categories
        return isOfDocuments
            ? .documentType : Taxonomy(name: name ?? store.location.path, categories: categories)
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
        labels = Mutex(taxonomy)
    }

    /// Opens a log, and creates its file if it is missing. The folder must exist. The schema of an older file
    /// is migrated if the file is writable, even if the log is opened for reading only.
    ///
    /// Labels of a custom taxonomy that the file lacks are added to the file, if it is opened for writing.
    /// Labels that only the file has are kept, because earlier entries may have them.
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
        let found = try Self.taxonomy(of: store)
        guard found.categories != taxonomy.categories else { return ClassificationLogStore(store, taxonomy) }
        let new = taxonomy.categories.filter { found.index(of: $0) == nil }
        let isFixed = [found, taxonomy].contains { $0.categories == Taxonomy.documentType.categories }
        guard !isFixed, found.name == taxonomy.name else {
            try store.close()
            throw ClassificationLogError.otherTaxonomy(path: location.path, categories: found.categories)
        }
        if case .readWrite = access, !new.isEmpty {
            try store.writeBlocking { try ClassificationLogSchema.add(new, of: taxonomy.name, in: $0) }
        }
        return ClassificationLogStore(
            store, Taxonomy(name: taxonomy.name, categories: found.categories + new))
    }
}

// MARK: Labels

extension ClassificationLogStore {
    /// Adds labels to the log. Labels that the log has are unchanged. The labels of `doctype` are fixed, so
    /// its log never gets other labels.
    ///
    /// - Parameter categories: The labels, without duplicates. Entries and corrections can refer to them from
    ///   now on.
    /// - Throws: `StoreError`.
    package func addLabels(_ categories: [Category]) throws {
        let known = taxonomy
        guard known.categories != Taxonomy.documentType.categories,
            categories.contains(where: { known.index(of: $0) == nil })
        else { return }
        try store.writeBlocking { try ClassificationLogSchema.add(categories, of: known.name, in: $0) }
        use(try store.readBlocking { try ClassificationLogSchema.categories(in: $0) })
    }

    /// Returns the labels among the given ones that the log does not have. If there are such labels, reads
    /// the labels of the file again first, because another process may have added them.
    ///
    /// - Throws: `StoreError`.
    func unknownLabels(among categories: [Category]) async throws -> Set<Category> {
        func unknown() -> Set<Category> {
            let taxonomy = taxonomy
            return Set(categories.filter { taxonomy.index(of: $0) == nil })
        }
        guard !unknown().isEmpty else { return [] }
        use(try await store.read { try ClassificationLogSchema.categories(in: $0) })
        return unknown()
    }

    /// Makes the labels of the file the labels of ``taxonomy``.
    private func use(_ categories: [Category]) {
        labels.withLock { taxonomy in
            guard categories.count > taxonomy.count else { return }
            taxonomy = Taxonomy(
                name: taxonomy.name, categories: categories, isMultilabel: taxonomy.isMultilabel)
        }
    }
}
