import IlkVocabulary

/// Which database of which container.
public struct CloudKitPlace: Sendable, Hashable {
    /// Which of a container's two sets of databases.
    public enum Environment: String, Sendable, Hashable, CaseIterable {
        /// While it is being made.
        case development
        /// What people use.
        case production
    }

    /// The container: `iCloud.` and a name.
    public let container: String
    /// Which set of databases.
    public let environment: Environment
    /// The zone in the user's private database.
    public let zone: String

    /// A zone of a private database. Only these have a feed and batches that are taken as a whole.
    ///
    /// - Returns: Nil when the container or the zone have no such name.
    public init?(container: String, environment: Environment = .production, zone: String = "Ilk") {
        func isName(_ text: String) -> Bool {
            let isPlain = text.utf8.allSatisfy { $0.isASCIIWord || "-.".utf8.contains($0) }
            return isPlain && !text.isEmpty && text.utf8.count <= 255 && !text.hasPrefix("_")
        }
        guard container.hasPrefix("iCloud."), container.utf8.count > 7, isName(container), isName(zone) else {
            return nil
        }
        self.container = container
        self.environment = environment
        self.zone = zone
    }

    /// Where CloudKit's web service is.
    public static let server = "https://api.apple-cloudkit.com"
}

extension CloudKitPlace: LosslessStringConvertible {
    /// The container, the environment and the zone, with slashes between.
    public var description: String { "\(container)/\(environment.rawValue)/\(zone)" }

    /// Reads what ``description`` writes.
    public init?(_ description: String) {
        let parts = description.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let environment = Environment(rawValue: parts[1]) else { return nil }
        self.init(container: parts[0], environment: environment, zone: parts[2])
    }
}

/// Where the user's token is kept between requests: each is good for one, and each answer has the next.
public protocol WebTokenKeeper: Sendable {
    /// The token for the next request; nil when the user has to sign in.
    func token() async throws -> String?
    /// Takes the next one, and has it for good when it returns: the answer is used only then.
    func keep(_ token: String) async throws
}
