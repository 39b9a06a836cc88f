import IlkFiles
package import IlkVerdictConsole
package import IlkConsole
package import IlkDebugCommand
package import ArgumentParser
import IlkAPI
import Ilk
import IlkVocabulary

/// Serves classification, debug events and the sync hub over HTTP.
package struct ServeCommand: AsyncParsableCommand, DescribedCommand {
    package static let help = CommandText(
        "serve",
        abstract: "Serve classification, debug events and the sync hub over HTTP.",
        discussion: """
            /v1/classify                Classify texts, mail, JSON, NDJSON or CSV.
            /v1/explain, /v1/features   Explain a verdict, or list the features of a text.
            /v1/segment                 Split a text into sentences and words.
            /v1/log                     List, correct and purge logged texts.
            /v1/calls, /v1/mail         Read records of calls and mail.
            /v1/usage, /v1/debug        Read usage events and debug events.
            /v1/taxonomies, /v1/models  List, compare and promote models.
            /v1/rules                   List, test and save rules.
            /v1/train, /v1/retrain      Train models; /v1/jobs shows the progress.
            /v1/audit                   List all changes.
            /v1/sync                    Sync devices.
            /debug/logs, /v1/logs       Accept debug events, as JSON or OpenTelemetry.
            /livez, /readyz, /metrics   Report health, and metrics for Prometheus.
            /openapi.json               Describe all requests.

            With several taxonomies, each request names its taxonomy: /v1/classify?taxonomy=news.

            /ui has web pages to try a text, review texts, search the log, and compare and activate \
            models. --open-page prints a link that signs in. Without this link, sign in with a token that \
            has the scope read, correct or admin.

            Clients of other programs work unchanged: Hugging Face (/hf), Text Embeddings Inference \
            (/predict), OpenAI's moderation (/v1/moderations), and, with the taxonomy 'spam', Rspamd \
            (/checkv2).

            Requests need a token; create it with 'ilk token create'. By default, only this machine can \
            reach the server. The server has no TLS: for other machines, put a proxy with TLS in front \
            of it. By default, /metrics requires a token only if the server listens beyond loopback. \
            --public-metrics and --no-public-metrics change this.

            With --challenger, another version of the model classifies each text too. Differing verdicts \
            are counted and reported at the end. With --log, the verdicts of both versions are stored.

            Every hour the server erases records that have expired under the rules of 'ilk log \
            retention' (in the logs of all taxonomies), 'ilk debug retention', 'ilk calls retention' and \
            'ilk usage retention'. It also removes the hub's records of deletions that are older than \
            --forget-deleted days. A device that was away for longer syncs everything again. --schedule \
            changes these intervals, as in retention=1d or deletions=off. With retrain=1d the server \
            retrains the models of the served taxonomies on new corrections every day, and activates a \
            new version if it is better. GET /v1/jobs shows the runs.

            SIGHUP makes the server reload rules and models without a restart. SIGTERM makes it finish \
            current requests and stop. Under systemd, the server accepts a passed socket (LISTEN_FDS) \
            and reports its state (sd_notify).

            --get requests a path from the server that runs at --listen or --uds, and prints the \
            response. The token comes from ILK_HUB_TOKEN_FILE or ILK_HUB_TOKEN. The exit status is 0 for \
            success, 77 if the server refuses the token, 66 for an unknown path, and 69 if no server \
            responds.
            """,
        examples: [
            "Create a token for a program": "ilk token create mailer --scope classify",
            "Create a token for debug events": "ilk token create phone --scope debug",
            "Show all options": "ilk serve --help",
        ])

    @OptionGroup package var listening: ServeListenOptions

    @Flag(help: "Accept texts without a token; stored data requires one.")
    package var open = false

    @OptionGroup package var limits: ServeLimitOptions
    @OptionGroup package var deciding: ClassifierPartOptions

    @Option("A taxonomy to serve, or 'all'. Repeatable. (default: doctype)", value: "name")
    package var taxonomy: [TaxonomyName] = []

    @Option("Also classify with this version, and count differences.", value: "version")
    package var challenger: String?

    @Flag(help: "Store texts and verdicts in the log.")
    package var log = false

    @Flag(help: "With --log: also store the features of the texts.")
    package var logFeatures = false

    @OptionGroup package var logging: LogFileOptions
    @OptionGroup package var redacting: RedactionOptions
    @OptionGroup package var hub: HubFileOptions

    @Option(count: "Days for which the hub remembers deletions.", from: 0, to: 36_500, value: "days")
    package var forgetDeleted = 180

    @OptionGroup package var peers: ServePeerOptions
    @OptionGroup package var paging: ServePageOptions
    @OptionGroup package var retaining: RetentionServingOptions
    @OptionGroup package var scheduling: ServeScheduleOptions

    @Flag(inversion: .prefixedNo, help: "Accept debug events.")
    package var debug = true

    @Flag(help: "Accept debug events of this machine without a token.")
    package var openDebug = false

    @OptionGroup package var debugging: DebugFileOptions
    @OptionGroup package var display: DisplayOptions

    package func validate() throws {
        if !redacting.redact.isEmpty && !log { throw ValidationError("--redact requires --log.") }
        if logFeatures && !log { throw ValidationError("--log-features requires --log.") }
        if logging.logFile != nil && !log { throw ValidationError("--log-file requires --log.") }
        if challenger != nil && deciding.classifier == .rules {
            throw ValidationError("--challenger requires a model. Remove the option '--classifier rules'.")
        }
        if isOfSeveral && (deciding.model != nil || challenger != nil || logging.logFile != nil) {
            throw ValidationError("--model, --challenger and --log-file require a single taxonomy.")
        }
        if !retaining.retention && scheduling.schedule.contains(where: { $0.name == .retention }) {
            throw ValidationError("--schedule retention cannot be combined with --no-retention.")
        }
        if debugging.debugFile != nil && !debug {
            throw ValidationError("--debug-file cannot be combined with --no-debug.")
        }
        if openDebug && !debug {
            throw ValidationError("--open-debug cannot be combined with --no-debug.")
        }
    }

    package func run() async throws {
        let console = Console.standard(display)
        if let request = try listening.request(console) { return try request.run(to: console.output) }
        try await Serving(settings: try settings(console.folders), console: console).run()
    }

    private func settings(_ folders: IlkFolders) throws -> ServingSettings {
        var settings = ServingSettings(
            taxonomies: try taxonomies(folders), hubFile: hub.path(folders),
            serviceFile: scheduling.serviceFile ?? folders.service)
        (settings.server.host, settings.server.port) = (listening.listen.host, listening.listen.port)
        settings.server.unixSocket = listening.uds
        settings.server.isOpen = open
        settings.server.acceptsOpenDebugEvents = openDebug
        limits.apply(to: &settings.server)
        settings.flaggedLabels = peers.flaggedLabel
        settings.isBehindProxy = limits.tlsProxy
        (settings.servesPages, settings.opensPage) = (paging.pages, paging.openPage)
        settings.pageFiles = paging.pageFiles
        settings.challenger = challenger
        settings.isLogging = log
        settings.logsFeatures = logFeatures
        settings.logFile = logging.logFile
        settings.debugFile = debug ? debugging.debugFile ?? folders.debug : nil
        settings.forgetDeleted = forgetDeleted
        settings.schedule = scheduling.schedule
        settings.appliesRetention = retaining.retention
        (settings.callsFile, settings.usageFile) = (retaining.callsFile, retaining.usageFile)
        return settings
    }

    /// `true` if the options select several taxonomies, so that requests can name one.
    private var isOfSeveral: Bool { Set(taxonomy).count > 1 || taxonomy.contains(Self.all) }

    private static let all = TaxonomyName("all")

    /// Returns the classifiers of the chosen taxonomies, each once, in their order.
    private func taxonomies(_ folders: IlkFolders) throws -> [ServingSettings.Classifier] {
        guard !taxonomy.isEmpty else {
            return [
                .init(assembly: deciding.assembly(of: nil, folders: folders), redaction: redacting.redaction)
            ]
        }
        let catalog = LabelSetCatalog(folders: folders)
        var (classifiers, names): ([ServingSettings.Classifier], Set<String>) = ([], [])
        for choice in taxonomy {
            // A taxonomy can itself have the name 'all'.
            let isAll = try choice == Self.all && catalog.existing(choice.name) == nil
            for set in isAll ? try catalog.all().sets : [try choice.labelSet(folders)]
            where names.insert(set.name).inserted {
                let assembly = deciding.assembly(of: set, folders: folders)
                // Some taxonomies have neither rules nor a model yet.
                if isAll, try !assembly.canClassify { continue }
                classifiers.append(
                    .init(assembly: assembly, redaction: try set.redaction(with: redacting.redaction)))
            }
        }
        return classifiers
    }

    package init() {}
}
