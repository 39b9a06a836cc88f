import GRDB

/// Where among the changes of a store somebody is: in what was there when it began, or in the list of what came since.
package struct ChangeMark: Sendable {
    /// A place among changes.
    package enum Place: Sendable {
        /// Before all.
        case beginning
        /// Behind a row of the table of records.
        case row(Int64)
        /// Behind a number of the list.
        case listed(Int64)
    }

    private let list: String
    private let rowWord: String
    /// The place.
    package var place: Place

    /// Reads a mark.
    ///
    /// - Parameters:
    ///   - text: The mark; the beginning, if it is of another list or none.
    ///   - list: The name of the list.
    ///   - rowWord: The word for rows in marks.
    package init(_ text: String?, of list: String, rowWord: String) {
        (self.list, self.rowWord) = (list, rowWord)
        let words = (text ?? "").split(separator: " ")
        guard words.count == 3, words[0] == list, let number = Int64(words[2]) else {
            place = .beginning
            return
        }
        place = words[1] == rowWord ? .row(number) : .listed(number)
    }

    /// The mark: the list, a word for the kind of place, and its number.
    package var text: String {
        switch place {
        case .beginning: list
        case .row(let last): "\(list) \(rowWord) \(last)"
        case .listed(let last): "\(list) change \(last)"
        }
    }
}

extension Store {
    /// Deletes the changes of a list up to a number, if there are any.
    ///
    /// - Throws: ``StoreError``.
    package func forgetChanges(in table: String, upTo number: Int64) async throws {
        let first = try await read { try Int64.fetchOne($0, sql: "SELECT min(number) FROM \(table)") }
        guard let first, first <= number else { return }
        try await write {
            try $0.execute(sql: "DELETE FROM \(table) WHERE number <= ?", arguments: [number])
        }
    }
}
