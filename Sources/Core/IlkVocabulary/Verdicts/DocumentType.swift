/// The six document types of the default taxonomy, in the order of the taxonomy.
public enum DocumentType: String, CaseIterable, Codable, Sendable {
    /// An e-mail or letter, with or without headers.
    case email
    /// A chat line, an SMS, a chat log.
    case message
    /// Edited prose: news, articles, books, manuals.
    case document
    /// A public post or comment.
    case social
    /// Source code, markup or configuration.
    case code
    /// A query typed into a search box.
    case search

    /// The category with the same name.
    public var category: Category { Category(rawValue) }
}
