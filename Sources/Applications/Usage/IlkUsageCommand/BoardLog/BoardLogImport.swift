import IlkConsole
import IlkStore
import IlkUsage
import IlkFraming

/// Reads Open Board Logs of Ilk and of other programs.
///
/// Records without a key get a key that is computed from their content. A second import of the same file
/// therefore adds nothing. Buttons become taps and utterances become phrases; notes, actions and assessments
/// are ignored.
struct BoardLogImport {
    /// The file name in messages.
    let name: String

    /// Decodes the records of a log.
    ///
    /// - Throws: `badInput` for the first error. The message names the line, or the session and the event.
    func records(of file: [UInt8]) throws -> [UsageRecord] {
        let json = Self.withoutNotice(file)
        let tree: JSONTree
        do {
            tree = try JSONTree(strictly: json)
        } catch {
            let lines = file.prefix(file.count - json.count + error.offset)
                .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let place = FileLocation.text(name, line: lines.count, column: (lines.last?.count ?? 0) + 1)
            throw CommandError(.badInput, error.detail, at: place, hint: Self.hint)
        }
        guard case .string(let format)? = tree["format"], format.hasPrefix("open-board-log-"),
            case .array(let sessions)? = tree["sessions"]
        else {
            throw CommandError(
                .badInput,
                "not an Open Board Log: 'format' must begin with 'open-board-log-', and 'sessions' must be "
                    + "an array",
                at: name, hint: Self.hint)
        }
        let user = BoardLogKey(tree["user_id"].flatMap(Self.text) ?? "")
        var records: [UsageRecord] = []
        for (number, session) in sessions.enumerated() {
            let reader = BoardLogSession(
                session, user: user, number: number, language: tree["locale"].flatMap(Self.text))
            do {
                records += try reader.records()
            } catch let problem as RecordError {
                throw CommandError(
                    .badInput, problem.message, at: "\(name): session \(number + 1)", hint: Self.hint)
            }
        }
        return records
    }

    private static let hint = "no record of the file was imported"

    /// Inserts the records in one transaction.
    func insert(_ records: [UsageRecord], into store: UsageStore) async throws -> RecordImportOutcome {
        do {
            let added = try await store.insert(records)
            return RecordImportOutcome(added: added, present: records.count - added)
        } catch let error as UsageError {
            throw CommandError(.badInput, error.description, at: name, hint: Self.hint)
        }
    }

    /// Returns the log without a leading `/* ... */` comment.
    static func withoutNotice(_ file: [UInt8]) -> ArraySlice<UInt8> {
        let rest = file.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard rest.starts(with: "/*".utf8) else { return file[...] }
        var place = rest.startIndex + 2
        while place + 1 < rest.endIndex {
            if rest[place] == UInt8(ascii: "*"), rest[place + 1] == UInt8(ascii: "/") {
                return rest[(place + 2)...]
            }
            place += 1
        }
        return file[...]
    }

    static func text(_ value: JSONTree) -> String? { if case .string(let text) = value { text } else { nil } }
}
