import IlkFiles
import IlkHTTP

/// The routes of a server.
enum RouteCatalog {
    /// Returns the table of all routes whose services exist.
    static func table(_ parts: ServerServices, _ settings: ServerSettings) -> RouteTable {
        var routes = HealthRoutes(parts: parts, settings: settings).routes
        if let service = parts.classification {
            let taxonomies = ServedTaxonomies(first: service, named: parts.taxonomies)
            let messages = parts.messages
            routes += ClassifyRoutes(taxonomies: taxonomies, messages: messages, settings: settings).routes
            routes += AnalysisRoutes(taxonomies: taxonomies, messages: messages, settings: settings).routes
            routes += PeerRoutes(taxonomies: taxonomies, messages: messages, settings: settings).routes
        }
        if let folders = parts.folders {
            let shelf = parts.shelf ?? LogShelf(parts.logs, folders)
            routes += LogRoutes(shelf: shelf).routes + CorrectionRoutes(shelf: shelf).routes
            routes += SkipRoutes(shelf: shelf).routes + LogLearningRoutes(shelf: shelf).routes
            let served = Set(parts.taxonomies.map(\.name))
            routes += TaxonomyRoutes(folders: folders, served: served).routes
            routes += ModelRoutes(folders: folders).routes
            routes += ModelChangeRoutes(folders: folders).routes + ModelComparisonRoutes(shelf: shelf).routes
            routes += RecordRoutes(CallShelf.self, at: parts.callsFile ?? folders.calls).routes
            routes += RecordRoutes(MailShelf.self, at: folders.mail).routes
            routes += RecordRoutes(UsageShelf.self, at: parts.usageFile ?? folders.usage).routes
            routes += RecordRoutes(DebugShelf.self, at: parts.debugFile ?? folders.debug).routes
            routes += LogExportRoutes(shelf: shelf).routes + LogPurgeRoutes(shelf: shelf).routes
            routes += RuleRoutes(folders: folders).routes
            if let queue = parts.jobs {
                routes += JobRoutes(queue: queue, scheduler: parts.scheduler).routes
                routes += RetrainRoutes(shelf: shelf, queue: queue).routes
                routes += TrainRoutes(folders: folders, queue: queue, settings: settings).routes
            }
        }
        if let store = parts.service { routes += AuditRoutes(store: store).routes }
        if let intake = parts.debug { routes += DebugIntakeRoutes(intake: intake, settings: settings).routes }
        if let hub = parts.hub { routes += SyncRoutes(hub: hub, settings: settings).routes }
        // The document describes its own route, too. It does not depend on handlers.
        let described = RouteTable(routes + DocumentationRoutes(document: []).routes)
        let document = OpenAPIDocument.json(described, title: "Ilk", version: parts.version)
        return RouteTable(routes + DocumentationRoutes(document: document).routes)
    }
}
