import Foundation
import Testing

/// What the help shows can be run as it stands, in an empty folder.
@Suite("Examples in the help") struct HelpExampleTests {
    @Test(arguments: [
        "train", "eval", "retrain", "log ls", "log tail", "log show", "log search", "log queue",
        "log correct", "log suspects", "log stats", "log drift", "log export", "log import", "log purge",
        "log retention",
        "rules test", "rules lint",
        "rules compile", "rules stats", "rules diff", "rules fit", "rules show", "rules trace", "rules fmt",
        "model ls", "model show", "model diff", "model compare", "model promote", "model rollback",
        "model rm",
        "model merge", "model verify", "model export", "model import",
        "calls add", "calls ls", "calls show", "calls edit", "calls rm", "calls search", "calls timeline",
        "calls stats", "calls contacts", "calls start", "calls stop", "calls remind", "calls templates",
        "calls suggest", "calls export", "calls import", "calls report", "calls backup", "calls restore",
        "calls purge", "calls queue", "calls retry", "calls conflicts", "calls resolve",
        "calls sync", "usage tap", "usage speak", "usage ls", "usage session", "usage report",
        "usage regressions", "usage devices", "usage profiles", "usage classify", "usage export",
        "usage import", "usage purge", "usage backup", "usage restore",
        "debug search", "debug tail", "debug trace", "debug show", "debug top", "debug stats", "debug export",
        "debug import", "debug purge", "debug retention", "debug backup", "debug restore",
    ])
    func `every example runs`(command: String) throws { try run(command) }

    @Test(arguments: [
        "mail import", "mail search", "mail show", "mail explain", "mail ls", "mail threads", "mail labels",
        "mail unread", "mail trim", "mail purge", "mail export", "mail backup", "mail restore",
    ])
    func `every example about mail runs`(command: String) throws {
        guard try Tool().shell("ilk mail import --help").status == 0 else {
            return print("skipped: this ilk was built without the trait Mail")
        }
        try run(command)
    }

    private func run(_ command: String) throws {
        let tool = try Tool()
        let help = try tool.shell("ilk \(command) --help")
        let parts = help.output.components(separatedBy: "EXAMPLES:\n")
        try #require(parts.count == 2, "no examples: \(command)")
        let lines = parts[1].split(separator: "\n").map { $0.drop { $0 == " " } }.filter {
            !$0.hasPrefix("#")
        }
        #expect(!lines.isEmpty)
        for line in lines {
            let outcome = try tool.shell(String(line))
            #expect(outcome.status == 0, "\(line): \(outcome.errors)")
        }
    }
}
