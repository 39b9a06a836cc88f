public import FoundationEssentials
import GRDB
import IlkStore
public import IlkVocabulary

/// A call that was changed both on this device and on the server, with both versions. The sync chose the
/// version to keep; the user may choose another version later.
public struct CallConflict: Sendable, Hashable {
    /// The version of a call to keep.
    public enum Choice: String, Sendable, CaseIterable, Codable {
        /// The version in this store.
        case local
        /// The version on the server.
        case server
        /// A merge of both versions.
        case merged
    }

    /// The key of the conflict.
    public var id: RecordID
    /// The key of the call.
    public var callKey: RecordID
    /// The version of the call in this store.
    public var local: CallVersion
    /// The version of the call on the server.
    public var server: CallVersion
    /// The version that the sync chose.
    public var winner: Choice
    /// The time at which the conflict was found.
    public var foundAt: Date
    /// The version that the user chose, or `nil` if the user has not chosen.
    public var resolution: Choice?

    /// The last 8 characters of the key, which commands accept as a reference.
    public var shortID: String { String(id.description.suffix(8)) }
}

extension CallConflict {
    init(_ row: Row) throws {
        func version(_ column: String) throws -> CallVersion {
            let json = try row.decode(Data.self, forColumn: column)
            return try CallConflict.decoder.decode(CallVersion.self, from: json)
        }
        guard let id = RecordID(try row.decode(String.self, forColumn: "id")),
            let key = RecordID(try row.decode(String.self, forColumn: "callKey")),
            let winner = Choice(rawValue: try row.decode(String.self, forColumn: "winner"))
        else { throw CallError.notFound("conflict", reference: try row.decode(String.self, forColumn: "id")) }
        self.init(
            id: id, callKey: key, local: try version("local"), server: try version("server"),
            winner: winner, foundAt: Date(milliseconds: try row.decode(Int64.self, forColumn: "foundAt")),
            resolution: try row.decode(String?.self, forColumn: "resolution").flatMap(Choice.init))
    }

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return decoder
    }

    /// The JSON that the database stores for a version.
    static func json(_ version: CallVersion) throws -> String {
        let encoder = JSONEncoder.deterministic()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        return String(decoding: try encoder.encode(version), as: UTF8.self)
    }
}
