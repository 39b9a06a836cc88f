import Foundation
import Testing

/// Checks for phrases that make a text hard to read. The numbers of exceptions.json may only decrease.
@Suite struct `Prose` {
    /// A kind of phrase that the project avoids.
    private struct Rule {
        var name: String
        var expression: NSRegularExpression
        /// `true` to check the code of Swift files too.
        var includesCode: Bool

        init(
            _ name: String, _ pattern: String, ignoresCase: Bool = true, includesCode: Bool = false
        ) throws {
            self.name = name
            self.includesCode = includesCode
            expression = try NSRegularExpression(
                pattern: pattern,
                options: ignoresCase ? [.caseInsensitive, .anchorsMatchLines] : .anchorsMatchLines)
        }

        /// Returns the indexes of the lines with a match. No match may extend beyond a line.
        func lines(of text: LineText) -> Set<Int> {
            Set(
                expression.matches(in: text.joined, range: NSRange(location: 0, length: text.ends.last ?? 0))
                    .map { match in text.ends.firstIndex { $0 > match.range.location } ?? 0 })
        }
    }

    /// Lines that are searched at once, which is several times as fast as one at a time.
    private struct LineText {
        let joined: String
        /// The end of each line in ``joined``, in UTF-16 code units, with its line break.
        let ends: [Int]

        init(_ lines: [String]) {
            joined = lines.map { $0 + "\n" }.joined()
            ends = lines.reduce(into: []) { $0.append(($0.last ?? 0) + $1.utf16.count + 1) }
        }
    }

