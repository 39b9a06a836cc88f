import IlkRules

/// A comment in a pack file.
struct LayoutComment: Hashable {
    /// The comment, starting with `#`, without trailing white space.
    let text: String
    /// `true` if only white space precedes the comment on its line.
    let isAlone: Bool
    /// `true` if a blank line precedes the comment.
    let hasGap: Bool
    /// `true` if a blank line follows the comment.
    var hasGapBehind = false
    let line: Int
    /// The column in bytes, starting at 1.
    let column: Int
    let offset: Int
    /// The number of open brackets around the comment.
    let depth: Int
}

/// A scalar in a pack file.
struct LayoutScalar {
    enum Style {
        case plain
        case single
        case double
        /// A block scalar: the text that starts with `|` or `>`, and the lines without indentation.
        case block(header: String, lines: [String])
        /// An alias, as in `*name`.
        case alias
    }

    /// The value. For an alias, the name with the `*`.
    let text: String
    var style: Style
    let offset: Int
}

/// A pair of a mapping or an item of a list, with its comments.
final class LayoutEntry {
    indirect enum Value {
        case scalar(LayoutScalar)
        case mapping([LayoutEntry])
        case list([LayoutEntry])
    }

    /// `nil` for list items.
    let key: LayoutScalar?
    var value: Value
    /// The byte offset of the key, or of the value if the entry is a list item.
    let offset: Int
    let line: Int
    /// The column, starting at 1. For an item of a block list, the column of the dash.
    let column: Int
    /// `true` inside brackets.
    let isInFlow: Bool
    /// The anchor, as in `&name`.
    var anchor: String?
    /// Comments on separate lines before the entry, trailing comments, and comments on separate lines after
    /// it.
    var before: [LayoutComment] = []
    var trailing: [LayoutComment] = []
    var after: [LayoutComment] = []

    init(key: LayoutScalar?, value: Value, offset: Int, line: Int, column: Int, isInFlow: Bool) {
        self.key = key
        self.value = value
        self.offset = offset
        self.line = line
        self.column = column
        self.isInFlow = isInFlow
    }

    /// The entries of a mapping or list.
    var children: [LayoutEntry] {
        switch value {
        case .scalar: []
        case .mapping(let entries), .list(let entries): entries
        }
    }

    /// `true` if the entry or any descendant has a comment.
    var hasComments: Bool {
        !before.isEmpty || !trailing.isEmpty || !after.isEmpty || children.contains(where: \.hasComments)
    }

    /// `true` if the entry or any descendant is a block scalar.
    var hasBlocks: Bool {
        if case .scalar(let scalar) = value, case .block = scalar.style { return true }
        return children.contains(where: \.hasBlocks)
    }
}
