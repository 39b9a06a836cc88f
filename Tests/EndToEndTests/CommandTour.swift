import TestSupport

/// One command line for every command that reads or writes data. They run in order in one folder.
///
/// Later lines use the output of earlier ones. A line may end with the status 1 (nothing found) or 64 to 78
/// (missing input), but never with a signal.
enum CommandTour {
    /// Writes the input files of the lines.
    static func prepare(_ tool: Tool) throws {
        var texts = ""
        for number in 0..<20 {
            texts += #"{"text":"hey are you there number \#(number) lol","label":"message"}"# + "\n"
            texts +=
                #"{"text":"Dear Sir, please find attached invoice \#(number). Kind regards, A","label":"email"}"#
                + "\n"
        }
        try tool.write("texts.jsonl", texts)
        try tool.write("pack.yaml", pack)
        try tool.write("events.ndjson", events)
        try tool.write("mail.mbox", mail)
    }

    private static let pack = """
        version: 1
        pack: doctype.greetings
        taxonomy: doctype
        description: How letters begin.
        rules:
          - id: greetings.formal
            description: A formal salutation at the top
            label: email
            weight: 1.5
            status: stable
            match:
              salutation: { words: [dear sir, dear madam, dear sirs], at: start }
            examples:
              match: ["Dear Madam,\\nthe pump is broken."]
              reject: ["A dear madam lives here."]

        """

    private static let events = """
        {"id":"6F9619FF-8B86-D011-B42D-00CF4FC964FF","correlation_id":"7D444840-9DC0-11D1-B245-5FFDCE74FAD2",\
        "timestamp":"2026-11-22T09:30:00.250Z","source":"ios","level":"info","event":"API_REQUEST","payload":{}}
        {"id":"6F9619FF-8B86-D011-B42D-00CF4FC964F0","correlation_id":"7D444840-9DC0-11D1-B245-5FFDCE74FAD2",\
        "timestamp":"2026-11-22T09:30:01.750Z","source":"backend","event":"DB_ERROR","payload":{"status":503}}
        {"id":"6F9619FF-8B86-D011-B42D-00CF4FC964F1","timestamp":"1677-09-21T00:12:44Z","source":"web",\
        "event":"E","payload":{}}
        {"id":"6F9619FF-8B86-D011-B42D-00CF4FC964F2","timestamp":"2262-04-11T23:47:16Z","source":"web",\
        "event":"E","payload":{}}

        """

    private static let mail =
        [
            "Mon, 1 Jan 1900 00:00:00 +0000", "Sat, 1 Jan 2999 00:00:00 +0000",
            "Fri, 31 Dec 9999 23:59:59 +9959",
        ]
        .enumerated().map { place, date in
            "From a@b.c Mon Jan  1 00:00:00 2024\nFrom: x@y.z\nTo: a@b.c\nSubject: lunch \(place)\nDate: \(date)\n"
                + "Message-ID: <\(place)@x>\n\nDear Sir, a body.\n\n"
        }.joined()

    private static let entry = "$(ilk log ls 2>/dev/null | sed -n 2p | cut -c1-8)"
    private static let message =
        "$(ilk mail ls --format ndjson 2>/dev/null | head -n 1 | grep -o 'sha256:[0-9a-f]*' | head -n 1)"

    static let classifying = [
        "echo 'Hey Sarah, lunch today?' | ilk classify",
        #"printf 'lol no\nselect id from t;\n' | ilk classify --lines --log"#,
        #"echo '{"id":7,"text":"Dear all, see attached."}' | ilk classify --ndjson --log"#,
        #"echo '{"text":"Hey Sarah, lunch?"}' | ilk classify --ndjson --explain --log"#,
        "ilk classify --rules pack.yaml mail.mbox", "echo 'Hey Sarah' | ilk explain",
        "echo 'Hey Sarah' | ilk features", "echo 'Hey Sarah' | ilk segment --words",
    ]

    static let learning = [
        "ilk train texts.jsonl -o m.ilk", "ilk eval texts.jsonl", "ilk retrain",
        "ilk eval --max-error 0.2 --save-thresholds promise.json texts.jsonl",
        "ilk model ls", "ilk model import m.ilk --promote", "ilk model show --history", "ilk model verify",
        "ilk model export built-in -o model.ilkmodel", "ilk model rollback", "ilk model compare built-in",
        "ilk rules test pack.yaml", "ilk rules lint pack.yaml", "ilk rules show", "ilk rules trace mail.mbox",
        "ilk rules fmt pack.yaml", "ilk rules migrate pack.yaml",
        "ilk rules stats pack.yaml --corpus texts.jsonl",
        "ilk rules diff pack.yaml pack.yaml --corpus texts.jsonl",
        "ilk rules fit pack.yaml --corpus texts.jsonl -o fit.yaml",
        "ilk rules compile pack.yaml -o c.ilkrules",
    ]

