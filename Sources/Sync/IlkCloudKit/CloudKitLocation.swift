import IlkVocabulary

/// A zone of a CloudKit container: the location that a replica is synced with.
public struct CloudKitLocation: Sendable, Hashable {
    /// One of the two environments of a container.
    public enum Environment: String, Sendable, Hashable, CaseIterable {
        /// The environment for development.
        case development
        /// The environment of released apps.
        case production
    }

    /// The container ID, which starts with `iCloud.`.
    public let container: String
    /// The environment.
    public let environment: Environment
    /// The zone in the user's private database.
    public let zone: String

    /// Creates a location, or returns `nil` if the container or zone name is invalid.
    ///
    /// - Parameters:
    ///   - container: The container ID: `iCloud.` followed by ASCII letters, digits, `_`, `-` and `.`; at
    ///     most 255 bytes.
    ///   - environment: The environment.
    ///   - zone: The name of the zone: the same characters as in the container ID, but no `_` at the start.
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

    /// The address of CloudKit Web Services.
    public static let server = "https://api.apple-cloudkit.com"
}

extension CloudKitLocation: LosslessStringConvertible {
    /// The container, environment and zone, separated by slashes.
    public var description: String { "\(container)/\(environment.rawValue)/\(zone)" }

    /// Parses a ``description``.
    ///
    /// - Parameter description: The container, environment and zone, separated by slashes.
    public init?(_ description: String) {
        let parts = description.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let environment = Environment(rawValue: parts[1]) else { return nil }
        self.init(container: parts[0], environment: environment, zone: parts[2])
    }
}

/// Storage for a user's web auth token. Each token is valid for one request, and each response contains the
/// next one.
public protocol WebTokenStore: Sendable {
    /// Returns the token for the next request, or `nil` if the user has to sign in.
    ///
    /// - Throws: An error if the token cannot be read.
    func token() async throws -> String?
    /// Stores the next token durably. The caller uses the response only after this function returns.
    ///
    /// - Parameter token: The token for the next request.
    /// - Throws: An error if the token cannot be written.
    func keep(_ token: String) async throws
}
