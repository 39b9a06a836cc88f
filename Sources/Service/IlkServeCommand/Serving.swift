import CProcess
import IlkVerdictConsole
import IlkFiles
import IlkCommand
import IlkConsole
import Ilk
import IlkLog
import IlkRedaction
import IlkAPI
import IlkServer
import IlkStore
import IlkSyncStore
import IlkVocabulary

/// One run of `ilk serve`.
struct Serving {
    let settings: ServingSettings
    let console: Console

    /// The maximum number of memory pools. One pool would make threads wait for each other.
    private static let memoryPools: Int32 = 2

    /// Serves until the process is asked to stop.
    ///
    /// - Throws: ``CommandError`` if the server cannot start or if log entries were lost.
    nonisolated(nonsending) func run() async throws {
        try Self.checkAvailability()
        ilk_limit_memory_pools(Self.memoryPools)
        var metrics = MetricsServing(version: ProgramVersion.current)
        let pipelines = try settings.taxonomies.map { try ReloadablePipeline($0.assembly, archive: archive) }
        for pipeline in pipelines { console.warn(of: pipeline) }
        try ServePeerOptions.check(
            settings.flaggedLabels, known: Set(pipelines.flatMap { $0.taxonomy.categories.map(\.rawValue) }))
        for line in settings.newFiles(logs: pipelines.map { logFile($0.taxonomy) }) { console.note(line) }
        var parts = partsWithoutStores
        let server = try serverSettings()
        parts.configuration = settings.configuration(server, console.folders, console.environment)
        let challenger = try shadow()
        let logs = try await openLogs(of: pipelines, challenger, in: &parts, &metrics)
        parts.classification = parts.taxonomies.first?.service
        parts.checks = checks(pipelines, logs)
        let hub = try HubFile.open(settings.hubFile)
        parts.hub = hub
        parts.checks.append(("hub", Self.check { _ = try await hub.tokens() }))
        let debug = try settings.debugFile.map { try DebugServing($0, console) }
        if let debug {
            metrics.add("debug", age: debug.oldestUncommittedAge, ledger: debug.ledger)
            parts.debug = debug.intake
            parts.checks.append(("debug", debug.problem))
        }
        parts.metrics = metrics.part
        let pages = PageServing(settings, in: &parts)
        SignalWatch.watchForReload()
        let deciding = pipelines + [challenger?.pipeline].compactMap(\.self)
        let following = await follow(pipelines, logs, challenger)
        let retention = retention(debug, logs)
        let names = parts.taxonomies.map(\.name)
        let jobs = try await JobServing(settings.serviceFile, in: &parts, console.folders) { queue, shelf in
            try await schedules(names, hub, retention, queue, shelf)
        }
        let outcome = await outcome(
            of: HTTPServer(parts, settings: server), at: server,
            deciding + [debug?.levels].compactMap(\.self), jobs, pages)
        for line in challenger?.tally.lines ?? [] { Self.report(line) }
        await jobs.stop()
        for task in following {
            task.cancel()
            await task.value
        }
        try jobs.close()
        try await debug?.close()
        for log in logs { try await log?.close() }
        try hub.close()
        try outcome.get()
    }

    /// The services that need no open store.
    private var partsWithoutStores: ServerServices {
        var parts = ServerServices()
        parts.version = ProgramVersion.current
        parts.folders = console.folders
        (parts.callsFile, parts.usageFile) = (settings.callsFile, settings.usageFile)
        parts.debugFile = settings.debugFile
        parts.messages = MessageReader.current
        return parts
    }

    /// Opens the log of each pipeline, and adds its service and its metrics.
    private nonisolated(nonsending) func openLogs(
        of pipelines: [ReloadablePipeline], _ challenger: Challenger?, in parts: inout ServerServices,
        _ metrics: inout MetricsServing
    ) async throws -> [ClassificationLogging?] {
        var logs: [ClassificationLogging?] = []
        for (pipeline, taxonomy) in zip(pipelines, settings.taxonomies) {
            let log = try await openLog(taxonomy: pipeline.taxonomy, redaction: taxonomy.redaction)
            logs.append(log)
            let service = TextClassificationService(
                reloadable: pipeline, logger: log?.logger, challenger: challenger,
                logsFeatures: settings.logsFeatures)
            let name = taxonomy.assembly.labelSet?.name ?? pipeline.taxonomy.name
            parts.taxonomies.append((name, service))
            if let store = log?.store, let logger = log?.logger {
                parts.logs.append((name, store))
                metrics.add(
                    logs.count == 1 ? "log" : "log-\(name)", age: { logger.oldestUncommittedAge },
                    ledger: { try await store.ledger() })
            }
        }
        return logs
    }

