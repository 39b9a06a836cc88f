import IlkHTTP

/// The links to the parts of a page, or to the same page of other taxonomies.
struct PageLinks {
    struct Link {
        let name: String
        let path: String
        let isChosen: Bool
    }

    let label: String
    let links: [Link]

    /// - Parameters:
    ///   - label: The name of the links for screen readers.
    ///   - links: The names and the paths.
    ///   - path: The path of the shown page.
    /// - Returns: `nil` for fewer than two links.
    init?(_ label: String, _ links: [(name: String, path: String)], at path: String) {
        guard links.count > 1 else { return nil }
        self.label = label
        self.links = links.map { Link(name: $0.name, path: $0.path, isChosen: $0.path == path) }
    }
}

extension Visit {
    /// Returns the links to the parts of a page.
    ///
    /// - Parameter path: The path of the shown part, or `nil` for the path of the request.
    func links(to parts: [(name: String, path: String)], at path: String? = nil) -> PageLinks? {
        PageLinks("Parts of this page", parts, at: path ?? call.request.path)
    }

    /// Returns the links to a page for each taxonomy.
    ///
    /// - Parameter page: The path of the page. The name of each taxonomy is added to it.
    func links(toTaxonomies names: [String], of page: String) -> PageLinks? {
        let links = names.map { ($0, page + PagePath.path($0)) }
        return PageLinks("Taxonomies", links, at: page + PagePath.path(self["taxonomy"]))
    }
}
