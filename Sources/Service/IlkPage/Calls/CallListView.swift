import IlkFraming
import IlkHTTP
import IlkVocabulary

/// Calls grouped by day, newest first.
struct CallListView {
    struct Row {
        let path: String
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

    /// - Parameters:
    ///   - query: The query parameters of the page's URL.
    ///   - page: The page of calls.
    ///   - now: The time in milliseconds since 1970.
    init(_ query: [Pair], _ page: JSONTree, now: Int64) {
        emotions = CallFormView.choices(query["emotion"], none: "any")
        var days: [(day: String, rows: [Row])] = []
        for json in page["items"]?.elements ?? [] {
            let day = String((json["calledAt"]?.string ?? "").prefix(10))
            if days.last?.day != day { days.append((day, [])) }
            days[days.count - 1].rows.append(Row(json))
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
    fileprivate init(_ json: JSONTree) {
        path = "/ui" + PagePath.path("calls", json["key"]?.string ?? "")
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