    /// Returns the readiness checks of the classifiers and of their logs.
    private func checks(
        _ pipelines: [ReloadablePipeline], _ logs: [ClassificationLogging?]
    ) -> [(name: String, problem: @Sendable () async -> String?)] {
        var checks: [(name: String, problem: @Sendable () async -> String?)] = []
        for (pipeline, log) in zip(pipelines, logs) {
            let suffix = pipelines.count == 1 ? "" : "-\(pipeline.taxonomy.name)"
            checks.append(("model" + suffix, Self.check { _ = try pipeline.classify("ready?") }))
            guard let store = log?.store, let logger = log?.logger else { continue }
            let read = Self.check { _ = try await store.ledger() }
            let path = store.location.path
            let file = LogFiles.fileNumber(path)
            checks.append(
                (
                    "log" + suffix,
                    {
                        if let problem = await read() { return problem }
                        // The open file is usable, but its entries are lost when the server ends.
                        if LogFiles.fileNumber(path) != file {
                            return "the file of the log was deleted or replaced; restart the server"
                        }
                        let isStalled = logger.oldestUncommittedAge > Self.stalledAge
                        return isStalled ? "new entries are not stored yet: the log cannot be written" : nil
                    }
                ))
        }
        return checks
    }

    /// The age of the oldest uncommitted entry above which the log is reported as unwritable.
    private static let stalledAge: Duration = .seconds(10)

    private func retention(_ debug: DebugServing?, _ logs: [ClassificationLogging?]) -> RetentionServing {
        RetentionServing(
            folders: console.folders, callsFile: settings.callsFile ?? console.folders.calls,
            usageFile: settings.usageFile ?? console.folders.usage, logs: logs.compactMap { $0?.store },
            debug: debug)
    }

    /// Starts the tasks that apply the corrections of each log to its pipeline, and to the challenger. A
    /// challenger requires a single taxonomy.
    private nonisolated(nonsending) func follow(
        _ pipelines: [ReloadablePipeline], _ logs: [ClassificationLogging?], _ challenger: Challenger?
    ) async -> [Task<Void, Never>] {
        var following: [Task<Void, Never>] = []
        for (pipeline, log) in zip(pipelines, logs) {
            let all = [pipeline] + [challenger?.pipeline].compactMap(\.self)
            following.append(await follow(all, pipeline.taxonomy, log?.store))
        }
        return following
    }

    private static func checkAvailability() throws(CommandError) {
        guard HTTPServer.isAvailable else {
            throw CommandError(
                .unavailable, "this build has no server",
                hint: "build ilk with the trait Server, which is on by default")
        }
    }

    /// Returns the settings of the server. Raises the limit on open files if necessary, and warns if tokens
    /// and texts will cross a network without TLS.
    ///
    /// - Throws: ``CommandError`` if the socket of the service manager cannot be used.
    private func serverSettings() throws(CommandError) -> ServerSettings {
        var server = settings.server
        if !settings.flaggedLabels.isEmpty { server.flaggedLabels = Set(settings.flaggedLabels) }
        // Reserve the other files for stores, models and standard streams.
        let files = OpenFileLimit.raise(to: server.connections + Self.otherFiles)
        server.connections = min(server.connections, max(16, files - Self.otherFiles))
        if let socket = try ActivatedSocket(environment: console.environment) {
            server.inheritedSocket = ActivatedSocket.descriptor
            // The path of a Unix socket is not needed.
            server.unixSocket = socket.address == nil ? "" : nil
            if let address = socket.address { (server.host, server.port) = (address.host, address.port) }
        }
        // Requests that come through a proxy can be from other machines.
        if server.acceptsOpenDebugEvents, !server.isLoopback || settings.isBehindProxy {
            throw CommandError(
                .usage, "--open-debug is allowed only on this machine",
                hint:
                    "listen on 127.0.0.1 without --tls-proxy, or create a token: ilk token create NAME --scope debug"
            )
        }
        if !server.isLoopback, !settings.isBehindProxy {
            Self.report(
                "warning: listening beyond this machine without TLS, so others can read tokens and texts. "
                    + "Listen on 127.0.0.1 behind a TLS proxy. If a TLS proxy is in front, pass --tls-proxy")
        }
        return server
    }

    private static let otherFiles = 256

