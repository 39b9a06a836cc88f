import IlkFiles
import Ilk
import IlkLog
import ArgumentParser
package import IlkConsole
import IlkStore
import IlkText
import IlkVocabulary

/// Checks the installation, libraries and data files.
package struct DoctorCommand<Edition: ProgramEdition>: AsyncParsableCommand, DescribedCommand {
    package static var help: CommandText {
        CommandText(
            "doctor",
            abstract: "Say what ilk stands on, and whether it is sound.",
            discussion: "Ends with 1 when something is not.",
            examples: [
                "Libraries, and the files of all stores": "ilk doctor",
                "Every row and index looked at": "ilk doctor --thorough",
                "For a program": "ilk doctor --format json",
            ])
    }

    @OptionGroup var logging: LogFileOptions

    @OptionGroup var stores: Edition.Examination

    @Flag(help: "Hold indexes, checksums and counts against the rows too: minutes where there are millions.")
    var thorough = false

    @OptionGroup var output: OutputOptions

    package init() {}

    package func run() async throws {
        let console = Console.standard(output.display)
        try await HealthCheck(
            logFile: logging.logFile, stores: stores.examinations(console), isThorough: thorough,
            format: output.format, console: console
        ).run()
    }
}

/// A check of the program's libraries and the files of its stores.
struct HealthCheck {
    /// The log's file, or `nil` for the user's default log.
    var logFile: String?
    var stores: [StoreHealthCheck] = []
    /// `true` to also check indexes and stored counts against the rows.
    var isThorough = false
    var format: OutputFormat
    var console: Console

    /// Runs all checks and writes the results.
    ///
    /// - Throws: `negative` if a check finds a fault.
    func run() async throws {
        var findings = [
            HealthFinding("ilk", ProgramVersion.current), Self.sqlite(),
            HealthFinding("ICU", TextAnalyzer.icuVersion),
        ]
        for store in [log()] + stores { findings += await store.findings(isThorough) }
        if let modes = ModeCheck.finding(console.folders) { findings.append(modes) }
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
                    : "\(version); two writers at once could damage a file before 3.51.3: ilk has one at a time"
            )
        } catch {
            return HealthFinding("SQLite", fault: "\(error)")
        }
    }

    private func log() -> StoreHealthCheck {
        let path = logFile ?? console.folders.log(taxonomy: Taxonomy.documentType.name)
        return StoreHealthCheck("log", path) {
            try LogStoreAccess.open(logFile, folders: console.folders, access: .readOnly)
        } describe: { store in
            let rules = try await store.retention().count
            let kept = rules == 0 ? "kept until you purge them" : "\(rules) of ilk log retention's rules"
            return ("\(try await store.extent().entries) entries", kept, try await store.ledger())
        }
    }
}