    private static func rules() throws -> [Rule] {
        [
            try Rule(
                "summary that starts with a question word",
                #"^[ \t]*///[ \t]*(?:- \w+:[ \t]*)?(?:What|Whether|How|Who|Where|When|Why)\b"#,
                ignoresCase: false),
            try Rule("no actor", #"\b(?:nobody|whoever|anybody's|somebody's)\b"#),
            try Rule("told", #"\b(?:is|are|was|were) told\b"#),
            try Rule("of its own", #"\bof (?:its|their) own\b"#),
            try Rule("a person's word", #"\b(?:a|the) person's word|\bpeople's words?\b"#),
            try Rule(
                "clause instead of a noun",
                #"\b(?:of|for|by|in|from|to|with|on|than|as|until|before|after) what (?:is|was|are|were|has|have|it|they)\b"#
                    + #"|\bwhat (?:comes|came|goes|went|stands|stood|has|have)\b|[.;:] What (?:is|was|are|were)\b"#
            ),
            try Rule(
                "that there are",
                #"\b(?:that|those|as many as) there (?:is|are)\b|\bwhere there (?:is|are)\b"#),
            try Rule(
                "paraphrase of a verb",
                #"\b(?:is|are|was|be) to be had\b|\blets? go\b|\bas (?:it|they) (?:was|were)\b|\bgo(?:es)? on\b|\bheld to\b"#
                    + #"|\bin the stead\b|\bby (?:itself|themselves)\b"#),
            try Rule("more than one semicolon", #"^[ \t]*///?[ \t]*\w[^.\n]*;[^.;\n]*;"#),
            // Swift has `isCancelled`. The environment variable is set by scripts outside the project.
            try Rule(
                "British spelling",
                #"(?:label|travel|model|signal|total)l(?:ed|ing)|(?<!is)cancell(?:ed|ing)|judgement|licence"#
                    + #"|favour|behaviour|colour|neighbour|honour|centre|grey|catalogue|defence"#
                    + #"|misspelt|learnt"#
                    + #"|(?:normal|regular|recogn|initial|organ|serial|token|(?<!ILK_)optim)is(?:e|ing|at)"#
                    + #"|analys(?:e[dr]?|ing)\b"#, includesCode: true),
            try Rule("comment without a reason", #"//[^\S\n]*(?:See above|As above|The same|Nothing)\b\.?"#),
        ]
    }

    /// Returns the rules for terms and names of earlier releases. The field has standard terms for them.
    private static func termRules() throws -> [Rule] {
        [
            try Rule(
                "private term",
                #"\b(?:speaks?|spoke) (?:for|against)\b|\breceipts?:|\bsurest\b|\bleft out in turn\b"#
                    + #"|\bleft-out sources?\b|\bat no weight\b|\bscore bend\b|\btaken for\b"#
                    + #"|\bchance taken off\b|\brules? holds?\b|\blearned onto\b|\btaking in\b"#
                    + #"|\bhow much is listened\b|\b(?:wings?|houses?|roofs?) of the (?:package|code)\b"#),
            try Rule(
                "former term of models",
                #"\b(?:loudest|strange|mass)\b|\bwhat spoke\b|\bthe frozen (?:texts|set)\b|\bheld-back\b"#
                    + #"|(?<!-)\bstretch(?:es)?\b|\bclaim\w* (?:no |a |the |any )?(?:categor|label)"#
                    + #"|\b(?:text|correction|source)s? (?:is|are|was|were) held back\b|\btook for\b"#
                    + #"|\b(?:a|the|this|that|error) promises?\b|\b(?:a|the|its|with) receipts?\b(?! of)"#
                    + #"|\bfeature famil|\bfamil(?:y|ies) of (?:features|sources)\b|\bkinds? of evidence\b"#
                    + #"|\b(?:word|character) pieces?\b|\bshape features?\b|\bframes? of words\b"#
                    + #"|\bunits? of text\b|\bparent (?:versions?|models?)\b"#
                    + #"|\b(?:version|model|pipeline)s? (?:is |are )?in use\b"#),
            try Rule(
                "former term of programs",
                #"\bg(?:ave|ives?) up\b|\bthe losers?\b|\b(?:a|any|in|the) troubles?\b|\banew\b|\blife id\b"#
                    + #"|\bt(?:old|ells?) apart\b|\bJSON members?\b"#
                    + #"|\blooks? at (?:a|the) (?:database|file|server|store|word)\b"#),
            try Rule(
                "former name of a declaration",
                #"\b(?:LogBook|MailBook|CallBook|ModelRoom|MetFeatures|ModelFileWish|BayesRehearsal)\b"#
                    + #"|\b(?:PeoplesWords|ScoringGround)\b|\b(?:struct|class|enum|actor) (?:Bell|Turns)\b"#
                    + #"|\bfunc take[A-Z(<]"#, ignoresCase: false, includesCode: true),
        ]
    }

    /// Returns the prose of a line: all of Markdown; of Swift the comments, the names of tests and the longer
    /// strings.
    private static func prose(
        _ line: String, isSwift: Bool, _ quotations: Regex<(Substring, Substring?, Substring?, Substring?)>
    ) -> String? {
        guard isSwift else { return line }
        if line.drop(while: \.isWhitespace).hasPrefix("//") { return line }
        guard line.contains("\"") || line.contains("`") || line.contains("//") else { return nil }
        return line.matches(of: quotations)
            .compactMap { ($0.1 ?? $0.2 ?? $0.3).map(String.init) }.joined(separator: " ")
    }

    /// All files with prose. Decisions are history; this file quotes what it looks for.
    private static func files() throws -> [(path: String, lines: [Substring])] {
        let swift = try ProjectSources.everything.get().filter { !$0.path.hasSuffix("ProseTests.swift") }
            .map { ($0.path, $0.textLines.map { Substring($0) }) }
        let docs =
            FileManager.default.enumerator(atPath: Tree.root.appending(path: "docs").path)?
            .compactMap { $0 as? String } ?? []
        let pages =
            ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "README.md"]
            + docs.filter { $0.hasSuffix(".md") && !$0.hasPrefix("decisions/") }.map { "docs/" + $0 }
        return swift
            + (try pages.map {
                ($0, try Tree.text($0).split(separator: "\n", omittingEmptySubsequences: false))
            })
    }

    @Test func `phrases that are hard to read do not become more`() throws {
        let allowed = try Exceptions.load().phrases
        var found: [String: [String]] = [:]
        let rules = try Self.rules() + Self.termRules()
        // Created once, because creating an expression takes longer than searching a line.
        let quotations = #/"([^"]{12,})"|func `([^`]+)`|(\/\/.*)$/#
        for (path, lines) in try Self.files() {
            let code = LineText(lines.map(String.init))
            let prose = LineText(
                lines.map { Self.prose(String($0), isSwift: path.hasSuffix(".swift"), quotations) ?? "" })
            // A line counts for the first rule only.
            var counted: Set<Int> = []
            for rule in rules {
                let places = rule.lines(of: rule.includesCode ? code : prose).subtracting(counted)
                counted.formUnion(places)
                found[rule.name, default: []] += places.sorted().map { "\(path):\($0 + 1)" }
            }
        }
        for rule in rules {
            let places = found[rule.name] ?? []
            #expect(
                places.count == allowed[rule.name] ?? 0,
                "\(rule.name): write the new number into exceptions.json if it is smaller\(listed(places))")
        }
    }

    @Test func `every relative link of the documentation leads to a file`() throws {
        let links = #/\]\(([^)\s#]+)(?:#[^)]*)?\)/#
        for (path, lines) in try Self.files() where path.hasSuffix(".md") {
            let folder = Tree.root.appending(path: path).deletingLastPathComponent()
            for (index, line) in lines.enumerated() {
                for link in line.matches(of: links) where !link.1.contains("://") {
                    let file = folder.appending(path: String(link.1))
                    #expect(
                        FileManager.default.fileExists(atPath: file.path), "\(path):\(index + 1): \(link.1)")
                }
            }
        }
    }
}
