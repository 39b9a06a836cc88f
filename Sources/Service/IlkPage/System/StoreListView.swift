import IlkFraming
import IlkHTTP

/// The stores with their files, and a backup of each.
struct StoreListView {
    struct Row {
        let name: String
        let file: String
        let size: String
        let schema: String
        let state: String
        let isGood: Bool
        let outcomes: String
        /// The path of the backup, or `nil` without a file.
        let backup: String?
    }

    let rows: [Row]
    let isChecked: Bool

    init(_ json: JSONTree, isChecked: Bool) {
        self.isChecked = isChecked
        rows = (json["items"]?.elements ?? []).map(Row.init)
    }
}

extension StoreListView.Row {
    fileprivate init(_ json: JSONTree) {
        name = json["name"]?.string ?? ""
        file = json["path"]?.string ?? ""
        let exists = json["exists"]?.bool == true
        size = exists ? PageText.bytes(json["bytes"]?.integer ?? 0) : ""
        let (own, program) = (json["schema"]?.integer, json["programSchema"]?.integer)
        schema = own.map { $0 == program ? "\($0)" : "\($0) (program: \(program ?? 0))" } ?? ""
        let fault = json["fault"]?.string
        isGood = fault == nil && json["isBalanced"]?.bool != false
        let passed = json["isChecked"]?.bool == true ? "sound" : "open"
        state =
            fault
            ?? (!exists ? "none yet" : isGood ? passed : "some entries have no outcome yet, or were lost")
        outcomes = (json["ledger"]?.pairs ?? []).filter { $0.value.integer ?? 0 > 0 }
            .map { "\($0.value.integer ?? 0) \($0.name)" }.joined(separator: ", ")
        backup = exists && own != nil ? "/ui" + PagePath.path("system", "stores", name, "backup") : nil
    }
}
