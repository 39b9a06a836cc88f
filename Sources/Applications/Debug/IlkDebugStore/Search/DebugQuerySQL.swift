import FoundationEssentials
import GRDB
import IlkDebug
import IlkStore
import IlkVocabulary

/// An SQL statement for a query of a debug log. The terms that the full-text index can evaluate become an
/// FTS5 pattern. All other terms become SQL conditions with bound values.
///
/// The index contains the words of each entry, and marks: artificial words for the kind (source, level and
/// event), the session, the device and the numbers of the entry (see ``DebugMarks``). The index returns few
/// rows, newest first, and the conditions filter these rows.
struct DebugQuerySQL {
    /// The maximum number of marks in a pattern. A term that needs more marks becomes an SQL condition.
    static let maximumMarks = 400

    /// The FTS5 pattern that selects the rows to read, or `nil` if the rows are not read from the full-text
    /// index.
    private(set) var pattern: String?
    /// The pattern without its excluded prefixes, for example `timeout` for the query `timeout -api*`. `nil`
    /// if the query has no excluded prefix, or if a prefix also occurs outside of an exclusion.
    ///
    /// FTS5 returns the first rows of this pattern immediately. For a prefix, FTS5 would first merge the
    /// lists of all words that begin with the prefix.
    private(set) var wholePattern: String?
    /// `true` if no entry can match.
    private(set) var isEmpty = false
    /// The period of the query, in nanoseconds since 1970.
    private(set) var times: ClosedRange<Int64> = .min ... .max
    /// `true` if the rows to read are found with the SQL index on `correlation`.
    private var isByCorrelation = false
    private var patterns: [String] = []
    private var exclusions: [(pattern: String, hasPrefix: Bool)] = []
    private var conditions: [String] = []
    private var arguments: StatementArguments = []
    /// `true` if the query contains a prefix, required or excluded.
    private(set) var hasPrefix = false
    /// Words that every result contains.
    private var wanted: [String] = []
    private var kinds: [DebugKind]
    private let database: Database

    init(_ query: DebugQuery?, _ filter: DebugFilter, in database: Database) throws {
        self.database = database
        kinds = try DebugKind.all(in: database)
        let all = kinds
        var chosen = filter.meansAllKinds ? all : all.filter(filter.matches)
        var rest: [SearchQuery.Node] = []
        for node in query.map({ Self.parts($0.query.root) }) ?? [] {
            if Self.isOfKinds(node) {
                chosen.removeAll { !Self.matches(node, for: $0) }
            } else {
                rest.append(node)
            }
        }
        if chosen.isEmpty, !all.isEmpty || !filter.meansAllKinds { isEmpty = true }
        if chosen.count < all.count { requireKinds(chosen) }
        try addConstraint(filter)
        for node in rest { try addConstraint(node) }
        for node in rest { note(node) }
        if !hasPrefix { patterns = try DebugPatterns.optimized(patterns, in: database) }
        assemble()
        let wantsPrefix = rest.contains { node in
            if case .not(let inner) = node, exact(inner) != nil { return false }
            return Self.hasPrefix(node)
        }
        if pattern != nil, !wantsPrefix, exclusions.contains(where: \.hasPrefix) {
            wholePattern = joined(without: exclusions.filter { !$0.hasPrefix }.map(\.pattern))
        }
    }

    /// Sets ``hasPrefix`` if a node contains a prefix, and collects the required words of the node.
    private mutating func note(_ node: SearchQuery.Node) {
        if Self.hasPrefix(node) { hasPrefix = true }
        guard case .term(let term) = node, term.field == nil, case .words(let text, _) = term.value else {
            return
        }
        wanted.append(text)
    }

    private static func hasPrefix(_ node: SearchQuery.Node) -> Bool {
        switch node {
        case .all(let nodes), .any(let nodes): return nodes.contains(where: hasPrefix)
        case .not(let inner): return hasPrefix(inner)
        case .term(let term):
            guard case .words(_, let isPrefix) = term.value else { return false }
            return isPrefix && [nil, "payload"].contains(term.field)
        }
    }

