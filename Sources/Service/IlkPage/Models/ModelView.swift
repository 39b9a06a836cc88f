import IlkFraming
import IlkHTTP

/// A version with its facts, figures, history and card.
struct ModelView {
    struct Figure {
        let classifier: String
        let texts: String
        let accuracy: String
    }

    struct Change {
        let time: String
        let change: String
        let author: String
        let why: String
    }

    let taxonomy: String
    let name: String
    let isActive: Bool
    let facts: [Pair]
    let path: String
    let canPromote: Bool
    /// The versions with which this one can be compared, the active one first.
    let others: [String]
    let figures: [Figure]
    let history: [Change]
    let card: String?

    /// - Parameters:
    ///   - json: The version.
    ///   - list: The versions of the taxonomy.
    ///   - canChange: `true` if the person may change the active version.
    init(_ json: JSONTree, among list: JSONTree, taxonomy: String, canChange: Bool) {
        self.taxonomy = taxonomy
        name = json["version"]?.string ?? ""
        isActive = json["isActive"]?.bool ?? false
        card = json["card"]?.string
        path = "/ui" + PagePath.path("models", taxonomy, name)
        canPromote = canChange && !isActive
        let known = (list["items"]?.elements ?? []).filter { $0["problem"] == nil }
        let active = known.filter { $0["isActive"]?.bool == true }
        let names = (active + known).compactMap { $0["version"]?.string }
        others = name == "none" ? [] : Self.different(names, from: name)
        facts = Self.facts(json)
        figures = (json["figures"]?.elements ?? []).map { figure in
            Figure(
                classifier: figure["classifier"]?.string ?? "",
                texts: (figure["texts"]?.integer).map(String.init) ?? "",
                accuracy: (figure["accuracy"]?.double).map(PageText.percent) ?? "")
        }
        history = (json["history"]?.elements ?? []).map { change in
            Change(
                time: PageText.time((change["when"] ?? change["time"])?.string),
                change: "\(change["act"]?.string ?? ""), version \(change["version"]?.string ?? "")",
                author: change["who"]?.string ?? "", why: change["why"]?.string ?? "")
        }
    }

    /// Returns the names of versions other than a given one and `none`, each once.
    private static func different(_ names: [String], from name: String) -> [String] {
        var seen: Set = [name, "none"]
        return names.filter { seen.insert($0).inserted }
    }

    /// Returns the accuracy of the model with its rules. If this was not measured, returns the accuracy of
    /// the model alone.
    static func accuracy(_ figures: JSONTree?) -> String {
        let all = figures?.elements ?? []
        let shown = all.first { $0["classifier"]?.string == "fused" } ?? all.last
        return (shown?["accuracy"]?.double).map(PageText.percent) ?? ""
    }

    /// Returns the time of creation, or `nil` for built-in models, whose time is 0.
    static func created(_ json: JSONTree) -> String? {
        guard let text = json["created"]?.string, !text.hasPrefix("1970-01-01T00:00:00") else { return nil }
        return PageText.time(text)
    }

    private static func facts(_ json: JSONTree) -> [Pair] {
        let documents = (json["documents"]?.pairs ?? []).reduce(0) { $0 + ($1.value.integer ?? 0) }
        let texts = json["texts"]?.integer ?? documents
        let facts: [(String, String?)] = [
            ("Problem", json["problem"]?.string), ("Warning", json["warning"]?.string),
            ("Created", created(json).map { $0 + " UTC" }),
            ("By", json["by"]?.string), ("Reason", json["why"]?.string), ("Type", json["kind"]?.string),
            ("Digest", json["digest"]?.string), ("Features", (json["features"]?.integer).map(String.init)),
            ("Training texts", texts == 0 ? nil : String(texts)),
            ("Rules", json["rules"]?.string),
        ]
        return facts.compactMap { name, value in value.map { Pair(name, $0) } }
    }
}
