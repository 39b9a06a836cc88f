import IlkRules

/// A comment of a pack file.
struct LayoutComment: Hashable {
    /// From the `#` on, without white space behind it.
    let text: String
    /// Whether nothing stands before it on its line.
    let isAlone: Bool
    /// Whether a blank line stands before it.
    let hasGap: Bool
    /// Whether a blank line stands behind it.
    var hasGapBehind = false
    let line: Int
    /// From 1, in bytes.
    let column: Int
    let offset: Int
    /// How many brackets are open around it.
    let depth: Int
}

/// A scalar as it stands in a pack file.
struct LayoutScalar {
    enum Style {
        case plain
        case single
        case double
        /// A block: what stands behind `|` or `>`, and its lines without their indentation.
        case block(header: String, lines: [String])
        /// The name of something that stands before, as `*name`.
        case alias
    }

    /// What it says; of an alias its name with the `*`.
    let text: String
    var style: Style
    let offset: Int
}

/// A pair of a mapping, or an item of a list, with the comments that belong to it.
final class LayoutEntry {
    indirect enum Value {
        case scalar(LayoutScalar)
        case mapping([LayoutEntry])
        case list([LayoutEntry])
    }

    /// Nil for items of lists.
    let key: LayoutScalar?
    var value: Value
    /// Where it begins; of an item, where what it holds begins.
    let offset: Int
    let line: Int
    /// From 1; of an item of a block list the dash's.
    let column: Int
    /// Whether it stands in brackets.
    let isInFlow: Bool
    /// The name that it goes by further down, as `&name`.
    var anchor: String?
    /// Comments on lines of their own before it and behind it, and those behind it on its line.
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

    /// What it holds beneath itself.
    var children: [LayoutEntry] {
        switch value {
        case .scalar: []
        case .mapping(let entries), .list(let entries): entries
        }
    }

    /// Whether it or anything beneath it has a comment.
    var hasComments: Bool {
        !before.isEmpty || !trailing.isEmpty || !after.isEmpty || children.contains(where: \.hasComments)
    }

    /// Whether anything beneath it is a block of text.
    var hasBlocks: Bool {
        if case .scalar(let scalar) = value, case .block = scalar.style { return true }
        return children.contains(where: \.hasBlocks)
    }
}
