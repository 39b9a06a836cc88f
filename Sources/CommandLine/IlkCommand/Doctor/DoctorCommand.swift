import IlkFiles
import Ilk
import IlkLog
import IlkModels
import ArgumentParser
package import IlkConsole
import IlkStore
import IlkText
import IlkVerdictConsole
import IlkVocabulary

/// Checks the installation, libraries and data files.
package struct DoctorCommand<Edition: ProgramEdition>: AsyncParsableCommand, DescribedCommand {
    package static var help: CommandText {
        CommandText(
            "doctor",
            abstract: "Check the installation, libraries and data files.",
            discussion: "The exit status is 1 if a check fails.",
            examples: [
                "Check libraries and the files of all stores": "ilk doctor",
                "Check every row and index": "ilk doctor --thorough",
                "Check one taxonomy": "ilk doctor --taxonomy spam",
                "Print JSON for a program": "ilk doctor --format json",
            ])
    }

    @OptionGroup var logging: LogFileOptions

    @Option("Check only this taxonomy and its log.", value: "name")
    var taxonomy: TaxonomyName?

    @OptionGroup var stores: Edition.Examination

    @Flag(help: "Also check indexes, checksums and counts (slow).")
    var thorough = false

    @OptionGroup var output: OutputOptions<OutputFormat>

    package init() {}

    package func run() async throws {
        let console = Console.standard(output.display)
        try await HealthCheck(
            taxonomy: taxonomy?.labelSet(console.folders), logFile: logging.logFile,
            stores: taxonomy == nil ? stores.examinations(console) : [], isThorough: thorough,
            format: output.format, console: console
        ).run()
    }
}

/// A check of the program's libraries and the files of its stores.
struct HealthCheck {
    /// The label set to check, together with its log. `nil` checks all label sets and the files of all
    /// stores.
    var taxonomy: LabelSet?
    /// The log's file, or `nil` for the user's default log.
    var logFile: String?
    var stores: [StoreHealthCheck] = []
    /// `true` to also check indexes and stored counts against the rows.
    var isThorough = false
    var format: OutputFormat
    var console: Console

    /// Runs all checks and writes the results.
    ///
    /// - Throws: `checkFailed` if a check finds a fault.
    func run() async throws {
        var findings = [
            HealthFinding("ilk", ProgramVersion.current), Self.sqlite(),
            HealthFinding("ICU", TextAnalyzer.icuVersion),
        ]
        findings += taxonomies()
        for store in logs() + stores { findings += await store.findings(isThorough) }
        if taxonomy == nil, let modes = ModeCheck.finding(console.folders) { findings.append(modes) }
        try console.write(records: findings, as: format) {
            findings.map { finding in
                "\(finding.isSound ? "ok  " : "BAD ") \(finding.subject): \(VisibleText.oneLine(finding.detail))\n"
            }.joined()
        }
        guard findings.allSatisfy(\.isSound) else { throw CommandError(.checkFailed, "") }
    }

    private static func sqlite() -> HealthFinding {
        do {
            let version = try Store.sqliteVersion
            let isFixed =
                version.split(separator: ".").compactMap { Int($0) }
                .lexicographicallyPrecedes([3, 51, 3]) == false
            return HealthFinding(
                "SQLite",
                isFixed
                    ? version
                    : "\(version); SQLite before 3.51.3 can damage a file that two threads write at once; ilk uses one writer"
            )
        } catch {
            return HealthFinding("SQLite", fault: CommandError(error).what)
        }
    }

    /// Returns the findings about the chosen label set, or about all label sets.
    private func taxonomies() -> [HealthFinding] {
        if let taxonomy { return [finding(taxonomy)] }
        do {
            let contents = try LabelSetCatalog(folders: console.folders).all()
            return contents.sets.map(finding)
                + contents.problems.map { HealthFinding("taxonomy", fault: $0.description) }
        } catch {
            return [HealthFinding("taxonomy", fault: error.description)]
        }
    }

    private func finding(_ set: LabelSet) -> HealthFinding {
        let record = LabelSetRecord(set, console.folders)
        let log = record.hasLog ? "logged" : "not logged yet"
        let count = DecimalText.counted(set.taxonomy.count, "label")
        let subject = "taxonomy \(set.name)"
        var assembly = PipelineAssembly(folders: console.folders)
        assembly.use(set)
        do {
            let model = try assembly.loadModel()
            // Throw if the model has other labels, or if the rules cannot be used.
            let labels = try assembly.taxonomy(by: model)
            _ = try assembly.loadRules(taxonomy: labels)
            let warning = model?.tokenizerWarning.map { "; warning: \($0)" } ?? ""
            return HealthFinding(subject, "\(count); \(record.deciders); \(log)\(warning)")
        } catch {
            return HealthFinding(subject, fault: error.description + (error.hint.map { "; \($0)" } ?? ""))
        }
    }

    /// Returns the checks of the chosen log, of the log of the chosen taxonomy, or of all logs.
    private func logs() -> [StoreHealthCheck] {
        if let logFile { return [log("log", logFile)] }
        let usual = Taxonomy.documentType.name
        if let name = taxonomy?.name {
            let path = LogFiles.path(taxonomy: name, console.folders)
            return [log(name == usual ? "log" : "log of \(name)", path)]
        }
        return [log("log", LogFiles.path(taxonomy: usual, console.folders))]
            + LogFiles.existing(console.folders).filter { $0.taxonomy != usual }
            .map { log("log of \($0.taxonomy)", $0.path) }
    }

    private func log(_ name: String, _ path: String) -> StoreHealthCheck {
        StoreHealthCheck(name, path) {
            try LogStoreAccess.open(path, folders: console.folders, access: .readOnly)
        } describe: { store in
            let rules = try await store.retention().count
            let kept = rules == 0 ? "no retention rules" : DecimalText.counted(rules, "retention rule")
            return ("\(try await store.extent().entries) entries", kept, try await store.ledger())
        }
    }
}