    /// Serves and returns the outcome, so that files are closed before an error is thrown.
    private nonisolated(nonsending) func outcome(
        of server: HTTPServer, at settings: ServerSettings, _ pipelines: [ReloadablePipeline],
        _ jobs: JobServing, _ pages: PageServing
    ) async -> Result<Void, any Error> {
        do {
            try await serve(server, at: settings, pipelines, jobs, pages)
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// Converts a check that throws to a check that returns the error message, or `nil` on success.
    static func check(
        _ look: @escaping @Sendable () async throws -> Void
    ) -> @Sendable () async -> String? {
        {
            do {
                try await look()
                return nil
            } catch {
                return CommandError(error).what
            }
        }
    }

    /// Opens the log. If the queue of the log is full, the log drops entries and counts them, so that
    /// requests do not wait.
    private nonisolated(nonsending) func openLog(
        taxonomy: Taxonomy, redaction: TextRedaction?
    ) async throws -> ClassificationLogging? {
        guard settings.isLogging else { return nil }
        var journal = JournalSettings()
        journal.overflow = .drop
        return try await ClassificationLogging.writing(
            logFile(taxonomy), taxonomy: taxonomy, redaction: redaction, settings: journal,
            folders: console.folders)
    }

    private func logFile(_ taxonomy: Taxonomy) -> String {
        settings.logFile ?? LogFiles.path(taxonomy: taxonomy.name, console.folders)
    }

    /// The archive of models and rules, or `nil` if verdicts are not logged.
    private var archive: VerdictArchive? {
        settings.isLogging ? VerdictArchive(folders: console.folders) : nil
    }

    /// Applies the corrections once before returning, and then applies new ones until the task is canceled.
    /// Corrections in the log apply even if the server does not log, as with `ilk classify`.
    private nonisolated(nonsending) func follow(
        _ pipelines: [ReloadablePipeline], _ taxonomy: Taxonomy, _ own: ClassificationLogStore?
    ) async -> Task<Void, Never> {
        let corrections = CorrectionPolling(
            logFile(taxonomy), taxonomy: taxonomy, own: own, pipelines: pipelines)
        _ = await corrections.poll()
        return Task(priority: .utility) { await corrections.follow() }
    }

    /// Returns the challenger: a version that also classifies each text, for comparison only.
    private func shadow() throws -> Challenger? {
        guard let name = settings.challenger, let assembly = settings.taxonomies.first?.assembly else {
            return nil
        }
        var challenging = assembly
        challenging.model = ClassifierOptions.model(name)
        let advice = ChallengerAdvice.sentence(
            challenging.model, against: assembly, isLogging: settings.isLogging, log: settings.logFile)
        return Challenger(name, try ReloadablePipeline(challenging, archive: archive), advice: advice)
    }

    private nonisolated(nonsending) func serve(
        _ server: HTTPServer, at settings: ServerSettings, _ reloadables: [ReloadablePipeline],
        _ jobs: JobServing, _ pages: PageServing
    ) async throws {
        let (stop, isQuiet) = (console.stop, console.isQuiet)
        let manager = ServiceNotifier(environment: console.environment)
        do {
            try await server.run { port in
                if !isQuiet {
                    Self.report("listening at \(Self.place(settings, port: port)); Ctrl-C stops it")
                }
                if settings.unixSocket == nil { pages.report(at: Self.place(settings, port: port)) }
                manager.send(.ready)
            } until: {
                await Self.watch(stop, reloadables, manager)
                manager.send(.stopping)
                // A request that follows the progress of a job ends with the job.
                await jobs.cancel()
            }
        } catch let error as ListenError {
            throw CommandError(
                .unavailable, "cannot listen: \(error)",
                at: settings.unixSocket ?? "\(ListenAddress(host: settings.host, port: settings.port))",
                hint: settings.unixSocket == nil
                    ? "choose another address, such as --listen 127.0.0.1:0 for a free port"
                    : "choose another path, or stop the server that listens on it")
        }
    }

    /// Returns the address of a server for messages, such as `http://127.0.0.1:8437`.
    private static func place(_ settings: ServerSettings, port: Int) -> String {
        switch settings.unixSocket {
        case nil: "http://\(ListenAddress(host: settings.host, port: port))"
        case "": "the socket of the service manager"
        case let path?: "unix:\(path)"
        }
    }

    /// Reloads changed rules and models until the process is asked to stop. Also sends the watchdog messages,
    /// which therefore stop if the process no longer runs tasks.
    private static func watch(
        _ stop: StopFlag, _ reloadables: [ReloadablePipeline], _ manager: ServiceNotifier
    ) async {
        var looks = 0
        var last = ContinuousClock.now
        while stop.request == nil {
            guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { return }  // Canceled.
            looks += 1
            if let interval = manager.interval, ContinuousClock.now - last >= interval {
                manager.send(.alive)
                last = .now
            }
            let isAsked = stop.renewal.consume()
            for reloadable in reloadables {
                if isAsked { report(reloadable.reload().description) }
                guard isAsked || looks % 20 == 0 else { continue }
                if let model = isAsked ? reloadable.reloadModel() : reloadable.reloadModelIfChanged(),
                    model.outcome != .unchanged
                {
                    report(model.description)
                }
            }
        }
    }

    static func report(_ text: String) { StandardError.write("ilk: " + VisibleText.lines(text) + "\n") }
}
