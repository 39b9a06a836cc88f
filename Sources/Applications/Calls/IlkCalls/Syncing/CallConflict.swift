public import FoundationEssentials
import GRDB
import IlkStore
public import IlkVocabulary

/// A call that both sides have changed, with what each said: one won by itself, and a person may choose otherwise.
public struct CallConflict: Sendable, Hashable {
    /// A way out.
    public enum Choice: String, Sendable, CaseIterable, Codable {
        /// What this store said.
        case local
        /// What the server said.
        case server
        /// Both together.
        case merged
    }

    /// The conflict's key.
    public var id: RecordID
    /// The call.
    public var callKey: RecordID
    /// What this store said.
    public var local: CallVersion
    /// What the server said.
    public var server: CallVersion
    /// What won by itself.
    public var winner: Choice
    /// When it was found.
    public var foundAt: Date
    /// What a person chose; nil when nobody has.
    public var resolution: Choice?

    /// The last 8 characters of the key.
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
        else { throw CallError.noSuch("conflict") }
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

    /// A version as it is kept.
    static func json(_ version: CallVersion) throws -> String {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(version), as: UTF8.self)
    }
}
