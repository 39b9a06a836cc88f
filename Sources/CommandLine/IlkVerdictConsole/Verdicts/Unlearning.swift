package import IlkConsole
package import Ilk
package import IlkLearning
package import IlkFiles
package import IlkLog
package import IlkStore
package import IlkVocabulary
package import FoundationEssentials

/// The deletion of models whose training texts were erased, and the messages about it.
package enum Unlearning {
    /// Deletes the models that were trained on erased records of a store, and writes a message.
    package static func forgetErased<Application: StoreApplication>(
        in open: OpenStore<Application>, as names: StoreRetraining.RecordNames
    ) async throws where Application.Records: LabelingStore {
        let retraining = StoreRetraining(
            from: open.store, as: names, folders: open.console.folders, now: open.now)
        report(try await retraining.forgetErased(), again: names.signer, open.console)
    }

    /// Writes a message, unless no model was deleted.
    ///
    /// - Parameter again: The command that trains a new model.
    package static func report(_ forgotten: ModelRegistry.VersionRemoval, again: String, _ console: Console) {
        if let words = words(forgotten, again: again) { console.note(words) }
    }

    /// Erases entries of a log after its models have unlearned the entries. This includes the models of a
    /// removed taxonomy.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - folders: The user's folders.
    ///   - now: The present time.
    ///   - erase: Erases the entries. The closure must call its argument before it erases the first entry.
    ///     This call makes the models unlearn the entries.
    /// - Returns: The result of `erase`, and the message for the user, or `nil` if no model changed.
    /// - Throws: Errors of ``Retraining/unlearning(_:)``.
    package static func erase<Result>(
        from log: ClassificationLogStore, _ folders: IlkFolders, now: Date,
        _ erase: (_ before: () async throws -> Void) async throws -> Result
    ) async throws -> (result: Result, words: String?) {
        let (result, report, taxonomy) = try await LogErasure.run(from: log, folders, now: now, erase)
        let again = "ilk retrain\(VersionChange.option(taxonomy))"
        return (result, report.flatMap { words($0, again: again) })
    }

    /// Returns the message about the models that a purge deleted and the version that it activated. Returns
    /// `nil` if no model changed.
    package static func words(_ report: UnlearningReport, again: String) -> String? {
        guard let version = report.version else { return words(report.deleted, again: again) }
        let texts = DecimalText.counted(report.texts, "text")
        return "version \(version) is active now: \(texts) unlearned" + gone(report.deleted.versions)
    }

    /// Deletes versions of all taxonomies that were trained on erased records of a store, and writes a
    /// message for each.
    ///
    /// - Parameters:
    ///   - words: Returns the names of the store's records for a taxonomy.
    ///   - again: The command that trains a new model, without the taxonomy.
    package static func forgetErased(
        from store: any LabelingStore, as words: (Taxonomy) -> StoreRetraining.RecordNames, again: String,
        _ console: Console
    ) async throws {
        let removals = try await StoreRetraining.forgetErased(
            from: store, as: words, folders: console.folders, now: Date())
        for (taxonomy, removal) in removals {
            report(removal, again: "\(again) --taxonomy \(taxonomy)", console)
        }
    }

    private static func gone(_ versions: [String]) -> String {
        guard let names = names(versions) else { return "" }
        return "; \(names) deleted"
    }

    /// Returns the versions with a verb, such as `versions A and B are`, or `nil` if there are none.
    private static func names(_ versions: [String]) -> String? {
        guard let last = versions.last else { return nil }
        let others = versions.dropLast().joined(separator: ", ")
        return others.isEmpty ? "version \(last) is" : "versions \(others) and \(last) are"
    }

    /// Returns the message, or `nil` if no model was deleted.
    package static func words(_ forgotten: ModelRegistry.VersionRemoval, again: String) -> String? {
        guard let names = names(forgotten.versions) else { return nil }
        let now = forgotten.activatedFallback.map { "; \(VersionChange.subject($0)) is active now" } ?? ""
        return "\(names) deleted, because models can contain erased texts\(now); retrain with: \(again)"
    }
}