    /// A filter that rejects rows without the required words. Words with digits are not checked, because the
    /// text and the JSON of an entry format numbers differently.
    var wordFilter: TermPrefilter {
        TermPrefilter(wanted.filter { !$0.utf8.contains(where: \.isASCIIDigit) })
    }

    private static func parts(_ root: SearchQuery.Node) -> [SearchQuery.Node] {
        if case .all(let nodes) = root { nodes } else { [root] }
    }

    private mutating func requireKinds(_ kinds: [DebugKind]) {
        guard kinds.count <= Self.maximumMarks else {
            conditions.append("e.kind IN (\(kinds.map { "\($0.id)" }.joined(separator: ",")))")
            return
        }
        patterns.append(DebugPatterns.anyOf(kinds.map { DebugMarks.kind($0.id) }))
    }

    private mutating func addConstraint(_ filter: DebugFilter) throws {
        if let since = filter.since { narrow(from: since, before: nil) }
        if let until = filter.until { narrow(from: nil, before: until) }
        if let id = filter.correlationId { byCorrelation(id) }
    }

    private mutating func byCorrelation(_ id: RecordID) {
        isByCorrelation = true
        conditions.append("(e.correlation = ? OR e.id = ?)")
        arguments += [Data(id.bytes), Data(id.bytes)]
    }

    private mutating func narrow(from: Date?, before: Date?) {
        let low = from.map(DebugLogEntry.nanoseconds) ?? .min
        let high = before.map { max(DebugLogEntry.nanoseconds($0), .min + 1) - 1 } ?? .max
        let (lower, upper) = (max(times.lowerBound, low), min(times.upperBound, high))
        if lower > upper { isEmpty = true } else { times = lower...upper }
    }

    private mutating func addConstraint(_ node: SearchQuery.Node) throws {
        if case .term(let term) = node, case .dates(let from, let before) = term.value {
            return narrow(from: from, before: before)
        }
        if case .term(let term) = node, term.field == "correlation", case .words(let text, _) = term.value {
            guard let id = RecordID(text) else {
                isEmpty = true
                return
            }
            return byCorrelation(id)
        }
        if case .not(let inner) = node, let pattern = exact(inner) {
            exclusions.append((pattern, Self.hasPrefix(inner)))
            return
        }
        if let pattern = exact(node) {
            patterns.append(pattern)
            return
        }
        if let pattern = try approximatePattern(node) { patterns.append(pattern) }
        conditions.append(try condition(node))
    }

    private mutating func assemble() {
        guard !patterns.isEmpty else {
            // FTS5 needs at least one pattern that is not an exclusion.
            for exclusion in exclusions {
                conditions.append(Self.outside)
                arguments += [exclusion.pattern]
            }
            return
        }
        let whole = joined(without: exclusions.map(\.pattern))
        guard isByCorrelation else {
            pattern = whole
            return
        }
        conditions.append(Self.inside)
        arguments += [whole]
    }

    /// Returns a pattern for the rows that match all patterns and none of the exclusions.
    private func joined(without exclusions: [String]) -> String {
        let all = patterns.count == 1 ? patterns[0] : DebugPatterns.all(patterns)
        return exclusions.reduce(all) { "(\($0)) NOT (\($1))" }
    }

    private static let inside =
        "EXISTS (SELECT 1 FROM debugSearch x WHERE x.rowid = e.row AND x.debugSearch MATCH ?)"
    private static let outside = "NOT " + inside

    /// Returns an SQL query for matching rows in a range, newest first. The caller appends the maximum number
    /// of rows as the last argument.
    func statement(
        _ columns: String, rows: ClosedRange<Int64>
    ) -> (sql: String, arguments: StatementArguments) {
        guard let pattern else {
            return statement(
                columns, "debugEntry e", ["e.row BETWEEN ? AND ?"], [rows.lowerBound, rows.upperBound])
        }
        return statement(
            columns, "debugSearch s CROSS JOIN debugEntry e ON e.row = s.rowid",
            ["s.debugSearch MATCH ?", "s.rowid BETWEEN ? AND ?"],
            [pattern, rows.lowerBound, rows.upperBound],
            key: "s.rowid")
    }

