import FoundationEssentials
import GRDB
import IlkStore

/// An SQL statement for a mail query. The words of the query become an FTS5 pattern. All other terms become
/// SQL conditions with bound values.
struct MailQuerySQL {
    /// The FTS5 pattern that selects the rows to read, or `nil` if the query requires no words.
    private(set) var pattern: String?
    private var conditions: [String] = []
    private(set) var arguments: StatementArguments = []

    init(_ query: SearchQuery) {
        let parts: [SearchQuery.Node]
        if case .all(let nodes) = query.root { parts = nodes } else { parts = [query.root] }
        // Required words form one pattern, together with excluded words.
        let wordy = parts.filter(Self.isWordy)
        let wanted = wordy.filter { !Self.isNegation($0) }
        if let first = wanted.first {
            var pattern = Self.pattern(first)
            for node in wanted.dropFirst() { pattern = "(\(pattern)) AND (\(Self.pattern(node)))" }
            for case .not(let node) in wordy { pattern = "(\(pattern)) NOT (\(Self.pattern(node)))" }
            self.pattern = pattern
        }
        for node in parts where wanted.isEmpty || !Self.isWordy(node) {
            conditions.append(condition(node))
        }
    }

    /// Returns an SQL query for the rows of matching messages, newest first. The caller appends the maximum
    /// number of rows as the last argument.
    func statement(account: Int64?, before row: Int64?) -> (sql: String, arguments: StatementArguments) {
        var conditions = conditions
        var all = arguments
        if let account {
            conditions.append("e.account = ?")
            all += [account]
        }
        let key = pattern == nil ? "e.row" : "s.rowid"
        if let row {
            conditions.append("\(key) < ?")
            all += [row]
        }
        var tables = "email e"
        if let pattern {
            tables = "emailWords s CROSS JOIN email e ON e.row = s.rowid"
            // With bounds on its row id, FTS5 skips the rows outside the date range.
            conditions = conditions.map {
                $0.replacing("e.row >= ?", with: "s.rowid >= ?").replacing("e.row < ?", with: "s.rowid < ?")
            }
            conditions.insert("emailWords MATCH ?", at: 0)
            all = [pattern] + all
        }
        let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        return ("SELECT e.row FROM \(tables)\(filter) ORDER BY \(key) DESC LIMIT ?", all)
    }

    // MARK: - Words

    private static let columns = ["from": "sender", "to": "recipients", "subject": "subject", "body": "body"]

    /// Returns `true` if a node of the query can be part of an FTS5 pattern. The node must contain only
    /// words. An exclusion is possible only as the outermost operator of the node, because FTS5 has no unary
    /// NOT.
    private static func isWordy(_ node: SearchQuery.Node) -> Bool {
        switch node {
        case .term(let term): return term.field == nil || columns[term.field ?? ""] != nil
        case .not(let inner): return isWordy(inner) && !isNegation(inner)
        case .any(let nodes), .all(let nodes): return nodes.allSatisfy { isWordy($0) && !isNegation($0) }
        }
    }

    private static func isNegation(_ node: SearchQuery.Node) -> Bool {
        if case .not = node { return true }
        return false
    }

    private static func pattern(_ node: SearchQuery.Node) -> String {
        switch node {
        case .term(let term): return pattern(term)
        case .any(let nodes): return nodes.map { "(\(pattern($0)))" }.joined(separator: " OR ")
        case .all(let nodes): return nodes.map { "(\(pattern($0)))" }.joined(separator: " AND ")
        case .not(let inner): return pattern(inner)
        }
    }

    /// Returns an FTS5 phrase for a term. If the term has a field, the phrase is restricted to a column.
    private static func pattern(_ term: SearchQuery.Term) -> String {
        guard case .words(let text, let isPrefix) = term.value else { return "\"\"" }
        let phrase = IndexedForm.phrase(text, isPrefix: isPrefix)
        guard let field = term.field, let column = columns[field] else { return phrase }
        return "{\(column)} : \(phrase)"
    }

    // MARK: - Conditions

    private mutating func condition(_ node: SearchQuery.Node) -> String {
        switch node {
        case .all(let nodes): return "(" + nodes.map { condition($0) }.joined(separator: " AND ") + ")"
        case .any(let nodes): return "(" + nodes.map { condition($0) }.joined(separator: " OR ") + ")"
        case .not(let inner): return "NOT " + condition(inner)
        case .term(let term): return condition(term)
        }
    }

    private mutating func condition(_ term: SearchQuery.Term) -> String {
        switch (term.field, term.value) {
        case ("tag", .words(let name, _)):
            arguments += [name, name]
            return """
                EXISTS (SELECT 1 FROM emailLabel x JOIN label l ON l.row = x.label
                    WHERE x.email = e.row AND (l.gmailId = ? COLLATE NOCASE OR l.name = ? COLLATE NOCASE))
                """
        case ("is", .choice(let place, _)):
            return ["e.isRead = 0", "e.isRead = 1", "e.isStarred = 1", "e.isStarred = 1"][place]
        case ("has", _): return "e.hasAttachment = 1"
        case ("id", .words(let id, _)):
            let bare = id.hasPrefix("<") && id.hasSuffix(">") ? String(id.dropFirst().dropLast()) : id
            arguments += [bare, bare]
            return "(e.gmailId = ? OR e.messageId = ?)"
        case ("thread", .words(let id, _)):
            arguments += [id]
            return "e.thread IN (SELECT row FROM emailThread WHERE threadId = ?)"
        case ("category", .words(let name, _)):
            arguments += [name, name]
            let corrections = MailSchema.corrections
            let corrected =
                "SELECT 1 FROM \(corrections.name) c WHERE c.record = e.row AND \(corrections.isCurrent)"
            return """
                (EXISTS (\(corrected) AND c.label = ?) OR EXISTS (SELECT 1 FROM emailVerdict v
                    WHERE v.email = e.row AND v.category = ? AND NOT EXISTS (\(corrected) AND c.taxonomy = v.taxonomy)))
                """
        case ("size", .number(let size)):
            arguments += [size]
            return "e.size \(term.comparison == .equal ? "=" : term.comparison.rawValue) ?"
        case (let field?, .dates(let from, let before)): return condition(field, from, before)
        default:
            arguments += [Self.pattern(term)]
            return "e.row IN (SELECT rowid FROM emailWords WHERE emailWords MATCH ?)"
        }
    }

    /// Returns a condition on the row number, which begins with the date.
    private mutating func condition(_ field: String, _ from: Date?, _ before: Date?) -> String {
        var (low, high) = (from, before)
        switch field {
        case "after", "newer_than": high = nil
        case "before", "older_than": (low, high) = (nil, from ?? before)
        default: break
        }
        var bounds: [String] = []
        if let low {
            bounds.append("e.row >= ?")
            arguments += [EmailKey.first(of: low)]
        }
        if let high {
            bounds.append("e.row < ?")
            arguments += [EmailKey.first(of: high)]
        }
        return bounds.isEmpty ? "1" : "(" + bounds.joined(separator: " AND ") + ")"
    }
}
