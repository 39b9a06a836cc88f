import IlkFraming
import IlkHTTP

/// The entries of a log that match the filters in the page's URL.
struct LogListView {
    struct Entry {
        let path: String
        let iso: String
        let time: String
        let text: String
        let label: String
        let predicted: String
        let wasCorrected: Bool
        let percent: String
    }

    struct Facet {
        struct Value {
            let name: String
            let count: Int
            let path: String
            let isChosen: Bool
        }

        let name: String
        let values: [Value]
    }

    /// The query parameters of the page's URL. The page passes them to the API.
    static let parameters = ["q", "category", "since", "until", "model", "abstained", "correction", "cursor"]
    /// The parameters that are not hidden fields of the search form: the inputs of the form, and the cursor.
    private static let typed: Set = ["q", "since", "until", "cursor"]
    private static let maximumValues = 40

    let taxonomy: String
    let kept: [Pair]
    let facets: [Facet]
    let heading: String
    let entries: [Entry]
    let next: String?

    /// - Parameters:
    ///   - query: The query parameters of the page's URL.
    ///   - page: The page of entries.
    /// - Throws: ``Problem``.
    init(_ visit: Visit, _ query: [Pair], _ page: JSONTree) async throws {
        taxonomy = visit["taxonomy"]
        kept = query.filter { !Self.typed.contains($0.key) && !$0.value.isEmpty }
        let path = "/ui" + PagePath.path("log", taxonomy)
        entries = (page["items"]?.elements ?? []).map { Entry($0, in: path) }
        let filter = query.filter { $0.key != "cursor" }
        next = PagePath.next(page, at: path, query)
        facets = try await Self.facets(visit, path, filter)
        let shown = entries.count
        let first = visit["cursor"].isEmpty ? "newest" : "next"
        heading =
            next == nil ? "\(shown) \(shown == 1 ? "entry" : "entries")" : "The \(first) \(shown) entries"
    }

    /// Returns the facet of human labels, with the number of corrections to each label since the beginning of
    /// the listed period. Returns `nil` if there are no corrections.
    private static func corrections(_ visit: Visit, _ path: String, _ filter: [Pair]) async throws -> Facet? {
        // An entry is corrected after it is logged.
        let target = PagePath.path(
            "/v1" + PagePath.path("log", visit["taxonomy"], "corrections"), [Pair("since", visit["since"])])
        var counts: [String: Int] = [:]
        for item in try await visit.get(target)["items"]?.elements ?? [] {
            counts[item["category"]?.string ?? "", default: 0] += item["corrections"]?.integer ?? 0
        }
        let values = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(maximumValues).map {
            label, count in
            let isChosen = visit["correction"] == label
            let pairs =
                filter.filter { $0.key != "correction" } + [Pair("correction", isChosen ? "" : label)]
            return Facet.Value(
                name: label, count: count, path: PagePath.path(path, pairs), isChosen: isChosen)
        }
        return values.isEmpty ? nil : Facet(name: "Human label", values: values)
    }

    /// Returns the facets: predicted labels, abstentions and models with their numbers of entries, and human
    /// labels. The counts ignore the search and the human label, because the API cannot filter counts by
    /// them.
    private static func facets(_ visit: Visit, _ path: String, _ filter: [Pair]) async throws -> [Facet] {
        var facets: [Facet] = []
        // Facets that ignore no filter have the same counts.
        var known: [String: [JSONTree]] = [:]
        for (name, field, parameter) in [
            ("Label", "category", "category"), ("Abstention", "abstention", "abstained"),
            ("Model", "model", "model"),
        ] {
            // The counts of a facet ignore its own filter, so that another value can be chosen.
            let others =
                filter.filter { !$0.value.isEmpty && !["q", "correction", parameter].contains($0.key) }
                + [Pair("by", "category,abstention,model")]
            let target = PagePath.path("/v1" + PagePath.path("log", visit["taxonomy"], "stats"), others)
            if known[target] == nil { known[target] = try await visit.get(target)["groups"]?.elements }
            let groups = known[target] ?? []
            var counts: [String: Int] = [:]
            // The label of an abstention is only its guess, so abstentions are counted apart.
            for group in groups where field != "category" || group["abstention"] == nil {
                guard let value = group[field]?.string else { continue }
                counts[value, default: 0] += group["entries"]?.integer ?? 0
            }
            let values = counts.map { value, count in
                let chosen = parameter == "abstained" ? "true" : value
                let isChosen = visit[parameter] == chosen
                let pairs = filter.filter { $0.key != parameter } + [Pair(parameter, isChosen ? "" : chosen)]
                return Facet.Value(
                    name: parameter == "model" ? String(value.prefix(12)) : value, count: count,
                    path: PagePath.path(path, pairs), isChosen: isChosen)
            }
            let sorted = values.sorted { ($1.count, $0.name) < ($0.count, $1.name) }.prefix(maximumValues)
            if !sorted.isEmpty { facets.append(Facet(name: name, values: Array(sorted))) }
        }
        if let corrections = try await corrections(visit, path, filter) { facets.append(corrections) }
        return facets
    }
}

extension LogListView.Entry {
    /// - Parameters:
    ///   - json: The entry.
    ///   - log: The path of the log.
    init(_ json: JSONTree, in log: String) {
        path = log + PagePath.path(json["id"]?.string ?? "")
        iso = json["timestamp"]?.string ?? ""
        time = PageText.time(iso)
        text = PageText.cut(json["text"]?.string ?? "", to: 300)
        label = json.label ?? "No label"
        predicted = json.classifiedLabel ?? "no label"
        wasCorrected = json.isChangedByCorrection
        percent = (json["probability"]?.double).map(PageText.percent) ?? ""
    }
}
