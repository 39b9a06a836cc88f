import IlkVocabulary

/// Merges layers of files into one list of rules and applies override files.
struct LayerMerger {
    /// A rule or an exception to be compiled.
    struct Entry {
        var draft: RuleDraft
        let source: SourceText
        let layer: Int
        var changes: [RuleChange] = []
        /// The exceptions that keep the rule from matching, as indexes in ``exceptions``.
        var exceptions: [Int] = []
    }

    /// The rules, sorted by id.
    private(set) var entries: [Entry] = []
    /// The exceptions of all override files.
    private(set) var exceptions: [Entry] = []
    /// The index of each rule by id.
    private(set) var index: [String: Int] = [:]

    private let taxonomy: Taxonomy

    /// Merges the layers and reports conflicts.
    init(_ layers: [[PackDraft]], taxonomy: Taxonomy, _ diagnostics: inout DiagnosticList) {
        self.taxonomy = taxonomy
        collect(layers, &diagnostics)
        entries.sort { $0.draft.id.text < $1.draft.id.text }
        for (place, entry) in entries.enumerated() { index[entry.draft.id.text] = place }
        for (layer, packs) in layers.enumerated() {
            // Sorting makes the result independent of the order in which files are read.
            let files = packs.filter { !$0.changes.isEmpty || !$0.exceptions.isEmpty }.sorted(
                by: Self.isBefore)
            change(files, &diagnostics)
            for file in files { except(file, layer: layer, &diagnostics) }
        }
    }

    private static func isBefore(_ left: PackDraft, _ right: PackDraft) -> Bool {
        if left.name != right.name { return left.name < right.name }
        return left.source.bytes.lexicographicallyPrecedes(right.source.bytes)
    }

    /// Collects the rules of all layers. A rule replaces the rules with the same id in lower layers. A second
    /// rule with the same id in one layer is reported.
    private mutating func collect(_ layers: [[PackDraft]], _ diagnostics: inout DiagnosticList) {
        entries.reserveCapacity(layers.reduce(0) { $1.reduce($0) { $0 + $1.rules.count } })
        for (layer, packs) in layers.enumerated() {
            for pack in packs {
                for draft in pack.rules {
                    add(Entry(draft: draft, source: pack.source, layer: layer), &diagnostics)
                }
            }
        }
    }

    private mutating func add(_ entry: Entry, _ diagnostics: inout DiagnosticList) {
        let id = entry.draft.id
        guard let first = index[id.text] else {
            index[id.text] = entries.count
            return entries.append(entry)
        }
        let earlier = entries[first]
        guard earlier.layer < entry.layer else {
            return diagnostics.report(
                .duplicateID, in: entry.source, at: id.position, length: id.caretLength,
                "the rule '\(id.text)' is defined twice",
                hint: "the first definition is in \(earlier.source.name):\(earlier.draft.id.position.line)")
        }
        let replaced = RuleChange(
            kind: .replaced, name: earlier.draft.pack, reason: "", file: earlier.source.name,
            line: earlier.draft.id.position.line)
        entries[first] = entry
        entries[first].changes = earlier.changes + [replaced]
    }

    // MARK: Changes

    /// A property of a rule that a layer has already changed. A second change of the same property is
    /// reported.
    private struct ChangedProperty: Hashable {
        let rule: Int
        let isStatus: Bool
    }

    private mutating func change(_ files: [PackDraft], _ diagnostics: inout DiagnosticList) {
        var done: [ChangedProperty: (file: String, line: Int)] = [:]
        for file in files {
            for change in file.changes {
                for (name, rule) in rules(change.rules, file, &diagnostics) {
                    let place = (file: file.source.name, line: name.position.line)
                    for isStatus in [false, true]
                    where isStatus ? change.status != nil : change.weight != nil || change.labels != nil {
                        let aspect = ChangedProperty(rule: rule, isStatus: isStatus)
                        if let first = done[aspect] {
                            report(twice: rule, isStatus, under: name, first, file, &diagnostics)
                        } else {
                            done[aspect] = place
                            apply(change, to: rule, isStatus, under: name, file, &diagnostics)
                        }
                    }
                }
            }
        }
    }

    private func report(
        twice rule: Int, _ isStatus: Bool, under name: LocatedText, _ first: (file: String, line: Int),
        _ file: PackDraft, _ diagnostics: inout DiagnosticList
    ) {
        diagnostics.report(
            .changedTwice, in: file.source, at: name.position, length: name.caretLength,
            "the \(isStatus ? "status" : "weight") of '\(entries[rule].draft.id.text)' is changed twice",
            hint: "remove one of the two changes; the other change is in \(first.file):\(first.line)")
    }

    private mutating func apply(
        _ change: ChangeDraft, to rule: Int, _ isStatus: Bool, under name: LocatedText, _ file: PackDraft,
        _ diagnostics: inout DiagnosticList
    ) {
        let kind: RuleChange.Kind?
        let key: LocatedText?
        if isStatus {
            kind = newStatus(change, rule, under: name, file, &diagnostics)
            key = change.status?.key
        } else {
            kind = newWeights(change, rule, under: name, file, &diagnostics)
            key = change.labels?.key ?? change.weight?.key
        }
        guard let kind, let key else { return }
        entries[rule].changes.append(
            RuleChange(
                kind: kind, name: file.name, reason: change.reason, file: file.source.name,
                line: key.position.line))
    }

