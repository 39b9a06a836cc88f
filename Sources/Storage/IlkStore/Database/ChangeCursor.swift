import GRDB

/// A reader's position in the changes of a store, such as the position of sync. A reader first reads all rows
/// of the table, and then the list of changes that were made since it began.
package struct ChangeCursor: Sendable {
    package enum Place: Sendable {
        /// Before the first row.
        case beginning
        /// After the row with this number in the table of records.
        case row(Int64)
        /// After the change with this number in the list of changes.
        case listed(Int64)
    }

    private let list: String
    private let rowWord: String
    package var place: Place

    /// Parses a cursor's text. If the text is missing or belongs to another list, the cursor is at the
    /// beginning.
    package init(_ text: String?, of list: String, rowWord: String) {
        (self.list, self.rowWord) = (list, rowWord)
        let words = (text ?? "").split(separator: " ")
        guard words.count == 3, words[0] == list, let number = Int64(words[2]) else {
            place = .beginning
            return
        }
        place = words[1] == rowWord ? .row(number) : .listed(number)
    }

    /// The cursor as text: the list, the type of position and the number of the row or change.
    package var text: String {
        switch place {
        case .beginning: list
        case .row(let last): "\(list) \(rowWord) \(last)"
        case .listed(let last): "\(list) change \(last)"
        }
    }
}

extension Store {
    /// Deletes the changes of a list up to and including a number. Does not open a write transaction if none
    /// match.
    ///
    /// - Throws: ``StoreError``.
    package func deleteChanges(in table: String, upTo number: Int64) async throws {
        let first = try await read { try Int64.fetchOne($0, sql: "SELECT min(number) FROM \(table)") }
        guard let first, first <= number else { return }
        try await write {
            try $0.execute(sql: "DELETE FROM \(table) WHERE number <= ?", arguments: [number])
        }
    }
}
