import Foundation
import TestSupport
import Testing

/// The first five minutes of a new user, in order.
@Suite("The first five minutes") struct FirstMinutesTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    /// Texts of one day. Most are clear, but the last one is ambiguous.
    private static let day = [
        #"{"id":1,"text":"omw, be there in 5","from":"phone"}"#,
        #"{"id":2,"text":"for i in range(10):\n    print(i)"}"#,
        #"{"text":"how to descale a kettle","id":3}"#,
        #"{"id":4,"text":"Dear Ms Hale,\n\nplease find the invoice attached.\n\nKind regards,\nTom Reed"}"#,
        #"{"id":5,"text":"Saturday as agreed"}"#,
    ]

    @Test func `a stream is logged, corrected and learned from, and a rule is changed`() throws {
        // Classify a single text.
        let said = try tool.shell("echo 'Hey Sarah, are we still on for lunch today?' | ilk classify")
        #expect(said.status == 0 && said.output.hasPrefix("message  "), "\(said.output)\(said.errors)")

        // Classify a stream and log it.
        try tool.write("day.jsonl", Self.day.map { $0 + "\n" }.joined())
        let stream = try tool.shell("ilk classify --ndjson --log --threshold 0.9999 < day.jsonl > out.jsonl")
        #expect(stream.status == 0, "\(stream.errors)")
        let out = try String(contentsOfFile: tool.path("out.jsonl"), encoding: .utf8).split(separator: "\n")
        #expect(out.count == Self.day.count)
        for (before, after) in zip(Self.day, out) {
            #expect(after.hasPrefix(before.dropLast() + ",\"classification\":{"))
        }

        // List the uncertain entries.
        let doubted = try tool.run("log", "ls", "--abstained")
        #expect(doubted.status == 0 && doubted.output.contains("Saturday as agreed"), "\(doubted.output)")

        // Correct the newest entry.
        let corrected = try tool.run("log", "correct", "-1", "email")
        #expect(
            corrected.status == 0 && corrected.output.contains("→ email  Saturday as agreed"),
            "\(corrected.output)")

        // The text is now classified as an email, and the correction is shown as the reason.
        let again = try tool.shell("echo 'Saturday as agreed' | ilk classify")
        #expect(again.output.hasPrefix("email"), "\(again.output)")
        #expect(again.output.contains("human correction"), "\(again.output)")

        // It applies to nearly equal texts at once.
        let near = try tool.shell("echo 'SATURDAY, as agreed!' | ilk classify")
        #expect(near.output.hasPrefix("email"), "\(near.output)")
        #expect(near.output.contains("human correction of a nearly equal"), "\(near.output)")

        try retrain()
        try changeARule()
    }

    private func retrain() throws {
        let dry = try tool.run("retrain", "--dry-run", "--format", "json")
        #expect(dry.status == 0, "\(dry.errors)")
        let plan = try JSONValue(dry.data)
        #expect(plan["corrections"].number == 1 && plan["isPromoted"].bool == false)
        let registry = URL(filePath: tool.log).deletingLastPathComponent().appending(path: "models").path
        #expect(!FileManager.default.fileExists(atPath: registry), "a dry run writes nothing")
        let learned = try tool.run("retrain")
        #expect(learned.status == 0, "\(learned.output)\(learned.errors)")
        for part in [
            "Learned   1 correction", "regression set", "version 1.3.1 is active", "Expected gain: +",
        ] {
            #expect(learned.output.contains(part), "\(part) in: \(learned.output)")
        }
        #expect(try tool.run("retrain").output.contains("Nothing new since version 1.3.1"))
        let model = registry + "/doctype/1.3.1/doctype.ilk"
        let named = try JSONValue(
            tool.shell(
                "echo '{\"text\":\"Saturday as agreed then\"}' | ilk classify --ndjson --model \(model)"
            ).data)
        let active = try JSONValue(
            tool.shell("echo '{\"text\":\"Saturday as agreed then\"}' | ilk classify --ndjson").data)
        #expect(active["classification"]["model"].string == named["classification"]["model"].string)
    }

    /// Changes a rule in a copied pack, checks the effect, and activates it.
    private func changeARule() throws {
        let pack = """
            version: 1
            pack: doctype.email
            taxonomy: doctype
            description: Letters.
            rules:
              - id: email.attached
                description: Speaks of something attached
                label: email
                weight: 2
                status: stable
                match:
                  attached: { words: [attached, enclosed] }
                examples:
                  match: ["The plan is attached."]
                  reject: ["See you at the enclosure."]

            """
        try tool.write("rules/doctype/email.yaml", pack)
        #expect(try tool.run("rules", "test").output == "2 passed, 0 failed\n")
        try tool.write(
            "rules/doctype/email.yaml", pack.replacingOccurrences(of: "attached, enclosed", with: "enclosed"))
        let test = try tool.run("rules", "test")
        #expect(test.status == 1 && test.output.contains("FAILED  email.attached  match 1"), "\(test.output)")
        try tool.write(
            "rules/doctype/email.yaml", pack.replacingOccurrences(of: "attached, enclosed", with: "plan"))
        #expect(
            try tool.run("rules", "test").output == "2 passed, 0 failed\n", "the example speaks of a plan")
        let by = try tool.shell(
            "echo 'the plan' | ilk classify --classifier rules --rules rules/doctype --threshold 0.5")
        #expect(by.status == 0 && by.output.hasPrefix("email"), "\(by.output)\(by.errors)")
    }
}
