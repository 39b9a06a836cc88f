import Foundation
import Glibc
import TestSupport
import Testing

/// Rules that any user can change, and files that are not rules.
@Suite("Trust in rule files") struct RuleTrustTests {
    private let tool: Tool

    init() throws {
        tool = try Tool()
        try CommandTour.prepare(tool)
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "rules.d/..data"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: tool.path("pack.yaml"), toPath: tool.path("rules.d/..data/p.yaml"))
    }

    private func classify(_ rules: String) throws -> Tool.Outcome {
        try tool.shell("echo 'Dear Sir,' | ilk classify --rules \(rules)")
    }

    private func refused(_ rules: String, naming name: String) throws {
        for line in ["echo 'Dear Sir,' | ilk classify --rules \(rules)", "ilk rules lint \(rules)"] {
            let outcome = try tool.shell(line)
            #expect(outcome.status == 78, "\(line): \(outcome.errors)")
            #expect(outcome.errors.contains("any user can change"), "\(outcome.errors)")
            #expect(
                outcome.errors.contains("chmod o-w") && outcome.errors.contains(name), "\(outcome.errors)")
        }
    }

    @Test func `a rule file that any user can change is refused`() throws {
        chmod(tool.path("pack.yaml"), 0o666)
        try refused("pack.yaml", naming: "pack.yaml")
        chmod(tool.path("pack.yaml"), 0o664)
        #expect(try classify("pack.yaml").status == 0)
    }

    @Test func `a folder that any user can change is refused`() throws {
        chmod(tool.path("rules.d"), 0o777)
        try tool.shell("cp pack.yaml rules.d/q.yaml")
        try refused("rules.d", naming: "rules.d")
        try refused("rules.d/q.yaml", naming: "rules.d")
        // The sticky bit prevents others from replacing the owner's file, but they can add one.
        chmod(tool.path("rules.d"), 0o1777)
        try refused("rules.d", naming: "rules.d")
        #expect(try classify("rules.d/q.yaml").status == 0)
    }

    @Test func `a subfolder that any user can change is refused`() throws {
        try tool.shell("mkdir -p rules.d/sub; cp pack.yaml rules.d/sub/q.yaml; chmod 777 rules.d/sub")
        try refused("rules.d", naming: "rules.d/sub")
    }

    @Test func `links to rule files are followed, and their targets and folders are checked`() throws {
        // A mounted ConfigMap has this structure: a link to a file in a linked folder.
        symlink("..data/p.yaml", tool.path("rules.d/p.yaml"))
        #expect(try classify("rules.d/p.yaml").status == 0)
        chmod(tool.path("rules.d/..data"), 0o777)
        try refused("rules.d/p.yaml", naming: "..data")
        chmod(tool.path("rules.d/..data"), 0o755)
        chmod(tool.path("rules.d/..data/p.yaml"), 0o666)
        try refused("rules.d/p.yaml", naming: "p.yaml")
    }

    @Test func `the user's own folder is checked too`() throws {
        let folder = tool.userFolder + "/rules/doctype"
        try tool.shell("mkdir -p '\(folder)'; cp pack.yaml '\(folder)'")
        #expect(try tool.shell("echo 'Dear Sir,' | ilk classify").status == 0)
        chmod(folder, 0o777)
        let outcome = try tool.shell("echo 'Dear Sir,' | ilk classify")
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("any user can change"))
    }

    @Test func `compiled rules that any user can change are refused`() throws {
        #expect(try tool.shell("ilk rules compile pack.yaml -o c.ilkrules").status == 0)
        chmod(tool.path("c.ilkrules"), 0o666)
        #expect(try classify("c.ilkrules").status == 78)
    }

    /// Files that are not rule packs, each with a secret.
    @Test(arguments: [
        "root:$6$hunter2:19000:0:99999:7:::\ndaemon:*:19000:0:99999:7:::\n",
        "password: hunter2\nhunter2: x\n", "hunter2\n", "[hunter2, {hunter2: 1}]\n",
        "{hunter2: 1, hunter2: 2}\n",
        "hunter2: 1\nhunter2: 2\n", "rules:\n  - id: hunter2\n", "rules: hunter2\n", "version: hunter2\n",
        "services:\n  db:\n    environment: {PASSWORD: hunter2}\nversion: '3'\n", "- hunter2\n- *hunter2\n",
        "-----BEGIN KEY-----\nhunter2\n\thunter2\n", "hunter2: [\n", "\"hunter2\n", "a: b: hunter2\n",
        "!hunter2 x\n",
        "%hunter2 1\n---\n", "x: &hunter2 1\ny: *hunter3\n", "hunter2: |\n hunter2\n  - x\n x\n",
    ])
    func `a diagnostic shows nothing of a file that is not a rule pack`(content: String) throws {
        try tool.write("secret.yaml", content)
        for line in [
            "echo hello | ilk classify --rules secret.yaml", "ilk rules lint secret.yaml",
            "ilk rules test secret.yaml",
            "ilk rules fmt --check secret.yaml", "ilk rules migrate --check secret.yaml",
            "ilk rules lint --format json secret.yaml",
            "ilk rules compile secret.yaml -o out.ilkrules", "ilk rules show --rules secret.yaml",
        ] {
            let outcome = try tool.shell(line)
            // Other YAML can have a valid layout and current keys.
            #expect(outcome.status != 0 || line.contains("--check"), "\(line)")
            #expect(!outcome.errors.contains("hunter"), "\(line): \(outcome.errors)")
            #expect(!outcome.output.contains("hunter"), "\(line): \(outcome.output)")
        }
    }

    @Test func `a file that is not a rule pack is reported once`() throws {
        try tool.write("other.yaml", "a: 1\nb: 2\n")
        let outcome = try tool.shell("ilk rules lint other.yaml pack.yaml")
        let parts = (outcome.errors + outcome.output).components(separatedBy: "the file is not a rule pack")
        #expect(outcome.status != 0 && parts.count == 2, "\(parts)")
    }

    @Test func `a diagnostic still shows the line of a rule pack with a mistake`() throws {
        let pack = try String(decoding: tool.bytes("pack.yaml"), as: UTF8.self)
        try tool.write("broken.yaml", pack.replacing("weight: 1.5", with: "wieght: 1.5"))
        let outcome = try tool.shell("ilk rules lint broken.yaml")
        #expect((outcome.errors + outcome.output).contains("wieght: 1.5"))
    }
}
