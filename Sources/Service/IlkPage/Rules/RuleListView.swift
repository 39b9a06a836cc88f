import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The active packs and rules of a taxonomy.
struct RuleListView {
    struct Pack {
        let name: String
        let layer: String
        let path: String
        let isOwn: Bool
    }

    struct Rule {
        let id: String
        let description: String
        let labels: String
        let status: String
        let place: String
        let hits: String
        let precision: String
    }

    let taxonomy: String
    let packs: [Pack]
    /// The path of a new pack, or `nil` for people who may not change rules.
    let newPack: String?
    let rules: [Rule]
    let count: String
    /// The link that measures the rules, or `nil` if they are already measured or there are none.
    let measuring: String?
    let isMeasured: Bool
    let measurement: String

    /// - Parameters:
    ///   - packs: The active files.
    ///   - rules: The active rules, or the problem of the request for them.
    ///   - figures: The matches on logged texts, or the problem of the request for them. `nil` if they were
    ///     not requested.
    init(
        _ visit: Visit, _ packs: JSONTree, _ rules: Result<JSONTree, Problem>,
        _ figures: Result<JSONTree, Problem>?
    ) {
        taxonomy = visit["taxonomy"]
        let path = "/ui" + PagePath.path("rules", taxonomy)
        let files = packs["items"]?.elements ?? []
        self.packs = files.map { Pack($0, at: path) }
        let canChange = packs["canChange"]?.bool == true && visit.token.permits(.train)
        newPack = canChange ? path + "/new" : nil
        let found = (try? rules.get())?["rules"]?.elements ?? []  // A taxonomy may have no rules yet.
        var measured: [String: JSONTree] = [:]
        switch figures {
        case .success(let json):
            for item in json["items"]?.elements ?? [] { measured[item["id"]?.string ?? ""] = item }
            let texts = PageText.counted(json["texts"]?.integer ?? 0, "logged text")
            measurement =
                "Matches on the newest \(texts), and the precision on the \(json["corrected"]?.integer ?? 0) "
                + "of them that have a human label."
        case .failure(let problem): measurement = PageText.sentence(problem.detail) + "."
        case nil: measurement = ""
        }
        isMeasured = figures != nil
        measuring = isMeasured || found.isEmpty ? nil : path + "?measure=yes"
        self.rules = found.map { Rule($0, measured[$0["id"]?.string ?? ""]) }
        count = PageText.counted(found.count, "rule")
    }
}

extension RuleListView.Pack {
    /// - Parameters:
    ///   - json: The file.
    ///   - path: The path of the page of the taxonomy.
    fileprivate init(_ json: JSONTree, at path: String) {
        let file = json["file"]?.string ?? ""
        let own = json["pack"]?.string
        name = own ?? file.split(separator: "/").last.map(String.init) ?? file
        layer = own == nil ? json["layer"]?.string ?? "" : "yours"
        isOwn = own != nil
        self.path =
            own.map { path + "/packs" + PagePath.path($0) }
            ?? PagePath.path(path + "/file", [Pair("file", file)])
    }
}

extension RuleListView.Rule {
    /// - Parameters:
    ///   - json: The rule.
    ///   - figures: The matches of the rule, or `nil` if the rule was not measured.
    fileprivate init(_ json: JSONTree, _ figures: JSONTree?) {
        id = json["id"]?.string ?? ""
        description = json["description"]?.string ?? ""
        labels = (json["weights"]?.pairs ?? []).map { "\($0.name) \(PageText.signed($0.value.double ?? 0))" }
            .joined(separator: ", ")
        status = json["status"]?.string ?? ""
        let file = (json["file"]?.string ?? "").split(separator: "/").last.map(String.init) ?? ""
        place = "\(file), line \(json["line"]?.integer ?? 0)"
        hits = (figures?["hits"]?.integer).map(String.init) ?? ""
        let corrected = figures?["corrected"]?.integer ?? 0
        precision =
            (figures?["precision"]?.double).map {
                "\(PageText.percent($0)) of \(corrected)"
            } ?? ""
    }
}
