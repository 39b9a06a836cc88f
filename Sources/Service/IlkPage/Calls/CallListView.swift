import IlkFraming
import IlkHTTP
import IlkVocabulary

/// Calls grouped by day, newest first.
struct CallListView {
    struct Row {
        let key: String
        let path: String
        let day: String
        let time: String
        let contact: String
        let byContact: String
        let duration: String
        let emotion: String
        let notes: String
        let sync: String
        let isFailed: Bool
    }

    struct Day {
        let name: String
        let rows: [Row]
    }

    let emotions: [CallFormView.Choice]
    let days: [Day]
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
        var days: [(day: String, rows: [Row])] = []
        for row in (page["items"]?.elements ?? []).map(Row.init) {
            if days.last?.day != row.day { days.append((row.day, [])) }
            days[days.count - 1].rows.append(row)
        }
        let today = ZonedTime(milliseconds: now, zone: 0).day
        self.days = days.map { day, rows in
            let name =
                day == today.description
                ? "Today" : day == today.adding(by: -1).description ? "Yesterday" : day
            return Day(name: name, rows: rows)
        }
        next = PagePath.next(page, at: "/ui/calls", query)
    }
}

extension CallListView.Row {
    init(_ json: JSONTree) {
        key = json["key"]?.string ?? ""
        path = "/ui" + PagePath.path("calls", key)
        day = String((json["calledAt"]?.string ?? "").prefix(10))
        time = String((json["calledAt"]?.string ?? "").dropFirst(11).prefix(5))
        contact = json["contact"]?.string ?? ""
        byContact = PagePath.path("/ui/calls", [Pair("contact", contact)])
        duration = CallView.duration(json["duration"]?.integer)
        emotion = CallView.emotion(json)
        notes = PageText.cut(json["notes"]?.string ?? "", to: 300)
        sync = CallView.sync(json)
        isFailed = json["syncStatus"]?.string == "failed"
    }
}
