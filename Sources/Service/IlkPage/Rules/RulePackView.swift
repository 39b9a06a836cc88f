import IlkFraming
import IlkHTTP
import IlkSyncStore

/// A pack of the user in an editor, with the results of the last check.
struct RulePackView {
    struct Change {
        let version: Int
        /// The path of the version, or `nil` for a removal. A template would take the name `path` of a missing
        /// value from the outer view.
        let versionPath: String?
        let time: String
        let author: String
        let reason: String
    }

    let taxonomy: String
    let list: String
    /// The path of the form.
    let path: String
    /// The name of the pack, or `nil` for a new pack.
    let pack: String?
    let name: String
    let isNew: Bool
    let text: String
    /// The ETag of the pack that was read, or an empty text for a new pack.
    let tag: String
    let reason: String
    let canChange: Bool
    let faults: [String]
    let check: RuleCheckView?
    let diff: RuleDiffView?
    let changed: ChangedLines?
    let history: [Change]

    /// - Parameters:
    ///   - draft: The content of the editor.
    ///   - changes: The changes of the pack, newest first.
    init(_ visit: Visit, _ draft: RuleDraft, changes: JSONTree?) {
        taxonomy = visit["taxonomy"]
        list = "/ui" + PagePath.path("rules", taxonomy)
        pack = draft.isNew ? nil : draft.name
        path = list + (draft.isNew ? "/new" : "/packs" + PagePath.path(draft.name))
        (name, isNew, text, tag, reason) = (draft.name, draft.isNew, draft.text, draft.tag, draft.reason)
        canChange = visit.token.permits(.train)
        (faults, check, diff, changed) = (draft.faults, draft.check, draft.diff, draft.changed)
        let page = path
        history = (changes?["items"]?.elements ?? []).map { change in
            let version = change["version"]?.integer ?? 0
            let isRemoval = change["digest"]?.string == nil
            return Change(
                version: version,
                versionPath: isRemoval ? nil : PagePath.path(page, [Pair("version", "\(version)")]),
                time: PageText.time(change["time"]?.string),
                author: change["author"]?.string ?? "another program",
                reason: (isRemoval ? "Removed. " : "") + (change["reason"]?.string ?? ""))
        }
    }
}
