import Foundation

/// The `sh` blocks of the pages. No test runs them, so each needs a reason.
enum UntestedBlocks {
    /// A block, identified by its page and its first line.
    struct Block: Hashable {
        let page: String
        let line: String
    }

    private static let build = "builds this package"
    private static let root = "changes the system, as root"
    private static let other = "needs another program, which Tests/Clients or a person runs"
    private static let network = "needs another server or the network"

    /// The reason of each block.
    static let reasons: [Block: String] = [
        Block(page: "README.md", line: "make demo"): build,
        Block(page: "CONTRIBUTING.md", line: "make setup"): build,
        Block(page: "CONTRIBUTING.md", line: "make test"): build,
        Block(page: "Benchmarks/README.md", line: "swift run -c release --package-path Benchmarks ilk-bench"):
            build,
        Block(page: "Benchmarks/README.md", line: "make ratchet"): build,
        Block(page: "docs/benchmarks.md", line: "make bench"): build,
        Block(page: "docs/explanation/speed.md", line: "make bench"): build,
        Block(page: "docs/explanation/speed.md", line: "make growth-proof PAIRS=300 SEED=2"): build,
        Block(
            page: "docs/explanation/language-detection.md",
            line: "Tools/LanguageModelBuilder/collect.py DEBS CODE texts.jsonl"): network,
        Block(
            page: "docs/guides/getting-started.md",
            line: "git clone <address of the repository> ilk && cd ilk"): network,
        Block(
            page: "docs/guides/calls.md", line: "chmod 600 ~/.monica-token"): network,
        Block(
            page: "docs/guides/calls.md", line: "export ILK_MONICA_TOKEN_FILE=~/.monica-token"): network,
        Block(
            page: "docs/guides/run-a-server.md",
            line: "useradd --system --home-dir /var/lib/ilk --shell /usr/sbin/nologin ilk"): root,
        Block(
            page: "docs/guides/run-a-server.md",
            line: "sudo -u ilk env STATE_DIRECTORY=/var/lib/ilk ilk token create mailer --scope classify"):
            root,
        Block(page: "docs/guides/run-a-server.md", line: "ilk serve --log --open-page"): other,
        Block(page: "docs/guides/write-a-rule.md", line: "systemctl reload ilk"): root,
        Block(page: "docs/guides/filter-mail.md", line: "mkdir -p /usr/lib/dovecot/sieve-filter"): root,
        Block(
            page: "docs/guides/filter-mail.md",
            line: "procmail -m DEFAULT=/tmp/inbox/ ~/.procmailrc < spam.eml"): other,
        Block(
            page: "docs/guides/filter-mail.md",
            line: "sieve-filter -u you@example.org ~/.dovecot.sieve INBOX"): other,
        Block(
            page: "docs/guides/use-existing-clients.md",
            line: #"rspamc -h 127.0.0.1:8475 -P "$(cat token)" message.eml"#): other,
        Block(
            page: "docs/guides/use-existing-clients.md",
            line: #"rspamc -h 127.0.0.1:8475 -P "$(cat token)" learn_spam message.eml"#): other,
    ]

    /// Returns the pages of the project that people read, as paths within the project. Decisions are history
    /// and are left out.
    static func pages(in root: URL) throws -> [String] {
        let files = FileManager.default
        let folders = ["", "Benchmarks", "Examples/Classify", "Examples/Debug", "Examples/Loop"]
        let top = try folders.flatMap { folder in
            try files.contentsOfDirectory(atPath: root.appending(path: folder).path)
                .map { folder.isEmpty ? $0 : folder + "/" + $0 }
        }
        let docs =
            files.enumerator(atPath: root.appending(path: "docs").path)?.compactMap { $0 as? String } ?? []
        return (top + docs.filter { !$0.hasPrefix("decisions/") }.map { "docs/" + $0 })
            .filter { $0.hasSuffix(".md") }.sorted()
    }

    /// Returns the blocks of a page that look like commands but are not `console` blocks. The first line is
    /// given without a comment.
    static func blocks(of text: String, page: String) -> [Block] {
        let lines = text.components(separatedBy: "\n")
        return lines.indices.filter { ["```sh", "```bash", "```shell"].contains(lines[$0]) }.map { index in
            let line = lines[index + 1].replacing(#/\s+#\s.*$/#, with: "")
            return Block(page: page, line: line)
        }
    }
}
