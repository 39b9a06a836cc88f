import Ilk
import IlkHTTP
import IlkPipeline
import IlkVocabulary

/// The routes for clients of other programs (`docs/guides/use-existing-clients.md`).
struct PeerRoutes {
    let taxonomies: ServedTaxonomies
    /// The parser of mail messages. If it is `nil`, there are no routes of Rspamd.
    let messages: (any MessageReading)?
    let settings: ServerSettings
    /// The version of the program.
    let version: String

    var routes: [Route] {
        var routes = HuggingFaceRoutes(taxonomies: taxonomies, settings: settings).routes
        routes += PredictRoutes(taxonomies: taxonomies, settings: settings, version: version).routes
        routes += ModerationRoutes(taxonomies: taxonomies, settings: settings).routes
        if let messages, let spam {
            routes += RspamdRoutes(service: spam, messages: messages, settings: settings).routes
        }
        return routes
    }

    /// The classifier of the taxonomy `spam`. Without that taxonomy, the first classifier with the labels
    /// `spam` and `ham`.
    private var spam: TextClassificationService? {
        let all = taxonomies.named.map(\.service) + [taxonomies.first]
        let fitting = all.filter { service in
            let labels = service.pipeline.taxonomy.categories
            return SpamLabel.allCases.allSatisfy { labels.contains($0.category) }
        }
        return fitting.first { $0.pipeline.taxonomy.name == Taxonomy.spam.name } ?? fitting.first
    }
}
