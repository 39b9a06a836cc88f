import IlkFraming
import IlkHTTP

/// The calls that were changed both here and on the Monica server, with both versions side by side, and the
/// conflict copies of other stores.
struct ConflictListView {
    /// A field with its values in two versions.
    struct Field {
        let name: String
        let left: String
        let right: String
        let differs: Bool

        init(_ name: String, _ left: String, _ right: String) {
            (self.name, self.left, self.right) = (name, left, right)
            differs = left != right
        }
    }

    struct Form {
        let path: String
        let choices: [Pair]
    }

    struct Conflict {
        let id: String
        let heading: String
        let found: String
        let state: String
        let fields: [Field]
        /// The form to choose a version. `nil` if the conflict is resolved, or if the person may not resolve
        /// it.
        let form: Form?
    }

    /// The versions to choose from, in words.
    static let names = [
        Pair("local", "the version of this device"), Pair("server", "the version of the server"),
        Pair("merged", "the later version with the notes of both"),
    ]

    let conflicts: [Conflict]
    let showsAll: Bool
    let copies: ConflictCopyView

    /// - Parameters:
    ///   - json: The conflicts of calls.
    ///   - copies: The conflict copies of the other stores.
    ///   - showsAll: `true` if resolved conflicts of calls are included.
    ///   - canResolve: `true` if the person may choose a version of a call.
    init(_ json: JSONTree, copies: ConflictCopyView, showsAll: Bool, canResolve: Bool) {
        self.showsAll = showsAll
        self.copies = copies
        conflicts = (json["items"]?.elements ?? []).map { Conflict($0, canResolve: canResolve) }
    }
}

extension ConflictListView.Conflict {
    fileprivate init(_ json: JSONTree, canResolve: Bool) {
        id = json["id"]?.string ?? ""
        let (local, server) = (json["local"] ?? .null, json["server"] ?? .null)
        heading = "Call with \(local["contact"]?.string ?? "")"
        found = PageText.time(json["foundAt"]?.string) + " UTC"
        let resolution = json["resolution"]?.string
        let winner = ConflictListView.names[json["winner"]?.string ?? ""]
        state =
            resolution.map { "Resolved: kept \(ConflictListView.names[$0])." }
            ?? "The sync kept \(winner). You can choose another version."
        let values: [(name: String, value: (JSONTree) -> String)] = [
            ("Contact", { $0["contact"]?.string ?? "" }),
            ("Time (UTC)", { PageText.time($0["calledAt"]?.string) }),
            ("Duration", { CallView.duration($0["duration"]?.integer) }),
            ("Emotion", { $0["emotionalState"]?.string ?? "" }),
            ("Deleted", { $0["isDeleted"]?.bool == true ? "yes" : "no" }),
            ("Notes", { $0["notes"]?.string ?? "" }),
            ("Changed (UTC)", { PageText.time($0["updatedAt"]?.string) }),
        ]
        fields = values.map { name, value in
            ConflictListView.Field(name, value(local), value(server))
        }
        form =
            canResolve && resolution == nil
            ? ConflictListView.Form(
                path: "/ui" + PagePath.path("sync", "conflicts", id),
                choices: ConflictListView.names.map { Pair($0.key, "Keep " + $0.value) }) : nil
    }
}
