package import IlkFiles
package import IlkConsole
import FoundationEssentials
import IlkVerdictConsole
package import Ilk
package import IlkLearning
package import IlkLog
package import IlkRedaction
package import IlkStore
package import IlkVocabulary
import Synchronization

/// The corrections of texts, and the log if the command logs texts.
package final class ClassificationLogging {
    /// The corrections in effect.
    package let corrections: RecentCorrections
    /// The open log, or `nil` if texts are not logged or another program has locked the log.
    private let opened: DeferredLog.Opened?
    /// A log that another program has locked, and the time to wait for this log at the end. `nil` if the log
    /// is open, or if texts are not logged.
    private let deferred: (log: DeferredLog, path: String, timeout: Duration)?
    private var isClosed = false

    private init(
        corrections: RecentCorrections, deferred: (DeferredLog, String, Duration)? = nil
    ) {
        self.corrections = corrections
        self.deferred = deferred
        opened = nil
    }

    private init(_ opened: DeferredLog.Opened) async throws {
        corrections = try await opened.store.recentCorrections()
        self.opened = opened
        deferred = nil
    }

    /// The store of the log, or `nil` if texts are not logged or another program has locked the log.
    package var store: ClassificationLogStore? { opened?.store }
    /// The logger that writes to ``store``, or `nil` if there is no store.
    package var logger: ClassificationLogger? { opened?.logger }

    /// Returns the corrections in effect. If the thresholds guarantee an error rate, each correction applies
    /// only to the corrected text and not to similar texts, because the rate was measured without
    /// corrections.
    package func corrections(with guarantee: GuaranteedThresholds?) -> RecentCorrections {
        guarantee == nil ? corrections : RecentCorrections(labels: corrections.labels)
    }

    /// Opens a log for writing. Creates the log and its folder if they do not exist, and replaces a damaged
    /// log unless `isStrict` is `true`. The log gets the labels of its label set that it lacks.
    package static func writing(
        _ path: String, taxonomy: Taxonomy, redaction: TextRedaction? = nil, isStrict: Bool = false,
        settings: JournalSettings = JournalSettings(), folders: IlkFolders
    ) async throws -> ClassificationLogging {
        try IlkFolders.makeFolder(of: path)
        return try await ClassificationLogging(
            open(path, taxonomy, redaction, isStrict, settings, folders))
    }

    /// Opens a log for a stream of texts. If another program has locked the log, waits for at most `timeout`.
    /// After this time, texts are kept in memory until the log can be opened.
    ///
    /// - Parameter timeout: The time to wait for a locked log, once at the start and again at the end.
    package static func streaming(
        _ path: String, taxonomy: Taxonomy, redaction: TextRedaction? = nil, isStrict: Bool = false,
        timeout: Duration, console: Console
    ) async throws -> ClassificationLogging {
        try IlkFolders.makeFolder(of: path)
        let hasWarned = Atomic(false)
        let warn: @Sendable ((any Error)?) -> Void = { error in
            if !hasWarned.exchange(true, ordering: .relaxed) { tell(warning(path, timeout, error)) }
        }
        var settings = JournalSettings(stallPatience: timeout)
        settings.closingTimeout = max(settings.closingTimeout, timeout)
        settings.onStall = { warn($0) }
        let deferred = DeferredLog(settings) { [settings, folders = console.folders] in
            try open(path, taxonomy, redaction, isStrict, settings, folders)
        }
        // Opening a log that is not locked also takes time.
        if let opened = try await deferred.opened(within: max(timeout, .seconds(1))) {
            return try await ClassificationLogging(opened)
        }
        warn(nil)
        let corrections = await corrections(of: path, taxonomy: taxonomy, console: console)
        return ClassificationLogging(
            corrections: corrections, deferred: (deferred, path, settings.closingTimeout))
    }

    private static func open(
        _ path: String, _ taxonomy: Taxonomy, _ redaction: TextRedaction?, _ isStrict: Bool,
        _ settings: JournalSettings, _ folders: IlkFolders
    ) throws -> DeferredLog.Opened {
        if !isStrict, let aside = try Store.moveAside(ifDamaged: path, schema: ClassificationLogStore.schema)
        {
            tell(
                "warning: \(path) is damaged: the file was renamed to \(aside), and a new log was created; "
                    + "restore a backup with: ilk log restore BACKUP")
        }
        let store = try ClassificationLogStore.open(.file(path), taxonomy: taxonomy)
        do {
            try LogFiles.addLabels(to: store, folders)
        } catch {
            try? store.close()  // The first error is thrown.
            throw error
        }
        return DeferredLog.Opened(
            store: store, logger: ClassificationLogger(store: store, settings: settings, redaction: redaction)
        )
    }

    private static func warning(_ path: String, _ timeout: Duration, _ error: (any Error)?) -> String {
        let error = error as? StoreError
        let reason =
            error.map { $0.code == .busy } ?? true
            ? "has been locked for \(timeout)"
            : "cannot be written (\(error?.detail ?? ""))"
        return "warning: \(path) \(reason): verdicts are printed, and texts wait in memory to be logged"
    }

    /// Writes a message, even with `-q`, because it reports damaged or unwritten data. Can be called on any
    /// thread.
    private static func tell(_ line: String) {
        StandardError.write("ilk: " + VisibleText.oneLine(line) + "\n")
    }

    /// Returns an instance with the corrections of the user's log, for commands that do not log texts.
    package static func reading(taxonomy: Taxonomy, console: Console) async -> ClassificationLogging {
        let path = LogFiles.path(taxonomy: taxonomy.name, console.folders)
        return ClassificationLogging(
            corrections: await corrections(of: path, taxonomy: taxonomy, console: console))
    }

    /// Returns the corrections of a log. If the log cannot be read, the result is empty and a warning is
    /// written.
    private static func corrections(
        of path: String, taxonomy: Taxonomy, console: Console
    ) async -> RecentCorrections {
        guard FileManager.default.fileExists(atPath: path) else { return RecentCorrections() }
        do {
            let store = try ClassificationLogStore.open(.file(path), taxonomy: taxonomy, access: .readOnly)
            let corrections = try await store.recentCorrections()
            try store.close()
            return corrections
        } catch {
            console.note("warning: corrections are not used: \(CommandError(error).what)")
            return RecentCorrections()
        }
    }

    /// Logs a text. Suspends while the queue is full or the journal has a backlog.
    package nonisolated(nonsending) func log(_ request: LogRequest) async {
        if let opened {
            await opened.logger.log(request)
        } else if let deferred {
            await deferred.log.log(request)
        }
    }

    /// Waits until all entries are on disk, and closes the log.
    ///
    /// - Throws: `inputOutput` if an entry could not be written.
    package nonisolated(nonsending) func close() async throws(CommandError) {
        guard !isClosed else { return }
        isClosed = true
        do {
            if let opened { return try await Self.close(opened) }
            guard let deferred else { return }
            if let opened = try await deferred.log.opened(within: deferred.timeout) {
                return try await Self.close(opened)
            }
            let (lost, opened) = deferred.log.abandon()
            let unwritten = await opened?.logger.close().dropped.values.reduce(0, +) ?? 0
            try Self.check(lost: lost + unwritten, deferred.path)
        } catch {
            throw CommandError(error)
        }
    }

    private nonisolated(nonsending) static func close(_ log: DeferredLog.Opened) async throws {
        let ledger = await log.logger.close()
        try check(lost: ledger.dropped.values.reduce(0, +), log.store.location.path)
        try log.store.close()
    }

    private static func check(lost: Int, _ path: String) throws(CommandError) {
        guard lost > 0 else { return }
        throw CommandError(
            .inputOutput, "\(lost) \(lost == 1 ? "text was" : "texts were") not logged", at: path,
            hint: "the log was locked or damaged, or the disk was full; check the log with: ilk doctor")
    }
}
