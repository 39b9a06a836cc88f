import IlkRules

/// Writes entries as a pack file in the canonical format.
struct LayoutWriter {
    private var lines: [String] = []
    /// The maximum line width in characters. Lines without a place to break may be longer.
    private let width: Int
    /// The maximum line width of a formatted file. Excerpts of a file can be narrower.
    static let usualWidth = 120
    /// The length above which items are written on separate lines if a list does not fit on one line.
    private static let wideItem = 32

    static func text(_ document: LayoutReader.Document) -> String {
        var writer = LayoutWriter(width: usualWidth)
        if document.hasMarker { writer.lines.append("---") }
        writer.header(document.root)
        if case .mapping(let entries) = document.root.value {
            writer.mapping(entries, MappingRole(root: entries.lazy.compactMap(\.key?.text)), indent: 0)
        }
        writer.comments(document.root.after, indent: 0)
        return writer.lines.joined(separator: "\n") + "\n"
    }

    /// Returns the lines of one rule without its examples.
    static func rule(_ entry: LayoutEntry, width: Int) -> [String] {
        guard case .mapping(let entries) = entry.value else { return [] }
        var writer = LayoutWriter(width: width)
        writer.mapping(entries.filter { $0.key?.text != "examples" }, .rule, indent: 0)
        return writer.lines
    }

    private init(width: Int) { self.width = width }

    // MARK: Comments

    private mutating func comments(_ comments: [LayoutComment], indent: Int) {
        for comment in comments {
            if comment.hasGap { gap() }
            lines.append(Self.blanks(indent) + comment.text)
        }
    }

    /// Writes the comments at the start of a file, before the first key.
    private mutating func header(_ root: LayoutEntry) {
        comments(root.before, indent: 0)
        if root.before.last?.hasGapBehind == true { lines.append("") }
    }

    private mutating func gap() {
        if let last = lines.last, !last.isEmpty { lines.append("") }
    }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

    private static func trailing(_ entry: LayoutEntry) -> String {
        entry.trailing.map { "  " + $0.text }.joined()
    }

    // MARK: Mappings

    private func sorted(_ entries: [LayoutEntry], _ role: MappingRole) -> [LayoutEntry] {
        let keys = role.keys
        let late = role.firstLate.flatMap(keys.firstIndex) ?? keys.count
        func rank(_ entry: LayoutEntry) -> Int {
            guard let known = keys.firstIndex(of: entry.key?.text ?? "") else { return 2 * late - 1 }
            return 2 * known
        }
        guard !keys.isEmpty else { return entries }
        return entries.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
            .map(\.element)
    }

    /// Writes pairs, each on one or more lines. The first pair may follow the dash of a list item.
    private mutating func mapping(
        _ entries: [LayoutEntry], _ role: MappingRole, indent: Int, dash: Bool = false
    ) {
        for (index, entry) in sorted(entries, role).enumerated() {
            let first = dash && index == 0
            if !first { comments(entry.before, indent: indent) }
            pair(
                entry, role, indent: indent,
                start: first ? Self.blanks(indent - 2) + "- " : Self.blanks(indent))
            comments(entry.after, indent: indent)
        }
    }

    private mutating func pair(_ entry: LayoutEntry, _ role: MappingRole, indent: Int, start: String) {
        guard let key = entry.key else { return }
        let name = ScalarLayout.inline(key, key: nil, isInFlow: false)
        let head = start + name + ":" + (entry.anchor.map { " " + $0 } ?? "")
        let inner = role.role(under: key.text)
        switch entry.value {
        case .scalar(let scalar): self.scalar(scalar, entry, key: key.text, role, head: head, indent: indent)
        case .mapping(let entries):
            if !isBlock(entry, inner, head), let flow = flow(entry, inner, key: key.text) {
                lines.append(head + " " + flow + Self.trailing(entry))
            } else {
                lines.append(head + Self.trailing(entry))
                mapping(entries, inner, indent: indent + 2)
            }
        case .list(let entries): list(entries, entry, inner, key: key.text, head: head, indent: indent)
        }
    }

    /// `true` if each pair of a mapping is written on a separate line.
    private func isBlock(_ entry: LayoutEntry, _ role: MappingRole, _ head: String) -> Bool {
        switch role {
        case .pack, .overrides, .rule, .change, .exception, .matchers, .examples:
            return !entry.children.isEmpty
        case .matcher, .other: break
        }
        guard let flow = flow(entry, role, key: nil) else { return true }
        if head.count + 1 + flow.count <= width { return false }
        // An expression cannot be broken, so a separate line gains nothing.
        return entry.children.contains { if case .list = $0.value { true } else { false } }
            || entry.children.count > 2
    }

    private mutating func scalar(
        _ scalar: LayoutScalar, _ entry: LayoutEntry, key: String, _ role: MappingRole, head: String,
        indent: Int
    ) {
        let trailing = Self.trailing(entry)
        if case .block(let header, let text) = scalar.style {
            let isFolded =
                header.hasPrefix(">") && role.hasCondition && key == "when" && !scalar.text.contains("\n")
            if !isFolded { return block(header, text, head + " ", trailing, indent: indent) }
        }
        if scalar.text.isEmpty, case .plain = scalar.style { return lines.append(head + trailing) }
        var plain = scalar
        if role.hasCondition, key == "when", case .block = scalar.style { plain.style = .plain }
        let written = ScalarLayout.inline(plain, key: key, isInFlow: false)
        guard role.hasCondition, key == "when", head.count + 1 + written.count > width,
            written == scalar.text
        else {
            return lines.append(head + " " + written + trailing)
        }
        lines.append(head + " >-" + trailing)
        for line in ScalarLayout.wrapped(scalar.text, width: width - indent - 2) {
            lines.append(Self.blanks(indent + 2) + line)
        }
    }

