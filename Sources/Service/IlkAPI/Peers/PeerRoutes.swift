import IlkHTTP

/// The routes for clients of other programs (`docs/guides/use-existing-clients.md`).
struct PeerRoutes {
    let taxonomies: ServedTaxonomies
    let settings: ServerSettings

    var routes: [Route] {
        HuggingFaceRoutes(taxonomies: taxonomies, settings: settings).routes
            + PredictRoutes(taxonomies: taxonomies, settings: settings).routes
            + ModerationRoutes(taxonomies: taxonomies, settings: settings).routes
    }
}
