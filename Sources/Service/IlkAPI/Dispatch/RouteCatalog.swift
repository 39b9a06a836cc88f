import Ilk
import IlkCalls
import IlkDebugStore
import IlkFiles
import IlkHTTP
import IlkMail
import IlkStore
import IlkSyncStore
import IlkUsage

/// The routes of a server.
enum RouteCatalog {
    /// Returns the table of the routes of all available services.
    static func table(
        _ parts: ServerServices, _ settings: ServerSettings, _ clock: any SyncClock
    ) -> RouteTable {
        let records = parts.folders.map { ApplicationRecords(parts, $0) }
        // Without debug events, the server only needs their store to show earlier ones.
        let needed = records?.stores.filter { $0.name != "debug" || parts.debugFile != nil }
        var routes = HealthRoutes(parts: parts, records: needed ?? [], settings: settings).routes
        if let service = parts.classification {
            let taxonomies = ServedTaxonomies(first: service, named: parts.taxonomies)
            let messages = parts.messages
            routes += ClassifyRoutes(taxonomies: taxonomies, messages: messages, settings: settings).routes
            routes += AnalysisRoutes(taxonomies: taxonomies, messages: messages, settings: settings).routes
            routes +=
                PeerRoutes(
                    taxonomies: taxonomies, messages: messages, settings: settings, version: parts.version
                ).routes
        }
        if let folders = parts.folders, let records {
            let shelf = parts.shelf ?? LogShelf(parts.logs, folders)
            routes +=
                LogRoutes(shelf: shelf, clock: clock).routes
                + CorrectionRoutes(shelf: shelf, clock: clock).routes
            routes += SkipRoutes(shelf: shelf).routes + LogLearningRoutes(shelf: shelf, clock: clock).routes
            routes += TaxonomyRoutes(folders: folders, served: parts.taxonomies).routes
            routes += ModelRoutes(folders: folders).routes
            routes += ModelChangeRoutes(folders: folders).routes + ModelComparisonRoutes(shelf: shelf).routes
            routes += LogExportRoutes(shelf: shelf, clock: clock).routes + LogPurgeRoutes(shelf: shelf).routes
            routes += RuleRoutes(folders: folders).routes + RulePackRoutes(folders: folders).routes
            routes += RuleReplayRoutes(shelf: shelf).routes
            routes += applications(parts, records, shelf)
            if let queue = parts.jobs {
                routes += JobRoutes(queue: queue, scheduler: parts.scheduler).routes
                routes += RetrainRoutes(shelf: shelf, queue: queue).routes
                routes += TrainRoutes(folders: folders, queue: queue, settings: settings).routes
            }
        }
        routes += ConfigurationRoutes(settings: parts.configuration).routes
        if let store = parts.service { routes += AuditRoutes(store: store).routes }
        if let intake = parts.debug { routes += DebugIntakeRoutes(intake: intake, settings: settings).routes }
        if let hub = parts.hub {
            routes += SyncRoutes(hub: hub, settings: settings).routes
            routes += TokenRoutes(hub: hub, clock: clock).routes
        }
        // The document describes its own route, too. It does not depend on handlers.
        let described = RouteTable(routes + DocumentationRoutes(document: []).routes)
        let document = OpenAPIDocument.json(described, title: "Ilk", version: parts.version)
        return RouteTable(routes + DocumentationRoutes(document: document).routes)
    }

    /// The stores of the applications. They are opened when they are first needed.
    private struct ApplicationRecords {
        let calls: OpenRecords<CallLogStorage>
        let mail: OpenRecords<DatabaseService>
        let usage: OpenRecords<UsageStore>
        let debug: OpenRecords<DebugLogStore>

        init(_ parts: ServerServices, _ folders: IlkFolders) {
            calls = OpenRecords(parts.callsFile ?? folders.calls)
            mail = OpenRecords(folders.mail)
            usage = OpenRecords(parts.usageFile ?? folders.usage)
            debug = OpenRecords(parts.debugFile ?? folders.debug)
        }

        var stores: [ServerStore] {
            [
                ServerStore("calls", calls), ServerStore("mail", mail), ServerStore("usage", usage),
                ServerStore("debug", debug),
            ]
        }
    }

    /// Returns the routes of the applications and of the files of all stores.
    private static func applications(
        _ parts: ServerServices, _ records: ApplicationRecords, _ shelf: LogShelf
    ) -> [Route] {
        let (calls, mail, usage, debug) = (records.calls, records.mail, records.usage, records.debug)
        var stores = records.stores
        if let hub = parts.hub { stores.append(ServerStore("hub", hub.location.path) { hub }) }
        if let service = parts.service {
            stores.append(ServerStore("service", service.location.path) { service })
        }
        let batches =
            CallBatchRoutes(store: calls).routes + SyncConflictRoutes(usage: usage, shelf: shelf).routes
        return batches + CallRoutes(store: calls).routes + CallSyncRoutes(store: calls).routes
            + SyncStatusRoutes(calls: calls, usage: usage, shelf: shelf).routes
            + MailRoutes(store: mail).routes + DebugRoutes(store: debug).routes
            + UsageRoutes(store: usage).routes
            + RecordRoutes(CallShelf.self, calls).routes + RecordRoutes(MailShelf.self, mail).routes
            + RecordRoutes(UsageShelf.self, usage).routes + RecordRoutes(DebugShelf.self, debug).routes
            + StoreRoutes { [stores] in
                stores
                    + shelf.taxonomies.map { name in
                        ServerStore("log-\(name)", shelf.path(of: name)) {
                            try shelf.log(name)
                        }
                    }
            }.routes
    }
}