    private mutating func block(
        _ header: String, _ text: [String], _ head: String, _ trailing: String, indent: Int
    ) {
        let mark = header.filter { !$0.isNumber }
        let first = text.first { !$0.isEmpty } ?? ""
        lines.append(
            head + String(mark.prefix(1)) + (first.hasPrefix(" ") ? "2" : "") + mark.dropFirst() + trailing)
        var kept = text[...]
        if !mark.contains("+") { while kept.last?.isEmpty == true { kept.removeLast() } }
        for line in kept { lines.append(line.isEmpty ? "" : Self.blanks(indent + 2) + line) }
    }

    // MARK: Lists

    private mutating func list(
        _ items: [LayoutEntry], _ entry: LayoutEntry, _ role: MappingRole, key: String, head: String,
        indent: Int
    ) {
        if !role.isEntry || items.isEmpty, let flow = flow(entry, role, key: key) {
            if head.count + 1 + flow.count <= width,
                items.count == 1 || !items.contains(where: Self.hasLines)
            {
                return lines.append(head + " " + flow + Self.trailing(entry))
            }
            let written = items.compactMap { self.flow($0, role, key: key) }
            if written.allSatisfy({ $0.count <= Self.wideItem }), !items.contains(where: Self.hasLines) {
                return filled(written, head: head, Self.trailing(entry), indent: indent)
            }
        }
        lines.append(head + Self.trailing(entry))
        for (index, item) in items.enumerated() {
            if role.hasCondition, index > 0 { gap() }
            comments(item.before, indent: indent + 2)
            self.item(item, role, key: key, indent: indent + 2)
            comments(item.after, indent: indent + 2)
        }
    }

    /// `true` if an entry is a text of several lines. A list with such an entry is written with one item per
    /// line.
    private static func hasLines(_ entry: LayoutEntry) -> Bool {
        if case .scalar(let scalar) = entry.value { scalar.text.contains("\n") } else { false }
    }

    private mutating func item(_ item: LayoutEntry, _ role: MappingRole, key: String, indent: Int) {
        let start = Self.blanks(indent) + "- " + (item.anchor.map { $0 + " " } ?? "")
        switch item.value {
        case .scalar(let scalar):
            if case .block(let header, let text) = scalar.style {
                return block(header, text, start, Self.trailing(item), indent: indent)
            }
            lines.append(start + ScalarLayout.inline(scalar, key: key, isInFlow: false) + Self.trailing(item))
        case .mapping(let entries) where item.anchor == nil:
            // A comment before the first pair of the mapping goes before the dash.
            if let first = sorted(entries, role).first { comments(first.before, indent: indent) }
            mapping(entries, role, indent: indent + 2, dash: true)
        case .list, .mapping:
            let flow = flow(item, role, key: key, ignoringComments: true)
            lines.append(start + (flow ?? "[]") + Self.trailing(item))
        }
    }

    /// Writes a bracketed list on several lines.
    private mutating func filled(_ items: [String], head: String, _ trailing: String, indent: Int) {
        var line = head + " ["
        for (index, item) in items.enumerated() {
            let isLast = index == items.count - 1
            let piece = item + (isLast ? "]" : ",")
            if line.count + 1 + piece.count > width, line.last != "[" {
                lines.append(line)
                line = Self.blanks(indent + 2) + piece
            } else {
                line += (line.last == "[" ? "" : " ") + piece
            }
        }
        lines.append(line + trailing)
    }

    // MARK: One line

    /// Returns the value of an entry on one line, or `nil` if it contains comments or block scalars.
    private func flow(
        _ entry: LayoutEntry, _ role: MappingRole, key: String?, ignoringComments: Bool = false
    ) -> String? {
        let children = entry.children
        guard ignoringComments || !children.contains(where: \.hasComments) else { return nil }
        guard !entry.hasBlocks, !children.contains(where: { $0.anchor != nil }) else { return nil }
        switch entry.value {
        case .scalar(let scalar):
            if case .plain = scalar.style, scalar.text.isEmpty { return nil }
            return ScalarLayout.inline(scalar, key: key, isInFlow: true)
        case .list:
            var items: [String] = []
            for child in children {
                guard let item = flow(child, role, key: key) else { return nil }
                items.append(item)
            }
            return "[" + items.joined(separator: ", ") + "]"
        case .mapping:
            var pairs: [String] = []
            for child in sorted(children, role) {
                guard let name = child.key,
                    let value = flow(child, role.role(under: name.text), key: name.text)
                else { return nil }
                pairs.append("\(ScalarLayout.inline(name, key: nil, isInFlow: true)): \(value)")
            }
            return pairs.isEmpty ? "{}" : "{ " + pairs.joined(separator: ", ") + " }"
        }
    }
}
