import IlkConsole
import IlkUsage
import IlkVocabulary

/// A report as an HTML page.
struct UsageReportPage {
    let report: UsageReport
    let names: UsageNames

    var html: String {
        var page = HTMLPage(title: "Communication, \(report.first) to \(report.last)", subtitle: subtitle)
        page.add("Summary", tiles)
        guard !report.days.isEmpty else { return page.html }
        page.add("Engagement", note: "Taps and phrases per day.", engagement)
        page.add("Vocabulary", note: "Distinct symbols used so far, by day.", vocabulary)
        page.add("Sessions", note: "Minutes of each session, by day.", sessions)
        page.add(
            "By device",
            chart(report.devices) { names.device($0) } + table("Device", report.devices) { names.device($0) })
        // Without named caregivers, the section would have a single group.
        if report.caregivers.contains(where: { $0.id != nil }) {
            page.add(
                "By caregiver",
                chart(report.caregivers) { names.caregiver($0) }
                    + table("Caregiver", report.caregivers) { names.caregiver($0) })
        }
        page.add(
            "Most used",
            "<div class=\"pair\">\(counts("Symbol", report.symbols))\(counts("Phrase", report.phrases))</div>"
        )
        return page.html
    }

    private var subtitle: String {
        "\(DecimalText.counted(report.days.count, "day")) of use, \(DecimalText.counted(report.sessions.count, "session"))"
    }

    private var tiles: String {
        let tiles = report.figures.map { name, value in
            "<div class=\"tile\"><b>\(HTMLPage.escaped(value))</b><span>\(HTMLPage.escaped(name))</span></div>"
        }
        return "<div class=\"tiles\">\(tiles.joined())</div>"
    }

    /// The axis of days, with at most six labels.
    private var across: ChartPlane.Axis {
        let (lower, upper) = (Double(report.first.number), Double(report.last.number + 1))
        let step = max(1, ((upper - lower) / 6).rounded(.up))
        return ChartPlane.Axis(
            title: "day", lower: lower, upper: upper,
            marks: stride(from: lower, to: upper, by: step).map { $0 }
        ) { CalendarDay(Int($0)).description.suffix(5).description }
    }

    /// An axis of counts from 0 to at least `greatest`.
    private func up(_ title: String, _ greatest: Double) -> ChartPlane.Axis {
        var step = 1.0
        while greatest / step > 6 { step *= greatest / step > 12 ? 5 : 2 }
        let upper = max(step, (greatest / step).rounded(.up) * step)
        return ChartPlane.Axis(
            title: title, lower: 0, upper: upper, marks: stride(from: 0, through: upper, by: step).map { $0 }
        ) { DecimalText.grouped(Int($0)) }
    }

    private var engagement: String {
        var plane = ChartPlane(
            across: across, up: up("per day", report.days.map { Double($0.amount.taps) }.max() ?? 0),
            width: .whole)
        for day in report.days {
            let place = Double(day.day.number)
            plane.addBar(
                from: place, to: place + 1, height: Double(day.amount.taps), color: 0,
                says: "\(day.day): \(DecimalText.counted(day.amount.taps, "tap"))")
            plane.addBar(
                from: place + 0.25, to: place + 0.75, height: Double(day.amount.phrases), color: 1,
                says: "\(day.day): \(DecimalText.counted(day.amount.phrases, "phrase"))")
        }
        return plane.svg(label: "taps and phrases per day", names: ["taps", "phrases"])
    }

    private var vocabulary: String {
        var plane = ChartPlane(
            across: across, up: up("symbols", Double(report.days.last?.vocabulary ?? 0)), width: .whole)
        plane.addLine(report.days.map { (Double($0.day.number) + 0.5, Double($0.vocabulary)) }, color: 2)
        return plane.svg(label: "vocabulary by day")
    }

    private var sessions: String {
        let minutes = report.sessions.map { $0.duration / 60 }
        var plane = ChartPlane(across: across, up: up("minutes", minutes.max() ?? 0), width: .whole)
        for (session, minutes) in zip(report.sessions, minutes) {
            let place = Double(session.start.day.number)
            plane.addBar(
                from: place + 0.2, to: place + 0.8, height: minutes, color: 3,
                says: "\(session.start): \(UsageSession.length(session.duration))")
        }
        return plane.svg(label: "duration of sessions")
    }

    private func chart(_ groups: [UsageReport.Group], _ name: @escaping (RecordID?) -> String) -> String {
        let axis = ChartPlane.Axis(
            title: "", lower: 0, upper: Double(max(1, groups.count)),
            marks: groups.indices.prefix(8).map { Double($0) + 0.5 }
        ) { place in String(name(groups[min(Int(place), groups.count - 1)].id).prefix(12)) }
        var plane = ChartPlane(across: axis, up: up("taps", groups.map { Double($0.amount.taps) }.max() ?? 0))
        for (place, group) in groups.enumerated() {
            plane.addBar(
                from: Double(place) + 0.15, to: Double(place) + 0.85, height: Double(group.amount.taps),
                color: 0,
                says: "\(name(group.id)): \(DecimalText.counted(group.amount.taps, "tap"))")
        }
        return plane.svg(label: "taps by group")
    }

    private func table(_ title: String, _ groups: [UsageReport.Group], _ name: (RecordID?) -> String)
        -> String
    {
        HTMLPage.table(
            [title, "Taps", "Phrases", "Distinct symbols", "Symbols per phrase"],
            groups.map { group in
                [
                    HTMLPage.escaped(name(group.id)), DecimalText.grouped(group.amount.taps),
                    DecimalText.grouped(group.amount.phrases),
                    DecimalText.grouped(group.amount.uniqueSymbols),
                    group.amount.meanPhrase.map { DecimalText.fixed($0, 1) } ?? "",
                ]
            })
    }

    private func counts(_ title: String, _ counts: [UsageReport.Count]) -> String {
        HTMLPage.table(
            [title, "Count"], counts.map { [HTMLPage.escaped($0.term), DecimalText.grouped($0.count)] })
    }
}
