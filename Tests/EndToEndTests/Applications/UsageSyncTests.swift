import Foundation
import TestSupport
import Testing

/// `ilk usage sync` with a real `ilk serve`.
@Suite("ilk usage sync", .enabled(if: ProgramTraits.hasServer, "built without the trait Server"))
struct UsageSyncTests {
    /// A hub and the tokens of two accounts.
    private final class SyncEnvironment {
        let tool: Tool
        let address: String
        private let server: InteractiveRun

        init() throws {
            tool = try Tool()
            let made = try tool.shell(
                """
                set -e; umask 077
                for name in home phone; do ilk token create $name --scope sync > $name.token; done
                ilk token create other --scope sync --account other > other.token
                ilk token create reader --scope classify > reader.token
                """)
            #expect(made.status == 0, "\(made.errors)")
            (server, address, _) = try Self.serve(tool)
        }

        /// Starts a server for the hub. Returns it with its address and its earlier messages.
        static func serve(_ tool: Tool, _ options: String...) throws -> (InteractiveRun, String, String) {
            let server = try InteractiveRun(
                tool, ["serve", "--listen", "127.0.0.1:0"] + options, isHeard: false)
            var said = ""
            var line = server.hearComplaint()
            while !line.isEmpty, !line.contains("http://") {
                said += line
                line = server.hearComplaint()
            }
            let start = try #require(line.range(of: "http://"), "\(line)")
            return (server, String(line[start.lowerBound...].prefix { $0 != ";" }), said)
        }

        deinit { server.signal(SIGTERM) }

        /// Runs a command on a machine with separate folders.
        @discardableResult
        func ilk(_ machine: String, _ line: String, _ status: Int32 = 0) throws -> Tool.Outcome {
            let run = try tool.shell(
                "XDG_DATA_HOME=$PWD/\(machine) ILK_HUB_TOKEN_FILE=\(machine).token ilk \(line)")
            #expect(run.status == status, "\(machine), \(line): \(run.status) \(run.output)\(run.errors)")
            return run
        }

        /// Runs an `ilk usage` command on a device.
        @discardableResult
        func on(_ device: String, _ line: String, _ status: Int32 = 0) throws -> Tool.Outcome {
            let run = try tool.shell("ilk usage \(line) --usage-file \(device).sqlite")
            #expect(run.status == status, "\(device), \(line): \(run.status) \(run.output)\(run.errors)")
            return run
        }

        @discardableResult
        func sync(_ device: String, _ rest: String = "", _ status: Int32 = 0) throws -> Tool.Outcome {
            try on(device, "sync --token-file \(device).token \(rest)", status)
        }
    }