    static let log = [
        "ilk log ls", "ilk log ls --format json", "ilk log ls --since 0001-01-01 --until 9999-12-31",
        "ilk log ls --since 1e300y", "ilk log tail --no-follow", "ilk log show \(entry)",
        "ilk log explain \(entry)", "ilk log search lunch", "ilk log queue --format json",
        "ilk log queue --strategy random",
        "ilk log queue --gain", "ilk review", "ilk log correct \(entry) message", "ilk log suspects",
        "ilk log stats", "ilk log stats --by day",
        "ilk log drift --days 7", "ilk learn report",
        "ilk learn report --since 0001-01-01 --format html -o learn.html",
        "ilk log export -o log.ndjson", "ilk log export --format csv -o log.csv",
        "ilk log import log.ndjson --log-file other.sqlite",
        "ilk log retention --older-than 1e300d --log-file other.sqlite",
        "ilk log retention --log-file other.sqlite", "ilk log purge --due --dry-run --log-file other.sqlite",
        "ilk log purge --older-than 1d --dry-run", "ilk log backup log.bak",
        "ilk log restore log.bak --log-file third.sqlite", "ilk log sync --status",
    ]

    static let calls = [
        "ilk calls add Jana nice chat", "ilk calls add Jana timed 20m --at '2h ago'", "ilk calls start Tom",
        "ilk calls stop talked a lot", "ilk calls ls", "ilk calls ls --since 1900-01-01 --until 9999-12-31",
        "ilk calls ls --since 999999y", "ilk calls search nice", "ilk calls timeline",
        "ilk calls stats --weeks 4", "ilk calls contacts", "ilk calls contacts --suggest",
        "ilk calls contacts --silent 2w", "ilk calls remind Jana 3d", "ilk calls remind Jana 999999y",
        "ilk calls remind", "ilk calls templates short --notes hi", "ilk calls export -o calls.csv",
        "ilk calls export --format ndjson -o calls.ndjson",
        "ilk calls import calls.ndjson --calls-file calls2.sqlite", "ilk calls report -o calls.pdf",
        "ilk calls backup calls.bak", "ilk calls restore calls.bak --calls-file calls3.sqlite",
        "ilk calls retention --older-than 1e300d --emotion sad", "ilk calls retention",
        "ilk calls purge --due --dry-run", "ilk calls queue", "ilk calls conflicts",
        "ilk calls purge --all --dry-run",
    ]

    static let usage = [
        "ilk usage tap water", "ilk usage speak want water", "ilk usage ls", "ilk usage session",
        "ilk usage session --gap 99999999999999999999y", "ilk usage tap more", "ilk usage report --days 7",
        "ilk usage report --from 0001-01-01 --to 0001-01-07",
        "ilk usage report --format html -o usage.html", "ilk usage regressions",
        "ilk usage regressions --on 0001-01-01", "ilk usage devices", "ilk usage profiles --add Kim",
        "ilk usage classify", "ilk usage export -o usage.ndjson",
        "ilk usage retention --older-than 1e300d --type phrase", "ilk usage retention",
        "ilk usage purge --due --dry-run", "ilk usage import usage.ndjson --usage-file usage2.sqlite",
        "ilk usage backup usage.bak",
        "ilk usage restore usage.bak --usage-file usage3.sqlite", "ilk usage sync --status",
    ]

    static let mailing = [
        "ilk mail import mail.mbox --account a@b.c", "ilk mail search lunch", "ilk mail search 100000y..",
        "ilk mail ls", "ilk mail ls --format json", "ilk mail show \(message)", "ilk mail explain \(message)",
        "ilk mail threads", "ilk mail labels", "ilk mail unread", "ilk mail export -o out.mbox",
        "ilk mail backup mail.bak", "ilk mail restore mail.bak --mail-file mail2.sqlite",
        "ilk mail purge lunch --dry-run",
    ]

    static let debugging = [
        "ilk debug import events.ndjson", "ilk debug search", "ilk debug search API_REQUEST",
        "ilk debug search --since 0001-01-01 --until 9999-12-31", "ilk debug tail --no-follow",
        "ilk debug trace 7D444840-9DC0-11D1-B245-5FFDCE74FAD2", "ilk debug show 4FC964F0", "ilk debug top",
        "ilk debug top --hours 9223372036854775807", "ilk debug stats", "ilk debug stats --by day",
        "ilk debug stats --since 9999-12-31",
        "ilk debug stats --since 0001-01-01 --until 9999-12-31 --by day",
        "ilk debug export -o debug.ndjson", "ilk debug retention --older-than 1e300d", "ilk debug retention",
        "ilk debug purge --older-than 1d --dry-run", "ilk debug backup debug.bak",
        "ilk debug restore debug.bak --debug-file debug3.sqlite",
    ]

    static let serving = [
        "ilk token create laptop --scope classify",
        "ilk token create phone --scope sync --account me --days 30",
        "ilk token create far --scope classify --days 9223372036854775807", "ilk token ls",
        "ilk sync --hub http://127.0.0.1:9", "ilk doctor",
    ]

    static let all = classifying + learning + log + calls + usage + mailing + debugging + serving
}
