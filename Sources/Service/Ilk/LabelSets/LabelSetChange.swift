package import IlkFiles
import IlkStore
package import IlkVocabulary

/// A change of a label set.
package struct LabelSetChange {
    package private(set) var set: LabelSet
    /// Consequences of the changes that the user may not expect, in words.
    package private(set) var notes: [String] = []

    /// Creates a change that starts from a label set.
    ///
    /// - Parameter set: The label set to change.
    package init(_ set: LabelSet) {
        self.set = set
    }

    /// Adds a label. A label that was merged into another one becomes a separate label again.
    ///
    /// - Parameter key: The key of the label.
    /// - Throws: `usage` if the key is not valid or the set has the label.
    package mutating func add(_ key: String) throws(IlkError) {
        try checkLabelsCanChange()
        guard LabelSet.isKey(key) else {
            throw IlkError(
                .usage, "a label must be one line without control characters: '\(VisibleText.oneLine(key))'",
                hint: "use 1 to \(LabelSet.keyBytes) bytes, without white space at the ends")
        }
        if let known = set.label(Category(key)) {
            let restoring = "restore it with: ilk taxonomy edit \(set.name) --restore \(ShellText.word(key))"
            throw IlkError(
                .usage, "the taxonomy \(set.name) already has the label '\(key)'",
                hint: known.isRetired ? "the label is retired; \(restoring)" : nil)
        }
        if let other = set.labels.first(where: { $0.title?.lowercased() == key.lowercased() }) {
            throw IlkError(
                .usage, "the label '\(other.key)' already has the title '\(other.title ?? key)'",
                hint:
                    "change it with: ilk taxonomy rename \(set.name) TITLE --label \(ShellText.word(other.key.rawValue))"
            )
        }
        guard set.labels.count < LabelSet.maximumLabels else {
            throw IlkError(
                .usage, "the taxonomy \(set.name) has \(LabelSet.maximumLabels) labels, which is the maximum")
        }
        set.labels.append(LabelSet.Label(Category(key)))
        if let into = set.merged.removeValue(forKey: Category(key)) {
            notes.append("'\(key)' is no longer merged into '\(into)'")
        } else {
            notes.append("no text with the label '\(key)' has been learned yet: the model cannot predict it")
        }
    }

    /// Retires a label, or reactivates a retired one.
    ///
    /// - Parameters:
    ///   - key: The key of the label.
    ///   - isRetired: `true` to retire the label, `false` to reactivate it.
    /// - Throws: `usage` if the set does not have the label, or if no label in use would remain.
    package mutating func setRetired(_ key: String, _ isRetired: Bool) throws(IlkError) {
        try checkLabelsCanChange()
        let index = try index(of: key)
        set.labels[index].isRetired = isRetired
        guard !set.taxonomy.categories.isEmpty else {
            throw IlkError(
                .usage, "'\(key)' is the last label of \(set.name) and cannot be retired",
                hint: "first add another label with: ilk taxonomy edit \(set.name) --add LABEL")
        }
        if isRetired, set.defaultLabel == Category(key) { set.defaultLabel = nil }
    }

    /// Merges a label into another one.
    ///
    /// - Parameters:
    ///   - key: The key of the label to merge, which the set loses.
    ///   - into: The key of the label into which it is merged.
    /// - Throws: `usage` if the set lacks one of the labels, if both labels are the same, or if `into` is
    ///   retired.
    package mutating func merge(_ key: String, into: String) throws(IlkError) {
        try checkLabelsCanChange()
        guard key != into else {
            throw IlkError(.usage, "a label cannot be merged into itself: '\(key)'")
        }
        guard !set.labels[try index(of: into)].isRetired else {
            throw IlkError(
                .usage, "'\(key)' cannot be merged into '\(into)', because '\(into)' is retired",
                hint:
                    "first restore it with: ilk taxonomy edit \(set.name) --restore \(ShellText.word(into))")
        }
        set.labels.remove(at: try index(of: key))
        // Labels that were merged into this label earlier are now merged into the other label too.
        for (former, current) in set.merged where current == Category(key) {
            set.merged[former] = Category(into)
        }
        set.merged[Category(key)] = Category(into)
        set.thresholds[Category(key)] = nil
        if set.defaultLabel == Category(key) { set.defaultLabel = Category(into) }
    }

    /// Changes the title of the set, or of a label. Titles are compared without regard to case.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - key: The key of the label, or `nil` for the set.
    ///   - others: All label sets.
    /// - Throws: `usage` if the title is not valid, if another label or set already has it as its title or
    ///   key, or if the set does not have the label.
    package mutating func rename(
        _ key: String?, to title: String, among others: [LabelSet] = []
    ) throws(IlkError) {
        guard LabelSet.isTitle(title) else {
            throw IlkError(
                .usage,
                "a title must be one line without control characters: '\(VisibleText.oneLine(title))'",
                hint: "use 1 to \(LabelSet.titleBytes) bytes")
        }
        guard let key else {
            if let other = others.first(where: { $0.name != set.name && $0.isCalled(title) }) {
                throw IlkError(.usage, Self.words("taxonomy", other.name, other.title, of: title))
            }
            set.title = title
            return
        }
        let index = try index(of: key)
        if let other = set.labels.first(where: { $0.key.rawValue != key && $0.isCalled(title) }) {
            throw IlkError(
                .usage, Self.words("label", "'\(other.key)'", other.title, of: title),
                hint:
                    "merge the labels with: ilk taxonomy edit \(set.name) --merge \(ShellText.word("\(key)=\(other.key)"))"
            )
        }
        set.labels[index].title = title
    }

    /// Saves the set in the user's settings.
    ///
    /// - Parameter folders: The user's folders.
    /// - Returns: The path of its file.
    /// - Throws: ``IlkError`` if the file cannot be written.
    package func save(_ folders: IlkFolders) throws(IlkError) -> String {
        var saved = set
        // A set that was derived from a model gets an id when its file is first written.
        if saved.origin == .model {
            saved = LabelSet(id: RecordIDSource().next().description, name: set.name, labels: set.labels)
            saved.title = set.title
            saved.merged = set.merged
            saved.isMultilabel = set.isMultilabel
        }
        return try LabelSetCatalog(folders: folders).save(saved)
    }

    /// The message about a title that another label or set already has as its title or key.
    private static func words(_ what: String, _ key: String, _ own: String?, of title: String) -> String {
        guard let own, own.lowercased() == title.lowercased() else {
            return "there is already a \(what) \(key)"
        }
        return "the \(what) \(key) already has the title '\(own)'"
    }

    private func checkLabelsCanChange() throws(IlkError) {
        guard LabelSet.shipped.contains(where: { $0.name == set.name }) else { return }
        throw IlkError(
            .usage, "the labels of the shipped taxonomy \(set.name) cannot be changed",
            hint: "create your own taxonomy with: ilk train FILE --name NAME")
    }

    private func index(of key: String) throws(IlkError) -> Int {
        if let index = set.labels.firstIndex(where: { $0.key.rawValue == key }) { return index }
        if let into = set.merged[Category(key)] {
            throw IlkError(
                .usage, "the taxonomy \(set.name) has no label '\(key)'; it was merged into '\(into)'",
                hint: "end the merge with: ilk taxonomy edit \(set.name) --add \(ShellText.word(key))")
        }
        let known = set.labels.map(\.key.rawValue)
        throw IlkError(
            .usage, "the taxonomy \(set.name) has no label '\(key)'",
            hint: Suggestion.hint(for: key, among: known, listing: "its labels are"))
    }
}
