import IlkRules

/// Finds out what comments are about.
enum CommentPlacement {
    /// Gives each comment to an entry: one behind something on its line to that, one on a line of its own to what
    /// follows it, or, when it stands further in than that, to what is before it.
    static func place(_ comments: [LayoutComment], in root: LayoutEntry) {
        var entries: [LayoutEntry] = []
        collect(root, &entries)
        // The root itself stands where its first pair does.
        let list = Array(entries.dropFirst())
        for comment in comments {
            let next = list.firstIndex { $0.offset > comment.offset }
            if comment.isAlone {
                placeAlone(comment, list, next, root)
            } else {
                placeBehind(comment, list[..<(next ?? list.count)], root)
            }
        }
    }

    private static func collect(_ entry: LayoutEntry, _ entries: inout [LayoutEntry]) {
        entries.append(entry)
        for child in entry.children { collect(child, &entries) }
    }

    private static func placeBehind(
        _ comment: LayoutComment, _ before: ArraySlice<LayoutEntry>, _ root: LayoutEntry
    ) {
        let owner = comment.depth == 0 ? before.last { !$0.isInFlow } : before.last
        if let owner { owner.trailing.append(comment) } else { root.before.append(comment) }
    }

    private static func placeAlone(
        _ comment: LayoutComment, _ list: [LayoutEntry], _ next: Int?, _ root: LayoutEntry
    ) {
        // What a file begins with is about the file.
        if next == 0 { return root.before.append(comment) }
        if let next, comment.depth > 0 || list[next].column >= comment.column {
            // What begins in the same place is one inside the other: the outermost comes first.
            list[next].before.append(comment)
            return
        }
        let before = list[..<(next ?? list.count)]
        let owner =
            comment.depth > 0 ? before.last : before.last { !$0.isInFlow && $0.column <= comment.column }
        (owner ?? root).after.append(comment)
    }
}