    @Test func `two devices sync through a hub`() throws {
        let room = try SyncEnvironment()
        try room.on("home", "tap I want cookie")
        try room.on("home", "speak")
        #expect(try room.on("home", "sync --status").output.hasPrefix("not synced yet"))
        let first = try room.sync("home", "--hub \(room.address)")
        #expect(first.output == "5 sent\n")  // The device itself is also a record.
        #expect(try room.sync("home").output == "nothing new\n")
        try room.on("phone", "tap hello")
        try room.on("phone", "devices --rename \"dad's phone\"")
        try room.on("phone", "profiles --add mom")
        let joined = try room.sync("phone", "--hub \(room.address)")
        #expect(joined.output == "3 sent, 5 received\n")
        // The phone may be a device of the account that was reinstalled.
        #expect(joined.errors.contains("The account already has 1 device: "), "\(joined.errors)")
        #expect(joined.errors.contains("reuse its identity: ilk usage devices --adopt "), "\(joined.errors)")
        #expect(try room.sync("home").output == "3 received\n")
        for device in ["home", "phone"] {
            try room.on(device, "export --output \(device).jsonl")
            #expect(
                try room.tool.shell("ilk usage ls --usage-file \(device).sqlite --format json").lines.count
                    > 5)
        }
        // Both have the same records except for the time of receipt.
        let same = try room.tool.shell(
            "for f in home phone; do sed 's/,\"received_at\":\"[^\"]*\"//; /sha256/d' $f.jsonl | sort > $f.plain; done; "
                + "cmp home.plain phone.plain")
        #expect(same.status == 0, "\(same.output)")
        try room.on("home", "purge --symbol hello --yes")
        #expect(try room.sync("home").output == "1 sent\n")
        #expect(try room.sync("phone").output == "1 received\n")
        #expect(try !room.on("phone", "ls --type tap").output.contains("hello"))
        let status = try room.on("phone", "sync --status").output
        #expect(status.contains(room.address) && status.contains("waiting  nothing"))
    }

    @Test func `a server drops old deletions and a device that was away does a full resync`() throws {
        let room = try SyncEnvironment()
        try room.on("home", "tap I want cookie")
        try room.sync("home", "--hub \(room.address)")
        try room.sync("phone", "--hub \(room.address)")
        try room.on("home", "purge --symbol cookie --yes")
        #expect(try room.sync("home").output == "1 sent\n")
        // The first server keeps deletions for half a year, the second one not at all. It has another
        // service file, because one server at a time runs the schedules of a file.
        let (other, address, said) = try SyncEnvironment.serve(
            room.tool, "--no-debug", "--forget-deleted", "0", "--service-file", "second.sqlite")
        var told = said
        while !told.contains("old deletion") {
            let line = other.hearComplaint()
            try #require(!line.isEmpty, "\(told)")
            told += line
        }
        #expect(told.contains("Removed 1 old deletion record from the hub."), "\(told)")
        try room.on("phone", "tap more")
        #expect(try room.on("phone", "ls --type tap").output.contains("cookie"))
        try room.sync("phone", "--hub \(address)")
        #expect(try !room.on("phone", "ls --type tap").output.contains("cookie"))
        try room.sync("home", "--hub \(address)")
        for device in ["home", "phone"] {
            #expect(try room.on(device, "ls --type tap --format ndjson").lines.count == 3, "\(device)")
        }
        other.signal(SIGTERM)
        #expect(try other.end().status == 0)
    }

    @Test func `mistakes are reported and nothing is sent to another account`() throws {
        let room = try SyncEnvironment()
        try room.on("home", "tap want")
        func told(_ rest: String, _ status: Int32, _ words: String) throws {
            let run = try room.on("home", "sync \(rest)", status)
            #expect(words.isEmpty || run.errors.contains(words), "\(rest): \(run.errors)")
        }
        try told("", 64, "the address of the hub is missing")
        try told("--hub hub", 64, "the address of the hub is not valid")
        try told("--hub http://hub.example", 64, "is not encrypted")
        try told("--hub \(room.address)", 64, "the token is missing")
        try told("--hub \(room.address) --token-file reader.token", 77, "lacks the scope 'sync'")
        try told("--hub \(room.address) --token-file home.token", 0, "")
        try room.on("home", "tap more")
        try told("--token-file other.token", 78, "another account")
        #expect(try room.on("home", "sync --status").output.contains("waiting  1 change"))
        #expect(try room.sync("home").output == "1 sent\n")
        let reset = "sync --hub \(room.address) --token-file other.token --reset --yes"
        #expect(try room.on("home", reset).output == "3 sent\n")
        // A purge of the whole store also removes its replica.
        try room.on("home", "purge --all --yes")
        try told("--token-file home.token", 64, "the address of the hub is missing")
    }

    @Test func `a following sync sends new records automatically`() throws {
        let room = try SyncEnvironment()
        try room.on("home", "tap want")
        let watch = try InteractiveRun(
            room.tool,
            [
                "usage", "sync", "--watch", "--hub", room.address, "--token-file", "home.token",
                "--usage-file",
                "home.sqlite",
            ])
        #expect(watch.hear().contains("sent"))
        try room.on("home", "tap more")
        let came = try room.tool.shell(
            """
            for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
                ilk usage sync --hub \(room.address) --token-file phone.token --usage-file phone.sqlite > /dev/null
                ilk usage ls --usage-file phone.sqlite | grep -q more && exit 0
                sleep 1
            done
            exit 1
            """)
        #expect(came.status == 0, "\(came.errors)")
        watch.signal(SIGINT)
        let ended = try watch.end()
        #expect(ended.rest.contains("sent"), "\(ended)")
    }

    @Test func `a following sync offers a new device its former identity, once`() throws {
        let room = try SyncEnvironment()
        try room.on("home", "tap want")
        try room.sync("home", "--hub \(room.address)")
        try room.on("phone", "tap hello")
        let watch = try InteractiveRun(
            room.tool,
            [
                "usage", "sync", "--watch", "--hub", room.address, "--token-file", "phone.token",
                "--usage-file", "phone.sqlite",
            ], isHeard: false)
        var line = watch.hearComplaint()
        while !line.isEmpty, !line.contains("--adopt") { line = watch.hearComplaint() }
        #expect(line.contains("reuse its identity: ilk usage devices --adopt "), "\(line)")
        watch.signal(SIGINT)
        _ = try watch.end()
        #expect(try !room.sync("phone").errors.contains("--adopt"), "it is offered once")
    }

    @Test func `one command syncs all stores with a replica`() throws {
        let room = try SyncEnvironment()
        #expect(try room.ilk("home", "sync").errors.contains("no store is synced yet"))
        for machine in ["home", "phone"] {
            try room.ilk(machine, "usage tap want")
            try room.ilk(machine, "usage sync --hub \(room.address)")
            try room.ilk(machine, "log sync --hub \(room.address)")
        }
        for machine in ["home", "phone"] {
            #expect(
                try room.tool.shell(
                    "echo 'a text of \(machine)' | XDG_DATA_HOME=$PWD/\(machine) ilk classify --log"
                ).status == 0)
            try room.ilk(machine, "log correct -1 email --by \(machine)")
        }
        let first = try room.ilk("home", "sync").output
        #expect(first.contains("log    2 sent") && first.contains("usage  "), "\(first)")
        let second = try room.ilk("phone", "sync").output
        #expect(second.contains("log    2 sent, 2 received"), "\(second)")
        try room.ilk("home", "sync")
        let listed = try room.ilk("home", "log ls").output
        #expect(listed.contains("a text of home") && listed.contains("a text of phone"))
        #expect(try room.ilk("home", "log sync --status").output.contains("waiting  nothing"))
        // The token of a program that may not sync: both stores are named, without a Swift description.
        let refused = try room.ilk("home", "sync --token-file reader.token", 77).errors
        #expect(refused.contains("log: cannot sync: the token lacks the scope 'sync'"), "\(refused)")
        #expect(refused.split(separator: "cannot sync: the token lacks").count == 3, "\(refused)")
        #expect(!refused.contains("CommandError") && !refused.contains("status:"), "\(refused)")
        // Both machines have the same host name, and were named before they synced.
        let report = try JSONValue(try room.ilk("home", "usage report --format json").data)
        let names = (0..<2).compactMap { report["devices"][$0]["name"].string }
        #expect(names.count == 2 && names[0] != names[1], "\(names)")
        let devices = try JSONValue(try room.ilk("home", "usage devices --format json").data).elements
        let hasKeyInName = devices.contains {
            $0["name"].string?.hasSuffix(" " + String(($0["id"].string ?? "").suffix(4))) == true
        }
        #expect(devices.count == 2 && hasKeyInName, "the newer device got the end of its key")
    }

    @Test func `records erased on another device are unlearned before they are deleted`() throws {
        let room = try SyncEnvironment()
        for machine in ["home", "phone"] { try room.ilk(machine, "log sync --hub \(room.address)") }
        for text in ["Saturday as agreed then, bring the boat", "please send the wombat papers"] {
            try room.tool.shell("echo '\(text)' | XDG_DATA_HOME=$PWD/home ilk classify --log")
            try room.ilk("home", "log correct -1 email")
        }
        for machine in ["home", "phone"] { try room.ilk(machine, "log sync") }
        try room.ilk("phone", "retrain")
        try room.ilk("home", "log purge --match wombat --yes")
        try room.ilk("home", "log sync")
        let told = try room.ilk("phone", "log sync").errors
        #expect(
            told == "ilk: version 1.3.2 is active now: 1 text unlearned; version 1.3.1 is deleted\n",
            "\(told)")
        #expect(try !room.ilk("phone", "log ls").output.contains("wombat"))
        #expect(try room.ilk("phone", "retrain --full").output.contains("Nothing new"))
    }

    @Test func `entries with merged labels are synced, and those with unknown labels when they are known`()
        throws
    {
        let room = try SyncEnvironment()
        func ilk(_ machine: String, _ line: String) throws -> Tool.Outcome {
            let folders = "XDG_CONFIG_HOME=$PWD/\(machine).settings XDG_DATA_HOME=$PWD/\(machine)"
            let run = try room.tool.shell("\(folders) ILK_HUB_TOKEN_FILE=\(machine).token ilk \(line)")
            #expect(run.status == 0, "\(machine), \(line): \(run.output)\(run.errors)")
            return run
        }
        let labels = [
            ("home", "labels: [sport, world, finance]"), ("phone", "labels: [sport]\nmerged: {world: sport}"),
        ]
        for (machine, labels) in labels {
            try room.tool.write(
                "\(machine).settings/ilk/taxonomies/news.yaml",
                "version: 1\ntaxonomy: news\nid: 01A21FD2-7A11-7C42-9A43-5D1D3B8A0C11\n\(labels)\n")
        }
        let entries = ["sport", "world", "finance"].map {
            #"{"timestamp":"2026-01-01T00:00:00Z","category":"\#($0)","text":"about \#($0)"}"# + "\n"
        }
        try room.tool.write("entries.jsonl", entries.joined())
        _ = try ilk("home", "log import entries.jsonl --taxonomy news")
        let sync = "log sync --taxonomy news --hub \(room.address)"
        #expect(try ilk("home", sync).output == "3 sent\n")
        let first = try ilk("phone", sync)
        #expect(first.output == "3 received, 1 deferred\n")
        #expect(first.errors.contains("the log lacks the label finance"), "\(first.errors)")
        #expect(first.errors.contains("ilk taxonomy edit news --add finance"), "\(first.errors)")
        let status = try ilk("phone", "log sync --taxonomy news --status").output
        #expect(status.contains("deferred 1 record: the log lacks the label finance"), "\(status)")
        _ = try ilk("phone", "taxonomy edit news --add finance")
        #expect(try ilk("phone", sync).output == "1 received\n")
        for label in ["sport", "world", "finance"] {
            let listed = try ilk("phone", "log ls --category \(label) --taxonomy news").output
            #expect(listed.contains("about \(label)"), "\(listed)")
        }
        #expect(try ilk("phone", sync).output == "nothing new\n")
    }

    @Test func `a conflict copy is shown and deleted on all devices`() throws {
        let room = try SyncEnvironment()
        try room.ilk("home", "usage profiles --add mom")
        for machine in ["home", "phone"] { try room.ilk(machine, "usage sync --hub \(room.address)") }
        try room.ilk("phone", "usage profiles --rename mom --to mother --role parent")
        #expect(
            try room.ilk("phone", "usage profiles --rename mother", 64).errors.contains(
                "--to, --role or both"))
        for machine in ["phone", "home"] { try room.ilk(machine, "sync") }
        let profiles = try room.ilk("home", "usage profiles").output
        #expect(profiles.contains("mother") && profiles.contains("parent"), "\(profiles)")
        #expect(try room.ilk("home", "usage conflicts").errors.contains("No conflict copies."))
        // Each device renames her before it receives the other name. The later name wins, and the other one
        // becomes a conflict copy.
        try room.ilk("home", "usage profiles --rename mother --to mama")
        try room.ilk("phone", "usage profiles --rename mother --to mum")
        for machine in ["home", "phone", "home"] { try room.ilk(machine, "sync") }
        let lost = try room.ilk("home", "usage conflicts").output
        #expect(lost.contains("caregiver") && lost.split(separator: "\n").count == 1, "\(lost)")
        #expect(
            try room.ilk("home", "usage conflicts --delete 00000000 --yes", 66).errors.contains(
                "there is no conflict copy"))
        for options in ["--delete \(lost.prefix(8))", "--delete-all"] {
            let refused = try room.ilk("home", "usage conflicts \(options)", 64)
            #expect(refused.errors.contains("use --yes"))
            let told = try room.ilk("home", "usage conflicts \(options) --dry-run").output
            #expect(told.contains("Would "), "\(told)")
        }
        #expect(try room.ilk("home", "usage conflicts").output == lost)
        try room.ilk("home", "usage conflicts --delete \(lost.prefix(8)) --yes")
        for machine in ["home", "phone"] { try room.ilk(machine, "sync") }
        for machine in ["home", "phone"] {
            #expect(try room.ilk(machine, "usage conflicts").errors.contains("No conflict copies."))
        }
        #expect(try room.ilk("home", "usage conflicts --delete-all").errors.contains("No conflict copies."))
    }
}