    /// Returns an SQL query that applies the conditions to rows that are known to match the pattern. The
    /// caller appends the maximum number of rows as the last argument.
    func statement(_ columns: String, at rows: [Int64]) -> (sql: String, arguments: StatementArguments) {
        let list = rows.map(String.init).joined(separator: ",")
        return statement(columns, "debugEntry e", ["e.row IN (\(list))"], [])
    }

    private func statement(
        _ columns: String, _ tables: String, _ first: [String], _ values: StatementArguments,
        key: String = "e.row"
    ) -> (sql: String, arguments: StatementArguments) {
        var conditions = first + conditions
        var all = values + arguments
        if times != .min ... .max {
            conditions.append("e.time BETWEEN ? AND ?")
            all += [times.lowerBound, times.upperBound]
        }
        let sql = """
            \(columns) FROM \(tables) CROSS JOIN debugKind k ON k.id = e.kind
            LEFT JOIN debugSuggestion g ON g.row = e.row
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(key) DESC LIMIT ?
            """
        return (sql, all)
    }
}

// MARK: - Kinds

extension DebugQuerySQL {
    private static func isOfKinds(_ node: SearchQuery.Node) -> Bool {
        switch node {
        case .all(let nodes), .any(let nodes): nodes.allSatisfy(isOfKinds)
        case .not(let inner): isOfKinds(inner)
        case .term(let term): ["level", "source", "event"].contains(term.field)
        }
    }

    private static func matches(_ node: SearchQuery.Node, for kind: DebugKind) -> Bool {
        switch node {
        case .all(let nodes): nodes.allSatisfy { matches($0, for: kind) }
        case .any(let nodes): nodes.contains { matches($0, for: kind) }
        case .not(let inner): !matches(inner, for: kind)
        case .term(let term): matches(term, for: kind)
        }
    }

    private static func matches(_ term: SearchQuery.Term, for kind: DebugKind) -> Bool {
        switch (term.field, term.value) {
        case ("source", .choice(_, let name)): return kind.source.rawValue == name
        case ("event", .words(let name, let isPrefix)): return kind.hasName(isPrefix ? name + "*" : name)
        case ("level", .choice(let place, _)):
            guard let level = kind.level?.severityIndex else { return false }
            switch term.comparison {
            case .equal: return level == place
            case .atLeast: return level >= place
            case .atMost: return level <= place
            case .more: return level > place
            case .less: return level < place
            }
        default: return false
        }
    }

    // MARK: - Index patterns

    /// Returns an FTS5 pattern that is equivalent to a node of the query, or `nil` if there is none.
    private func exact(_ node: SearchQuery.Node) -> String? {
        if Self.isOfKinds(node) {
            let chosen = kinds.filter { Self.matches(node, for: $0) }
            if chosen.isEmpty { return DebugPatterns.noMatch }
            return chosen.count <= Self.maximumMarks
                ? DebugPatterns.anyOf(chosen.map { DebugMarks.kind($0.id) }) : nil
        }
        switch node {
        case .term(let term): return exact(term)
        case .any(let nodes), .all(let nodes):
            let patterns = nodes.compactMap(exact)
            guard patterns.count == nodes.count else { return nil }
            if case .any = node { return DebugPatterns.any(patterns) }
            return DebugPatterns.all(patterns)
        case .not: return nil
        }
    }

    private func exact(_ term: SearchQuery.Term) -> String? {
        guard case .words(let text, let isPrefix) = term.value else { return nil }
        switch term.field {
        case "payload" where term.path == nil, nil:
            return "{text} : " + IndexedForm.phrase(text, isPrefix: isPrefix)
        case "session", "device":
            guard let id = RecordID(text) else { return DebugPatterns.noMatch }
            return DebugPatterns.anyOf([
                term.field == "session" ? DebugMarks.session(id) : DebugMarks.device(id)
            ])
        default: return nil
        }
    }

