import IlkVocabulary
import IlkConsole
import IlkLearning

/// A human-readable report on rules and labeled texts.
struct StatisticsText {
    let console: Console
    /// The maximum number of pairs of rules in each table.
    let pairs: Int

    /// The minimum number of texts that both rules of a listed pair match, or of hits of a rule that is
    /// listed because of its single source.
    private static let fewestTogether = 3
    /// The minimum number of sources for listing the rules with all hits in one source. With fewer sources,
    /// such rules are common.
    private static let fewestSources = 3
    /// The maximum line width of a list of ids, in columns.
    private static let listColumns = 100

    /// Returns the report: all rules together, each rule, contradictions, and overlaps.
    func text(_ statistics: RuleStatistics, of name: String) -> String {
        [
            head(statistics, name), together(statistics), rules(statistics), contradictions(statistics),
            overlaps(statistics), conflicts(statistics), narrow(statistics), silent(statistics),
        ].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func head(_ statistics: RuleStatistics, _ name: String) -> String {
        let from = statistics.sources > 0 ? " of \(DecimalText.counted(statistics.sources, "source"))" : ""
        let line =
            "\(name): \(DecimalText.counted(statistics.rules.count, "rule")) on "
            + DecimalText.counted(statistics.texts, "text") + from
        return console.style.paint(VisibleText.oneLine(line), .strong) + "\n"
    }

    private func together(_ statistics: RuleStatistics) -> String {
        var table = Table([
            .init("rules alone"), .init("texts", .right), .init("predicted", .right),
            .init("precision", .right),
            .init("recall", .right),
        ])
        for row in statistics.categories where row.texts > 0 || row.predictedAs > 0 {
            table.add([
                row.category.rawValue, DecimalText.grouped(row.texts),
                row.texts == 0 ? "-" : Self.percent(Double(row.predicted) / Double(row.texts)),
                row.predictedAs == 0 ? "-" : Self.percent(row.precision),
                row.texts == 0 ? "-" : Self.percent(row.recall),
            ])
        }
        let recall = statistics.texts == 0 ? 0 : Double(statistics.right) / Double(statistics.texts)
        table.add([
            "all", DecimalText.grouped(statistics.texts), Self.percent(statistics.coverage),
            statistics.predicted == 0 ? "-" : Self.percent(statistics.precision), Self.percent(recall),
        ])
        return table.rendered(console.style, within: console.room)
    }

    // MARK: Rules

    private func rules(_ statistics: RuleStatistics) -> String {
        var table = Table([
            .init("rule", minWidth: 24), .init("for", minWidth: 8), .init("weight", .right),
            .init("hits", .right), .init("prec. %", .right), .init("95 %", .right, dispensability: 4),
            .init("recall %", .right), .init("lift", .right, dispensability: 2),
            .init("log-odds", .right, dispensability: 3), .init("unique", .right, dispensability: 6),
            .init("sources", .right, dispensability: 5), .init("µs", .right, dispensability: 1), .init(""),
        ])
        let ordered = statistics.rules.filter { !$0.hasNoMatches }.sorted {
            ($1.hits, $0.id) < ($0.hits, $1.id)
        }
        for rule in ordered {
            for (place, label) in rule.labels.enumerated() {
                table.add(cells(rule, label, isFirst: place == 0, statistics))
            }
            if rule.labels.isEmpty { table.add([rule.id, "-", "-", DecimalText.grouped(rule.hits)]) }
        }
        guard !ordered.isEmpty else { return "" }
        return table.rendered(console.style, within: console.room) + notes(statistics)
    }

    private func cells(
        _ rule: RuleFigures, _ label: RuleFigures.LabelFigures, isFirst: Bool, _ statistics: RuleStatistics
    ) -> [String] {
        let hasHits = rule.hits > 0
        let interval = label.precisionInterval
        let range =
            "\(DecimalText.fixed(100 * interval.lower, 0))-\(DecimalText.fixed(100 * interval.upper, 0))"
        let weight = DecimalText.fixed(label.weight, 1)
        return [
            isFirst ? rule.id : "", (label.weight < 0 ? "not " : "") + label.category.rawValue,
            rule.counts ? weight : "(\(weight))", isFirst ? DecimalText.grouped(rule.hits) : "",
            hasHits ? DecimalText.fixed(100 * label.precision, 1) : "-", hasHits ? range : "-",
            hasHits ? DecimalText.fixed(100 * label.recall, 1) : "-",
            hasHits ? DecimalText.fixed(label.lift, 1) : "-",
            hasHits ? DecimalText.fixed(label.logOdds, 1) : "-",
            isFirst ? DecimalText.grouped(rule.uniqueMatches) : "",
            isFirst && statistics.sources > 0 ? "\(rule.sources.count)" : "",
            isFirst ? rule.microsecondsPerText.map { DecimalText.fixed($0, 3) } ?? "" : "",
            (Self.isContradicted(label) ? "!" : "") + (isFirst && rule.stepLimitReached > 0 ? "?" : ""),
        ]
    }

    private static func isContradicted(_ label: RuleFigures.LabelFigures) -> Bool {
        label.finding == .weightTooLarge || label.finding == .wrongSign
    }

    /// Returns the legend of the table, and the total costs.
    private func notes(_ statistics: RuleStatistics) -> String {
        var notes: [String] = []
        if statistics.rules.contains(where: { !$0.counts && !$0.hasNoMatches }) {
            notes.append("( ) experimental: not added to scores")
        }
        if statistics.rules.contains(where: { $0.labels.contains(where: Self.isContradicted) }) {
            notes.append("! the texts contradict the weight")
        }
        let stepLimitReached = statistics.rules.reduce(0) { $0 + $1.stepLimitReached }
        if stepLimitReached > 0 {
            notes.append(
                "? reached its step limit (on \(DecimalText.counted(stepLimitReached, "text")) in total)")
        }
        if let whole = statistics.microsecondsPerText, let shared = statistics.sharedMicrosecondsPerText {
            let own = statistics.rules.reduce(0) { $0 + ($1.microsecondsPerText ?? 0) }
            notes.append(
                "\(DecimalText.fixed(whole, 1)) µs per text: \(DecimalText.fixed(own, 1)) in single rules, "
                    + "\(DecimalText.fixed(shared, 1)) in shared passes")
        }
        return notes.map {
            console.style.paint(WrappedText.lines($0, indent: "  ", columns: console.room), .faint)
        }
        .joined()
    }

    // MARK: Contradictions and overlaps

    /// Returns the weights that the texts contradict, strongest contradiction first.
    private func contradictions(_ statistics: RuleStatistics) -> String {
        let found = statistics.rules.flatMap { rule in
            rule.labels.filter(Self.isContradicted).map { (rule, $0) }
        }.sorted {
            (abs($1.1.weight - $1.1.logOdds), $0.0.id) < (abs($0.1.weight - $0.1.logOdds), $1.0.id)
        }
        guard !found.isEmpty else { return "" }
        var table = Table([
            .init("rule", minWidth: 16), .init("for", minWidth: 8),
            .init("weight", .right), .init("log-odds", .right), .init("implied", .right),
            .init("measured", .right),
            .init("hits", .right, dispensability: 1),
        ])
        for (rule, label) in found {
            table.add([
                rule.id, (label.weight < 0 ? "not " : "") + label.category.rawValue,
                DecimalText.fixed(label.weight, 1), DecimalText.fixed(label.logOdds, 1),
                Self.percent(label.impliedPrecision), Self.percent(label.precision),
                DecimalText.grouped(rule.hits),
            ])
        }
        return section("contradicted weights", table)
    }

    private func overlaps(_ statistics: RuleStatistics) -> String {
        let found = statistics.overlaps.filter { !$0.isConflict && $0.both >= Self.fewestTogether }
            .sorted { ($1.jaccard, $1.both) < ($0.jaccard, $0.both) }
        return rows(Array(found.prefix(pairs)), "rules that match together")
    }

    private func conflicts(_ statistics: RuleStatistics) -> String {
        rows(
            Array(
                statistics.overlaps.filter { $0.isConflict && $0.both >= Self.fewestTogether }.prefix(pairs)),
            "rules that contradict each other")
    }

    private func rows(_ overlaps: [RuleStatistics.Overlap], _ title: String) -> String {
        guard !overlaps.isEmpty else { return "" }
        var table = Table([
            .init("rule", minWidth: 16), .init("and", minWidth: 16), .init("texts", .right),
            .init("share", .right), .init("right", .right),
        ])
        for pair in overlaps {
            table.add([
                pair.first, pair.second, DecimalText.grouped(pair.both), Self.percent(pair.jaccard),
                "\(DecimalText.grouped(pair.firstRight)) : \(DecimalText.grouped(pair.secondRight))",
            ])
        }
        return section(title, table)
    }

    private func section(_ title: String, _ table: Table) -> String {
        console.style.paint(title, .strong) + "\n" + table.rendered(console.style, within: console.room)
    }

    /// Returns the rules whose hits are all in one source, if there are at least ``fewestSources`` sources.
    private func narrow(_ statistics: RuleStatistics) -> String {
        guard statistics.sources >= Self.fewestSources else { return "" }
        let found = statistics.rules.filter { $0.hits >= Self.fewestTogether && $0.sources.count == 1 }
        return list(found, "with all hits in one source")
    }

    private func silent(_ statistics: RuleStatistics) -> String {
        list(statistics.rules.filter(\.hasNoMatches), "without a hit")
    }

    private func list(_ rules: [RuleFigures], _ what: String) -> String {
        guard !rules.isEmpty else { return "" }
        var lines = [console.style.paint("\(DecimalText.counted(rules.count, "rule")) \(what)", .strong)]
        var line = ""
        for id in rules.map({ VisibleText.oneLine($0.id) }) {
            let width = DisplayWidth.of(line) + DisplayWidth.of(id) + 2
            if !line.isEmpty, width > min(console.room, Self.listColumns) {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : "  ") + id
        }
        return (lines + [line]).map { $0 + "\n" }.joined()
    }

    private static func percent(_ share: Double) -> String { DecimalText.fixed(100 * share, 1) + " %" }
}