    private mutating func newStatus(
        _ change: ChangeDraft, _ rule: Int, under name: LocatedText, _ file: PackDraft,
        _ diagnostics: inout DiagnosticList
    ) -> RuleChange.Kind? {
        guard let (status, key) = change.status else { return nil }
        let draft = entries[rule].draft
        if status == draft.status, !RuleGlob(name.text).isPattern {
            reportIdle("status", status.rawValue, draft, key, file, &diagnostics)
        }
        if status == .stable {
            for (kind, code, what) in [
                (RuleExample.Kind.match, RuleDiagnosticCode.noMatchExample, "must match"),
                (.reject, .noRejectExample, "must not match"),
            ] where !draft.examples.contains(where: { $0.kind == kind }) {
                diagnostics.report(
                    code, in: file.source, at: key.position, length: key.caretLength,
                    "the rule '\(draft.id.text)' has no example that it \(what)",
                    hint: "a stable rule needs such an example; otherwise set its status to 'test'")
            }
        }
        entries[rule].draft.status = status
        return .status(before: draft.status)
    }

    private mutating func newWeights(
        _ change: ChangeDraft, _ rule: Int, under name: LocatedText, _ file: PackDraft,
        _ diagnostics: inout DiagnosticList
    ) -> RuleChange.Kind? {
        let draft = entries[rule].draft
        var weights = draft.weights
        guard let key = change.labels?.key ?? change.weight?.key else { return nil }
        if let labels = change.labels {
            weights = labels.weights
        } else if let weight = change.weight {
            guard let label = labelOfSingleWeight(draft, under: name, file, &diagnostics) else { return nil }
            weights[label] = weight.value
        }
        if weights == draft.weights, !RuleGlob(name.text).isPattern {
            reportIdle("weight", nil, draft, key, file, &diagnostics)
        }
        entries[rule].draft.weights = weights
        return .weights(before: draft.weights)
    }

    /// Returns the label to which `weight` in an override file applies: the label with the largest absolute
    /// weight of the rule. In a tie, it is the first of these labels. Reports a warning if the rule has
    /// several labels and an error if it has none.
    private func labelOfSingleWeight(
        _ draft: RuleDraft, under name: LocatedText, _ file: PackDraft, _ diagnostics: inout DiagnosticList
    ) -> Int? {
        let weighted = draft.weights.indices.filter { draft.weights[$0] != 0 }
        guard weighted.count != 1 else { return weighted[0] }
        let strongest = weighted.max { (abs(draft.weights[$0]), $1) < (abs(draft.weights[$1]), $0) }
        let labels = weighted.map { taxonomy.categories[$0].rawValue }.joined(separator: ", ")
        let message =
            strongest.map {
                "the rule '\(draft.id.text)' has several labels (\(labels)): only the weight of "
                    + "'\(taxonomy.categories[$0].rawValue)' is changed"
            } ?? "the rule '\(draft.id.text)' has no weight other than 0, so the label is ambiguous"
        diagnostics.report(
            .severalLabels, strongest == nil ? .error : .warning, in: file.source, at: name.position,
            length: name.caretLength, message, hint: "use 'labels' instead of 'weight'")
        return strongest
    }

    private func reportIdle(
        _ what: String, _ value: String?, _ draft: RuleDraft, _ key: LocatedText, _ file: PackDraft,
        _ diagnostics: inout DiagnosticList
    ) {
        diagnostics.report(
            .changeWithoutEffect, .warning, in: file.source, at: key.position, length: key.caretLength,
            "the \(what) of '\(draft.id.text)' already has this value\(value.map { ", '\($0)'" } ?? "")",
            hint: "remove this change")
    }

    // MARK: Exceptions

    private mutating func except(_ file: PackDraft, layer: Int, _ diagnostics: inout DiagnosticList) {
        for exception in file.exceptions {
            let place = exceptions.count
            let entry = Entry(draft: exception.draft, source: file.source, layer: layer)
            exceptions.append(entry)
            for (_, rule) in rules(exception.rules, file, &diagnostics) {
                entries[rule].exceptions.append(place)
                entries[rule].changes.append(
                    RuleChange(
                        kind: .exception(place), name: file.name, reason: exception.draft.says,
                        file: file.source.name, line: exception.draft.id.position.line))
            }
        }
    }

    // MARK: Names

    /// Returns the rules whose ids match any of the names or patterns, each with the first name that its id
    /// matches. Reports names that match no id.
    private func rules(
        _ names: [LocatedText], _ file: PackDraft, _ diagnostics: inout DiagnosticList
    ) -> [(name: LocatedText, rule: Int)] {
        var found: [(name: LocatedText, rule: Int)] = []
        var seen: Set<Int> = []
        for name in names {
            let glob = RuleGlob(name.text)
            let fitting =
                glob.isPattern
                ? entries.indices.filter { glob.matches(entries[$0].draft.id.text) }
                : index[name.text].map { [$0] } ?? []
            if fitting.isEmpty { report(missing: name, glob, file, &diagnostics) }
            for rule in fitting where seen.insert(rule).inserted { found.append((name, rule)) }
        }
        return found
    }

    private func report(
        missing name: LocatedText, _ glob: RuleGlob, _ file: PackDraft, _ diagnostics: inout DiagnosticList
    ) {
        func names() -> [String] {
            let ids = entries.map(\.draft.id.text)
            guard glob.isPattern else { return ids }
            // Candidates for a pattern: the groups that ids begin with, and whole ids.
            return Set(ids.compactMap { $0.split(separator: ".").first.map { "\($0).*" } }).sorted() + ids
        }
        let hint = diagnostics.hint(for: name.text, among: names()) { _ in Suggestion.otherLayers }
        diagnostics.report(
            .unknownOverride, in: file.source, at: name.position, length: name.caretLength,
            glob.isPattern ? "no rule id matches '\(name.text)'" : "there is no rule '\(name.text)'",
            hint: hint)
    }
}
