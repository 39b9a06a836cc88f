import IlkFraming
import IlkHTTP

/// The calls that were changed both here and on the Monica server, with both versions side by side, and the
/// conflict copies of other stores (values that a later change replaced).
struct ConflictListView {
    struct Field {
        let name: String
        let local: String
        let server: String
        let differs: Bool
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

    struct Copy {
        let store: String
        let type: String
        let record: String
        let value: String
    }

    /// The versions to choose from, in words.
    static let names = [
        Pair("local", "the version of this device"), Pair("server", "the version of the server"),
        Pair("merged", "the later version with the notes of both"),
    ]

    let conflicts: [Conflict]
    let showsAll: Bool
    let copies: [Copy]

    /// - Parameters:
    ///   - json: The conflicts of calls.
    ///   - status: The status of all stores, with their conflict copies.
    init(_ json: JSONTree, status: JSONTree, showsAll: Bool, canResolve: Bool) {
        self.showsAll = showsAll
        conflicts = (json["items"]?.elements ?? []).map { Conflict($0, canResolve: canResolve) }
        copies = (status["stores"]?.elements ?? []).flatMap { store in
            (store["copies"]?.elements ?? []).map { copy in
                Copy(
                    store: store["name"]?.string ?? "", type: copy["collection"]?.string ?? "",
                    record: copy["record"]?.string ?? "",
                    value: PageText.cut(copy["value"]?.string ?? "", to: 2000))
            }
        }
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
            ConflictListView.Field(
                name: name, local: value(local), server: value(server),
                differs: value(local) != value(server))
        }
        form =
            canResolve && resolution == nil
            ? ConflictListView.Form(
                path: "/ui" + PagePath.path("sync", "conflicts", id),
                choices: ConflictListView.names.map { Pair($0.key, "Keep " + $0.value) }) : nil
    }
}
