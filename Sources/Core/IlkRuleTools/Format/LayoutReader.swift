import IlkRules
import Yams

/// Parses a pack file into entries with their comments. The structure comes from the YAML tree, and comments
/// and scalar styles come from the source.
struct LayoutReader {
    /// The reason why a file is not formatted, and its byte offset.
    struct Refusal: Error {
        let reason: String
        let offset: Int
    }

    private let source: SourceText
    private var scan: LayoutScan
    /// The last computed position and its offset, from which the next computation continues.
    private var known = (position: SourcePosition.start, offset: 0)

    private init(_ source: SourceText) {
        self.source = source
        scan = LayoutScan(source.bytes)
    }

    struct Document {
        let root: LayoutEntry
        /// `true` if the file begins with `---`.
        let hasMarker: Bool
        let comments: [LayoutComment]
    }

    /// Returns the entries of a file with their comments.
    static func read(_ source: SourceText, _ root: Node) throws(Refusal) -> Document {
        var reader = LayoutReader(source)
        let entry = try reader.entry(key: nil, root, indent: -1, isInFlow: false)
        try reader.scan.finish()
        CommentPlacement.place(reader.scan.comments, in: entry)
        return Document(root: entry, hasMarker: reader.scan.hasMarker, comments: reader.scan.comments)
    }

    private mutating func offset(_ mark: Mark?) -> Int {
        let position = SourcePosition(mark)
        known = (position, source.utf8Offset(of: position, from: known))
        return known.offset
    }

    private mutating func entry(
        key: LayoutScalar?, _ node: Node, indent: Int, isInFlow: Bool, at place: SourcePosition? = nil
    ) throws(Refusal) -> LayoutEntry {
        let position = place ?? SourcePosition(node.mark)
        let begin = offset(node.mark)
        if scan.hasPassed(begin) {
            // Yams replaces an alias with the anchored node, whose position is before the current one.
            let alias = LayoutScalar(text: try scan.alias(), style: .alias, offset: begin)
            return LayoutEntry(
                key: key, value: .scalar(alias), offset: key?.offset ?? alias.offset, line: position.line,
                column: position.column, isInFlow: isInFlow)
        }
        let start = key?.offset ?? begin
        let anchor = try scan.anchor(at: begin)
        let value: LayoutEntry.Value
        switch node {
        case .scalar(let scalar): value = .scalar(try self.scalar(scalar, indent: indent))
        case .mapping(let mapping): value = try pairs(mapping, indent: indent, isInFlow: isInFlow)
        case .sequence(let sequence):
            value = try items(sequence, isNamed: anchor != nil, indent: indent, isInFlow: isInFlow)
        case .alias: throw Refusal(reason: "the file has aliases", offset: start)
        }
        let entry = LayoutEntry(
            key: key, value: value, offset: start, line: position.line, column: position.column,
            isInFlow: isInFlow)
        entry.anchor = anchor
        return entry
    }

    private mutating func pairs(
        _ mapping: Node.Mapping, indent: Int, isInFlow: Bool
    ) throws(Refusal) -> LayoutEntry.Value {
        let isFlow = isInFlow || mapping.style == .flow
        var entries: [LayoutEntry] = []
        for (keyNode, valueNode) in mapping {
            guard case .scalar(let name) = keyNode else {
                throw Refusal(reason: "a key is not a string", offset: offset(keyNode.mark))
            }
            guard !scan.hasPassed(offset(keyNode.mark)) else {
                throw Refusal(reason: "a key is an alias", offset: offset(keyNode.mark))
            }
            let position = SourcePosition(keyNode.mark)
            let key = try scalar(name, indent: indent)
            entries.append(
                try entry(
                    key: key, valueNode, indent: isFlow ? indent : position.column - 1, isInFlow: isFlow,
                    at: position))
        }
        return .mapping(entries)
    }

    private mutating func items(
        _ sequence: Node.Sequence, isNamed: Bool, indent: Int, isInFlow: Bool
    ) throws(Refusal) -> LayoutEntry.Value {
        let isFlow = isInFlow || sequence.style == .flow
        // The mark of an anchored list is that of the anchor.
        let column = SourcePosition(sequence.mark).column
        let dash = isNamed ? max(1, SourcePosition(sequence.first?.mark).column - 2) : column
        var entries: [LayoutEntry] = []
        for item in sequence {
            var position = SourcePosition(item.mark)
            // A list may be indented no more than its key, but the format indents it below the key.
            if !isFlow { position.column = max(dash, indent + 2) }
            entries.append(
                try entry(key: nil, item, indent: isFlow ? indent : dash - 1, isInFlow: isFlow, at: position))
        }
        return .list(entries)
    }

    private mutating func scalar(_ scalar: Node.Scalar, indent: Int) throws(Refusal) -> LayoutScalar {
        // The scalar begins after its anchor, if it has one.
        let start = max(offset(scalar.mark), scan.place)
        switch scalar.style {
        case .literal, .folded:
            let block = try scan.block(at: start, indent: indent)
            return LayoutScalar(text: scalar.string, style: block, offset: start)
        case .singleQuoted, .doubleQuoted:
            let isDouble = scalar.style == .doubleQuoted
            try scan.quoted(at: start, isDouble: isDouble)
            return LayoutScalar(text: scalar.string, style: isDouble ? .double : .single, offset: start)
        case .plain, .any:
            try scan.plain(scalar.string, at: start)
            return LayoutScalar(text: scalar.string, style: .plain, offset: start)
        }
    }
}
