import FoundationEssentials
import GRDB
import IlkFraming
import IlkStore
import IlkVocabulary

/// An event with its row number in `usageEvent`.
struct UsageRow {
    /// The row number, which sorts events by time.
    let place: Int64
    let event: UsageEvent
    /// The JSON that another device sent, or `nil` if ``UsageRecordJSON`` encodes the event to the same
    /// bytes.
    let payload: [UInt8]?

    /// The columns that ``init(_:)`` reads. `c` is the table of events.
    static let columns = """
        c.place, c.key, c.kind, c.timestamp, c.zone, c.session, c.device, c.caregiver, c.language, c.tag, c.receivedAt,
        c.symbol, c.label, c.category, c.gridRow, c.gridColumn, c.position, c.isModeled, c.symbols, c.phrase,
        c.constructionTime, c.removed, c.reordered, c.length, c.payload
        """

    /// Decodes the current row of a statement.
    init(_ row: RawStatement) throws {
        func number(_ column: Int32) -> Int? { row.isNull(column) ? nil : Int(row.integer(column)) }
        place = row.integer(0)
        let action: UsageEvent.Action
        if row.integer(2) == 0 {
            let grid = number(14).flatMap { row in
                number(15).map { SymbolTap.GridPosition(row: row, column: $0) }
            }
            action = .tap(
                SymbolTap(
                    symbolID: try row.text(11) ?? "", label: try row.text(12) ?? "",
                    categoryPath: try row.text(13),
                    gridPosition: grid, phrasePosition: number(16), isModeled: row.integer(17) == 1))
        } else {
            action = .phrase(
                PhraseCompletion(
                    symbolIDs: Self.unpacked(try row.text(18) ?? ""), phrase: try row.text(19) ?? "",
                    constructionTime: Int(row.integer(20)),
                    edits: .init(removed: Int(row.integer(21)), reordered: Int(row.integer(22))),
                    finalPhraseLength: Int(row.integer(23))))
        }
        event = UsageEvent(
            id: try Self.id(row, 1), time: ZonedTime(milliseconds: row.integer(3), zone: Int(row.integer(4))),
            action: action, language: try row.text(8) ?? "", sessionID: try Self.id(row, 5),
            deviceID: try Self.id(row, 6), caregiverProfileID: row.isNull(7) ? nil : try Self.id(row, 7),
            tag: try row.text(9), receivedAt: number(10).map { Date(milliseconds: Int64($0)) })
        payload = row.isNull(24) ? nil : row.withBlob(24) { Array($0) }
    }

    /// Reads a key from a column.
    static func id(_ row: RawStatement, _ column: Int32) throws -> RecordID {
        guard let id = row.withBlob(column, { RecordID(bytes: $0) }) else {
            throw GRDB.DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a key does not have 16 bytes")
        }
        return id
    }

    /// Returns symbols as a JSON array.
    static func packed(_ symbols: [String]) -> String {
        var writer = JSONWriter()
        writer.beginArray()
        for symbol in symbols { writer.string(symbol) }
        writer.endArray()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    static func unpacked(_ text: String) -> [String] {
        let tree = try? JSONTree(strictly: text.utf8)  // Written by `packed`.
        guard case .array(let values)? = tree else { return [] }
        return values.compactMap { if case .string(let symbol) = $0 { symbol } else { nil } }
    }
}
