import IlkRules

/// Assigns comments to the entries that they describe.
enum CommentPlacement {
    /// Assigns each comment to an entry. A trailing comment belongs to the entry before it on its line. A
    /// comment on a separate line belongs to the next entry, or to the previous entry if the comment is
    /// indented more than the next entry.
    static func place(_ comments: [LayoutComment], in root: LayoutEntry) {
        var entries: [LayoutEntry] = []
        collect(root, &entries)
        // The root has the same position as its first pair.
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
        // Comments at the start of a file describe the file.
        if next == 0 { return root.before.append(comment) }
        if let next, comment.depth > 0 || list[next].column >= comment.column {
            // Entries with the same position are nested, the outermost first.
            list[next].before.append(comment)
            return
        }
        let before = list[..<(next ?? list.count)]
        let owner =
            comment.depth > 0 ? before.last : before.last { !$0.isInFlow && $0.column <= comment.column }
        (owner ?? root).after.append(comment)
    }
}
