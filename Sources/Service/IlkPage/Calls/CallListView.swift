import Foundation
import IlkFraming
import IlkHTTP
import IlkStore
import IlkVocabulary

/// Calls grouped by period, newest first: today, yesterday, this week, this month, and earlier months.
struct CallListView {
    struct Part {
        let text: String
        let isMatch: Bool
    }

    struct Row {
        let key: String
        let path: String
        let calledAt: Date
        /// The day and the time. In the groups of today and yesterday it is the time alone.
        var time: String
        let contact: String
        let byContact: String
        let duration: String
        let emotion: String
        /// The beginning of the notes, or the part that a search matches.
        let notes: [Part]
        let sync: String
        let isFailed: Bool
    }

    struct Period {
        let name: String
        let rows: [Row]
    }

    let emotions: [CallFormView.Choice]
    let periods: [Period]
    let next: String?
    /// The filters of the list, which a form about selected calls sends back.
    let filters: [Pair]
    /// `true` if the person may tag and delete the selected calls.
    let canChange: Bool

    /// - Parameters:
    ///   - query: The query parameters of the page's URL.
    ///   - page: The page of calls.
    ///   - now: The time in milliseconds since 1970.
    ///   - canChange: `true` if the person may change calls.
    init(_ query: [Pair], _ page: JSONTree, now: Int64, canChange: Bool) {
        emotions = CallFormView.choices(query["emotion"], none: "any")
        filters = query.filter { !$0.value.isEmpty }
        self.canChange = canChange
        let timeline = LocalTimeline(timeZone: .gmt, locale: Locale(identifier: "en_GB"))
        let now = Date(milliseconds: now)
        let rows = (page["items"]?.elements ?? []).map(Row.init)
        periods = timeline.groups(rows, now: now, by: \.calledAt).map { section, rows in
            let isDay = section == .today || section == .yesterday
            return Period(name: timeline.title(section, now: now), rows: rows.map { isDay ? $0.ofDay : $0 })
        }
        next = PagePath.next(page, at: "/ui/calls", query)
    }
}

extension CallListView.Row {
    init(_ json: JSONTree) {
        key = json["key"]?.string ?? ""
        path = "/ui" + PagePath.path("calls", key)
        let text = json["calledAt"]?.string ?? ""
        calledAt = Date(milliseconds: ZonedTime(text)?.milliseconds ?? 0)
        time = "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
        contact = json["contact"]?.string ?? ""
        byContact = PagePath.path("/ui/calls", [Pair("contact", contact)])
        duration = CallView.duration(json["duration"]?.integer)
        emotion = CallView.emotion(json)
        let excerpt = json["excerpt"]?.elements?.map { part in
            CallListView.Part(text: part["text"]?.string ?? "", isMatch: part["isMatch"] == .bool(true))
        }
        let beginning = PageText.cut(json["notes"]?.string ?? "", to: 300)
        notes = excerpt ?? [CallListView.Part(text: beginning, isMatch: false)]
        sync = CallView.sync(json)
        isFailed = json["syncStatus"]?.string == "failed"
    }

    /// The row with the time alone.
    fileprivate var ofDay: Self {
        var row = self
        row.time = String(time.suffix(5))
        return row
    }
}
