import IlkFraming
import IlkHTTP
import IlkVocabulary

/// The report about a range of days.
struct UsageReportView {
    struct Group {
        let name: String
        let taps: Int
        let phrases: Int
        let symbols: Int
    }

    struct Session {
        let start: String
        let device: String
        let place: String
        let minutes: String
        let symbols: Int
        let unique: Int
        let phrases: Int
        let longest: Int
    }

    struct Report {
        let period: String
        let tiles: [OverviewView.Tile]
        let charts: [ChartView]
        let groups: [Groups]
        let counts: [CountBars]
        let sessions: [Session]
        let more: String?
    }

    struct Groups {
        let heading: String
        let rows: [Group]
    }

    /// The maximum number of listed sessions.
    private static let maximumSessions = 50

    /// The flagged symbols in words, or `nil` if there are none.
    let flagged: String?
    let report: Report?
    /// The reason why the page has no report, or `nil` if it has one.
    let nothing: String?

    /// - Parameters:
    ///   - report: The report, or the problem of the request for it.
    ///   - regressions: The flagged symbols of today, or the problem of the request for them.
    init(_ report: Result<JSONTree, Problem>, _ regressions: Result<JSONTree, Problem>) {
        let flags = (try? regressions.get())?["items"]?.elements ?? []  // No store: no flags.
        let names = flags.compactMap { $0["symbol_id"]?.string }
        flagged = names.isEmpty ? nil : names.prefix(10).joined(separator: ", ")
        switch report {
        case .success(let json):
            self.report = Report(json, maximumSessions: Self.maximumSessions)
            nothing = nil
        case .failure(let problem):
            self.report = nil
            nothing = PageText.sentence(problem.detail) + "."
        }
    }
}

extension UsageReportView.Report {
    fileprivate init(_ json: JSONTree, maximumSessions: Int) {
        period = "\(json["first"]?.string ?? "") to \(json["last"]?.string ?? "")"
        tiles = Self.tiles(json["total"] ?? .null)
        let days = json["days"]?.elements ?? []
        charts = days.isEmpty ? [] : Self.charts(days, Self.names(json))
        groups = [("Devices", "devices"), ("Caregivers", "caregivers")].map { heading, field in
            .init(heading: heading, rows: (json[field]?.elements ?? []).map(UsageReportView.Group.init))
        }.filter { !$0.rows.isEmpty }
        counts = [("Most used symbols", "symbols"), ("Most spoken phrases", "phrases")].compactMap {
            heading, field in
            let items = json[field]?.elements ?? []
            return CountBars(
                heading, of: "Term", in: "Uses",
                items.map { ($0["term"]?.string ?? "", $0["count"]?.integer ?? 0) })
        }
        let all = json["sessions"]?.elements ?? []
        sessions = all.suffix(maximumSessions).reversed().map(UsageReportView.Session.init)
        more = all.count > sessions.count ? "The newest \(sessions.count) of \(all.count) sessions." : nil
    }

    private static func tiles(_ total: JSONTree) -> [OverviewView.Tile] {
        func number(_ name: String) -> String {
            (total[name]?.double).map(ChartView.place) ?? "–"
        }
        return [
            .init(name: "Taps", value: "\(total["taps"]?.integer ?? 0)", note: ""),
            .init(name: "Phrases", value: "\(total["phrases"]?.integer ?? 0)", note: ""),
            .init(name: "Different symbols", value: "\(total["uniqueSymbols"]?.integer ?? 0)", note: ""),
            .init(name: "Symbols per phrase", value: number("symbolsPerPhrase"), note: "on average"),
            .init(name: "Seconds per phrase", value: number("secondsPerPhrase"), note: "on average"),
        ]
    }

    /// Returns all days of the report, including days without events, or `nil` for more than 400 days.
    private static func names(_ json: JSONTree) -> [String]? {
        guard let first = (json["first"]?.string).flatMap({ CalendarDay($0) }),
            let last = (json["last"]?.string).flatMap({ CalendarDay($0) }), first <= last,
            last.number - first.number < 400
        else { return nil }
        return (first.number...last.number).map { CalendarDay($0).description }
    }

    private static func charts(_ days: [JSONTree], _ names: [String]?) -> [ChartView] {
        let known = Dictionary(days.map { ($0["day"]?.string ?? "", $0) }) { first, _ in first }
        let shown = names ?? days.map { $0["day"]?.string ?? "" }
        let amounts = StackedBars(
            days: shown.map { name in
                (name, ["taps", "phrases"].map { known[name]?["amount"]?[$0]?.integer ?? 0 })
            }, series: ["taps", "phrases"])
        // A day without events keeps the vocabulary of the day before.
        var vocabulary =
            days.first.map { ($0["vocabulary"]?.integer ?? 0) - ($0["newSymbols"]?.integer ?? 0) } ?? 0
        let words = StackedBars(
            days: shown.map { name in
                let new = known[name]?["newSymbols"]?.integer ?? 0
                vocabulary = known[name]?["vocabulary"]?.integer ?? vocabulary
                return (name, [vocabulary - new, new])
            }, series: ["known before", "new"])
        return [
            amounts.chart("taps", "Taps and phrases by day", noun: "event"),
            words.chart(
                "vocabulary", "Vocabulary: different symbols since the first event", noun: "symbol",
                summary: "\(vocabulary) different symbols at the end."),
        ]
    }
}

extension UsageReportView.Group {
    fileprivate init(_ json: JSONTree) {
        let amount = json["amount"]
        name = json["name"]?.string ?? ""
        taps = amount?["taps"]?.integer ?? 0
        phrases = amount?["phrases"]?.integer ?? 0
        symbols = amount?["uniqueSymbols"]?.integer ?? 0
    }
}

extension UsageReportView.Session {
    fileprivate init(_ json: JSONTree) {
        start = PageText.time(json["start"]?.string)
        device = json["device"]?.string ?? ""
        place = [json["title"]?.string, json["place"]?.string].compactMap { $0 }.joined(separator: ", ")
        minutes = (json["seconds"]?.double).map { ChartView.place($0 / 60) } ?? ""
        symbols = json["total_symbols"]?.integer ?? 0
        unique = json["unique_symbols"]?.integer ?? 0
        phrases = json["phrases"]?.integer ?? 0
        longest = json["longest_phrase"]?.integer ?? 0
    }
}
