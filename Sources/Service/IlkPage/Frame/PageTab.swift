/// A link to another part of the same page.
struct PageTab {
    let name: String
    let path: String
    let isChosen: Bool

    /// Returns the links to the parts of a page.
    ///
    /// - Parameters:
    ///   - parts: The names and the paths.
    ///   - path: The path of the shown part.
    static func all(_ parts: [(name: String, path: String)], at path: String) -> [PageTab] {
        parts.map { PageTab(name: $0.name, path: $0.path, isChosen: $0.path == path) }
    }
}