    /// Returns an FTS5 pattern that matches every entry that a node matches. The pattern may match additional
    /// entries. Returns `nil` if there is no useful pattern.
    private func approximatePattern(_ node: SearchQuery.Node) throws -> String? {
        if let exact = exact(node) { return exact }
        switch node {
        case .not: return nil
        case .any(let nodes):
            let patterns = try nodes.compactMap(approximatePattern)
            return patterns.count == nodes.count ? DebugPatterns.any(patterns) : nil
        case .all(let nodes):
            let patterns = try nodes.compactMap(approximatePattern)
            return patterns.isEmpty ? nil : DebugPatterns.all(patterns)
        case .term(let term):
            guard term.field == "payload" else { return nil }
            switch term.value {
            case .integer(let number): return try numbers(term.path ?? "", term.comparison, Double(number))
            case .number(let number): return try numbers(term.path ?? "", term.comparison, number)
            case .words(let text, let isPrefix)
            where text.unicodeScalars.contains(where: Self.isIndexed)
                // For a null value, the text of the entry contains only the path.
                && !"null".hasPrefix(text.lowercased()):
                return "{text} : " + IndexedForm.phrase(text, isPrefix: isPrefix)
            default: return nil
            }
        }
    }

    private static func isIndexed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }

    /// Returns a pattern for the entries with a number in one of the buckets that can satisfy a comparison.
    private func numbers(
        _ path: String, _ comparison: SearchQuery.Comparison, _ number: Double
    ) throws -> String? {
        let bucket = DebugMarks.bucket(number)
        let (low, high): (Int64, Int64) =
            switch comparison {
            case .equal: (bucket, bucket)
            case .atLeast, .more: (bucket, .max)
            case .atMost, .less: (.min, bucket)
            }
        let id = try Int64.fetchOne(
            database, sql: "SELECT id FROM debugPath WHERE path = ?", arguments: [path])
        let buckets =
            try id.map {
                try Int64.fetchAll(
                    database,
                    sql: "SELECT bucket FROM debugBucket WHERE path = ? AND bucket BETWEEN ? AND ? LIMIT ?",
                    arguments: [$0, low, high, Self.maximumMarks + 1])
            } ?? []
        guard buckets.count <= Self.maximumMarks else { return nil }
        return DebugPatterns.anyOf(
            buckets.map { DebugMarks.number(path: id ?? 0, bucket: $0) } + [DebugMarks.more])
    }

    // MARK: - Conditions

    private mutating func condition(_ node: SearchQuery.Node) throws -> String {
        if let pattern = exact(node) {
            arguments += [pattern]
            return Self.inside
        }
        switch node {
        case .all(let nodes):
            return "(" + (try nodes.map { try condition($0) }).joined(separator: " AND ") + ")"
        case .any(let nodes):
            return "(" + (try nodes.map { try condition($0) }).joined(separator: " OR ") + ")"
        case .not(let inner): return "NOT ifnull(" + (try condition(inner)) + ", 0)"
        case .term(let term): return try condition(term)
        }
    }

    private mutating func condition(_ term: SearchQuery.Term) throws -> String {
        switch (term.field, term.value) {
        case ("payload", .integer(let number)):
            let value = DebugPayloadPath(term.path ?? "").value(&arguments)
            arguments += [number]
            return Self.compared(value, term.comparison)
        case ("payload", .number(let number)):
            let value = DebugPayloadPath(term.path ?? "").value(&arguments)
            arguments += [number]
            return Self.compared(value, term.comparison)
        case ("payload", .words(let text, let isPrefix)):
            let value = DebugPayloadPath(term.path ?? "").value(&arguments)
            arguments += [isPrefix ? Self.beginning(text) : text]
            return Self.over(
                value,
                isPrefix
                    ? "CAST(v.value AS TEXT) LIKE ? ESCAPE '\\'" : "CAST(v.value AS TEXT) = ? COLLATE NOCASE")
        case ("correlation", .words(let text, _)), ("id", .words(let text, _)):
            let id = RecordID(text).map { Data($0.bytes) } ?? Data()
            arguments += term.field == "id" ? [id] : [id, id]
            return term.field == "id" ? "e.id = ?" : "(e.correlation = ? OR e.id = ?)"
        case (_, .dates(let from, let before)):
            arguments += [
                from.map(DebugLogEntry.nanoseconds) ?? .min,
                before.map { DebugLogEntry.nanoseconds($0) } ?? .max,
            ]
            return "(e.time >= ? AND e.time < ?)"
        default: return "0"
        }
    }
}
