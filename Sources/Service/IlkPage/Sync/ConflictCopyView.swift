import IlkFraming
import IlkHTTP

/// The conflict copies of usage and of the logs: the values that a later change replaced, each next to the kept
/// value.
struct ConflictCopyView {
    struct Copy {
        let id: String
        let store: String
        let heading: String
        let fields: [ConflictListView.Field]
    }

    /// The listed copies of a store with several copies, which one form deletes.
    struct Group {
        let store: String
        let count: Int
        let ids: [String]
    }

    /// The maximum number of Unicode scalars of a value.
    private static let maximumLength = 2000

    let items: [Copy]
    /// The listed and the total number of copies, if the page does not list all of them.
    let part: String?
    /// `true` if the person may delete copies.
    let canDelete: Bool
    let groups: [Group]

    /// - Parameters:
    ///   - json: The conflict copies.
    ///   - canDelete: `true` if the person may delete them.
    init(_ json: JSONTree, canDelete: Bool) {
        items = (json["items"]?.elements ?? []).map(Copy.init)
        let total = json["total"]?.integer ?? items.count
        part = total > items.count ? "The page lists \(items.count) of \(total) replaced values." : nil
        self.canDelete = canDelete
        let byStore = Dictionary(grouping: items, by: \.store).filter { canDelete && $0.value.count > 1 }
        groups = byStore.sorted { $0.key < $1.key }.map { store, copies in
            Group(store: store, count: copies.count, ids: copies.map(\.id))
        }
    }

    /// Returns the fields of both values: those of the kept value in order, then those that only the replaced
    /// value has. A deleted record has no fields.
    static func fields(kept: JSONTree, replaced: JSONTree) -> [ConflictListView.Field] {
        let (left, right) = (values(kept), values(replaced))
        let names = left.map(\.key) + right.map(\.key).filter { name in !left.contains { $0.key == name } }
        let times = [kept, replaced].map { PageText.time($0["changedAt"]?.string) }
        return names.map { ConflictListView.Field($0, left[$0], right[$0]) }
            + [ConflictListView.Field("Changed (UTC)", times[0], times[1])]
    }

    /// Returns the fields of a version. Fields of nested objects have the path as their name.
    private static func values(_ version: JSONTree) -> [Pair] {
        guard let text = version["value"]?.string else { return [] }
        guard let json = try? JSONTree(strictly: text.utf8),  // Other payloads are shown as a text.
            case .object = json
        else { return [Pair("Value", PageText.cut(text, to: maximumLength))] }
        return DebugPayloadView.rows(json).map {
            Pair($0.name, PageText.cut($0.value, to: maximumLength))
        }
    }
}

extension ConflictCopyView.Copy {
    fileprivate init(_ json: JSONTree) {
        id = json["id"]?.string ?? ""
        store = json["store"]?.string ?? ""
        let type = json["collection"]?.string?.split(separator: ".").last ?? ""
        let record = json["record"]?.string?.suffix(8) ?? ""
        let isGone = json["kept"]?["value"] == nil
        heading = "\(store): \(type) \(record)" + (isGone ? " (deleted)" : "")
        fields = ConflictCopyView.fields(kept: json["kept"] ?? .null, replaced: json["replaced"] ?? .null)
    }
}
