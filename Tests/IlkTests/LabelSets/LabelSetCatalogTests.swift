import Foundation
import Ilk
import IlkFiles
import IlkLearning
import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary
import Testing

@Suite struct LabelSetCatalogTests {
    private let desk: RuleTestFolder
    private let catalog: LabelSetCatalog

    init() throws {
        desk = try RuleTestFolder()
        catalog = LabelSetCatalog(folders: desk.folders)
    }

    private func news() -> LabelSet {
        var set = LabelSet(
            id: "01A2", name: "news",
            labels: [
                LabelSet.Label("world", title: "World news", description: "What \"happens\" abroad: #1"),
                LabelSet.Label("sports \u{1F3C0} – «é»"), LabelSet.Label("old", isRetired: true),
                LabelSet.Label("yes"), LabelSet.Label("12"),
            ])
        set.title = "News"
        set.merged = ["sport": "yes", "football": "sport"]
        set.merged["football"] = "yes"
        set.defaultLabel = "world"
        set.usesRulesForUnfamiliar = true
        set.threshold = 0.6
        set.thresholds = ["12": 0.25]
        set.rules = ["/srv/rules/news"]
        set.redaction = ["email"]
        set.log = "/srv/log.sqlite"
        return set
    }

    @Test func `a saved set reads back equal`() throws {
        var set = news()
        let path = try catalog.save(set)
        set.file = path
        #expect(try catalog.find("news") == set)
        #expect(try catalog.names() == ["doctype", "emotion", "severity", "spam", "news"])
        for categories in [set.taxonomy, set.completeTaxonomy].map(\.categories) + [set.labels.map(\.key)] {
            #expect(try catalog.set(with: Taxonomy(name: "x", categories: categories)) == set)
        }
        #expect(try catalog.remove("news"))
        #expect(try catalog.existing("news") == nil)
        #expect(try catalog.remove("news") == false)
    }

    @Test func `a multi-label set reads back multi-label, and a shipped one cannot be`() throws {
        var set = news()
        set.isMultilabel = true
        let path = try catalog.save(set)
        set.file = path
        #expect(try catalog.find("news") == set)
        #expect(set.taxonomy.isMultilabel && set.completeTaxonomy.isMultilabel)
        var shipped = try #require(LabelSet.shipped.first)
        shipped.isMultilabel = true
        #expect(throws: IlkError.self) { try catalog.save(shipped) }
    }

    @Test func `a taxonomy without retired labels is answered, and all labels are logged`() {
        let set = news()
        #expect(set.taxonomy.index(of: "old") == nil && set.completeTaxonomy.index(of: "old") == 2)
        // Entries keep the keys of merged labels.
        #expect(set.completeTaxonomy.categories == set.labels.map(\.key) + ["football", "sport"])
        var shipped = LabelSet.shipped[1]
        shipped.merged = ["joy": "happy"]
        #expect(shipped.completeTaxonomy == shipped.taxonomy)
        #expect(set.current("football") == "yes" && set.current("12") == "12")
    }

    @Test func `an unknown name gets the list, and a suggestion if a name is similar`() throws {
        try catalog.save(news())
        let near = #expect(throws: IlkError.self) { try catalog.find("nws") }
        let list = "the taxonomies are doctype, emotion, severity, spam, news; create one with"
        #expect(near?.hint?.hasPrefix("did you mean 'news'? \(list)") == true)
        let far = #expect(throws: IlkError.self) { try catalog.find("something") }
        #expect(far?.hint?.hasPrefix(list) == true)
        #expect(throws: IlkError.self) { try catalog.find("../news") }
    }

    @Test func `a file overrides titles of a shipped set but not its labels`() throws {
        var set = try #require(LabelSet.shipped.first)
        set.title = "My types"
        try catalog.save(set)
        #expect(try catalog.find("doctype").title == "My types")
        set.labels.removeLast()
        #expect(throws: IlkError.self) { try catalog.save(set) }
        #expect(try catalog.find("doctype").labels.count == 6)
    }

    /// Files with one mistake each, and a part of the message.
    static let mistakes: [(yaml: String, told: String)] = [
        ("version: 2\ntaxonomy: bad\nid: a\nlabels: [x, y]\n", "format version '2'"),
        ("version: 1\ntaxonomy: bad\nid: a\n", "has no 'labels'"),
        ("version: 1\ntaxonomy: bad\nid: a\nlabels: []\n", "there are no labels"),
        ("version: 1\ntaxonomy: bad\nid: a\nlabels: [x, x]\n", "two labels 'x'"),
        ("version: 1\ntaxonomy: bad\nid: a\nlabels: [x, \"a\\tb\"]\n", "one line without control characters"),
        ("version: 1\ntaxonomy: bad\nid: a\nlabels: [x, \"a\\nb\"]\n", "one line without control characters"),
        ("version: 1\ntaxonomy: bad\nid: a\nlabels: [x]\nlable: [y]\n", "has no key 'lable'"),
        ("version: 1\ntaxonomy: bad\nid: a\nlabels: [x]\ndefault: z\n", "there is no label 'z'"),
        ("version: 1\ntaxonomy: bad\nid: a\nlabels: [x]\nthreshold: 7\n", "a probability from 0 to 1"),
        (
            "version: 1\ntaxonomy: bad\nid: a\nlabels: [x]\nmultilabel: 2\n",
            "'multilabel' must be true or false"
        ),
        ("version: 1\ntaxonomy: bad\nid: a\nlabels: [x]\nmerged: {x: x}\n", "both 'labels' and 'merged'"),
        (
            "version: 1\ntaxonomy: bad\nid: a\nlabels: [{key: x, title: T}, {key: y, title: T}]\n",
            "two labels with the title 'T'"
        ),
        (
            "version: 1\ntaxonomy: bad\nid: a\nlabels:\n  - {key: x, title: T}\n  - {key: y, title: t}\n",
            "bad.yaml:6:21: there are two labels with the title 't'"
        ),
        (
            "version: 1\ntaxonomy: bad\nid: a\nlabels:\n  - {key: x, title: Y}\n  - {key: y}\n",
            "bad.yaml:5:21: the title 'Y' is the key of another label"
        ),
        (
            "version: 1\ntaxonomy: bad\nid: a\nlabels: [x]\nlog: mine.sqlite\n",
            "'log' must be an absolute path"
        ),
        (
            "version: 1\ntaxonomy: bad\nid: a\nlabels: [x]\nrules: [extra]\n",
            "must be an absolute path: 'extra'"
        ),
        ("version: 1\ntaxonomy: other\nid: a\nlabels: [x]\n", "does not match its taxonomy 'other'"),
        ("version: 1\ntaxonomy: bad\nid: a\nlabels: [x\n", "YAML"),
    ]

    @Test(arguments: mistakes) func `a mistake in a file is reported with its place`(
        yaml: String, told: String
    ) throws {
        let folder = try #require(desk.folders.taxonomies)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(yaml.utf8).write(to: URL(filePath: folder + "/bad.yaml"))
        let error = #expect(throws: IlkError.self) { try catalog.find("bad") }
        #expect(error?.description.contains(told) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("bad.yaml") == true)
        // The other sets stay usable.
        let all = try catalog.all()
        #expect(all.sets.count == 4 && all.problems.count == 1)
    }

    @Test func `of two sets of one name the user's applies, and two sets of one id are reported`() throws {
        let set = news()
        let folder = desk.folders.systemTaxonomies
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var machine = set
        machine.title = "News of the machine"
        try Data(machine.yaml.utf8).write(to: URL(filePath: folder + "/news.yaml"))
        #expect(try catalog.find("news").title == "News of the machine")
        try catalog.save(set)
        #expect(try catalog.find("news").title == "News")
        #expect(try catalog.names().filter { $0 == "news" }.count == 1)
        let all = try catalog.all()
        #expect(all.sets.count == 5 && all.problems.isEmpty)
        // A copy under another name.
        let copy = set.yaml.replacingOccurrences(of: "taxonomy: news", with: "taxonomy: paper")
        let user = try #require(desk.folders.taxonomies)
        try Data(copy.utf8).write(to: URL(filePath: user + "/paper.yaml"))
        let told = try catalog.all().problems.map(\.description)
        #expect(told.count == 1)
        #expect(told[0].contains("the taxonomies news and paper have the same id"), "\(told)")
    }

    @Test func `ten thousand labels are read`() throws {
        let labels = (0..<10_000).map { LabelSet.Label(Category("label \($0)")) }
        try catalog.save(LabelSet(id: "x", name: "many", labels: labels))
        #expect(try catalog.find("many").labels == labels)
        let more = (0...LabelSet.maximumLabels).map { LabelSet.Label(Category("label \($0)")) }
        let error = #expect(throws: IlkError.self) {
            try catalog.save(LabelSet(id: "x", name: "more", labels: more))
        }
        #expect(error?.description.contains("at most 20000 are supported") == true)
    }

    @Test func `the choice for unfamiliar texts belongs to the rules of the set's name`() throws {
        func decides(_ taxonomy: Taxonomy, _ set: LabelSet? = nil) throws -> Bool? {
            var assembly = PipelineAssembly(folders: desk.folders)
            if let set { assembly.use(set) }
            let rules = try #require(RulePack.load(sources: [], taxonomy: taxonomy).ruleSet)
            return assembly.deciding(rules, taxonomy: taxonomy).decidesUnfamiliar
        }
        let set = news()
        #expect(try decides(.emotion) == true && decides(.documentType) == false)
        #expect(try decides(set.taxonomy) == false && decides(set.taxonomy, set) == true)
        try catalog.save(set)
        #expect(try decides(set.taxonomy) == true)
        #expect(try decides(Taxonomy(name: "news", categories: ["tides"])) == false, "another set's labels")
        var emotions = try #require(LabelSet.shipped.first { $0.name == "emotion" })
        emotions.usesRulesForUnfamiliar = false
        try catalog.save(emotions)
        let ruleSet = try PipelineAssembly(folders: desk.folders).loadRules(taxonomy: .emotion)
        #expect(ruleSet?.decidesUnfamiliar == false)
    }

    // MARK: Models and exports

    private func addModel(of name: String) throws -> VersionManifest {
        let texts = ["pump", "hose"].flatMap { word in
            (0..<12).map { LabeledText(text: "the \(word) number \($0)", category: Category(word)) }
        }
        let taxonomy = Taxonomy(name: name, categories: ["hose", "pump"])
        let bytes = try TrainingRun(taxonomy: taxonomy, settings: BayesSettings(minimumFrequency: 1))
            .train(texts)
        let model = try ModelReader.read(ModelStorage(copying: bytes))
        let signature = ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 0))
        let registry = ModelRegistry(folder: desk.folders.models, taxonomy: name)
        let manifest = try registry.add(bytes, VersionManifest(of: model, signature))
        _ = try registry.promote(manifest.version, signature)
        return manifest
    }

    @Test func `a model without a file is a set with the model's labels`() throws {
        _ = try addModel(of: "tools")
        let set = try catalog.find("tools")
        #expect(set.origin == .model && set.labels.map(\.key) == ["hose", "pump"])
        var assembly = PipelineAssembly(folders: desk.folders)
        assembly.use(set)
        let session = try assembly.pipeline().makeSession()
        #expect(session.classify("the pump number 3").category == "pump")
    }

    @Test func `labels can be merged, retired and added after training`() throws {
        _ = try addModel(of: "tools")
        var set = LabelSet(
            id: "7", name: "tools",
            labels: [LabelSet.Label("tap"), LabelSet.Label("water"), LabelSet.Label("hose", isRetired: true)])
        set.merged = ["pump": "water"]
        var assembly = PipelineAssembly(folders: desk.folders)
        assembly.use(set)
        let session = try assembly.pipeline().makeSession()
        let verdict = session.classify("the pump number 3", explaining: true)
        #expect(verdict.taxonomy.categories == ["tap", "water"] && verdict.category == "water")
        #expect(verdict.probabilities[0] < 0.001)
        #expect(verdict.evidence.allSatisfy { $0.weights.count == 2 })
        #expect(verdict.evidence.filter { $0.weights[0] != 0 }.map(\.id) == ["prior"])
        set.merged = [:]
        set.labels = [LabelSet.Label("other"), LabelSet.Label("more")]
        assembly.use(set)
        let error = #expect(throws: IlkError.self) { try assembly.pipeline() }
        #expect(error?.description == "the model has none of the labels of tools")
    }

    @Test func `a retired label is removed from texts that have other labels too`() {
        var set = LabelSet(
            id: "7", name: "tools",
            labels: [LabelSet.Label("tap"), LabelSet.Label("water"), LabelSet.Label("hose", isRetired: true)])
        set.isMultilabel = true
        set.merged = ["pump": "hose"]
        var texts = [["tap", "hose"], ["hose", "pump"], [], ["hose", "water", "tap"], ["pump"]]
            .map { labels in
                var text = LabeledText(text: "\(labels)", category: "")
                text.categories = labels.map { Category($0) }
                return text
            }
        let regression = RegressionSet(texts).labeled(by: set)
        #expect(regression.texts.map(\.categories) == [["tap"], [], ["water", "tap"]])
        #expect(set.relabel(&texts) == [0, 2, 3])
        #expect(texts.map(\.categories) == [["tap"], [], ["water", "tap"]])
    }

    @Test func `texts with merged labels are relabeled, and those with retired labels are removed`() {
        var set = LabelSet(
            id: "7", name: "tools",
            labels: [LabelSet.Label("tap"), LabelSet.Label("water"), LabelSet.Label("hose", isRetired: true)])
        set.merged = ["pump": "water"]
        var texts = ["pump", "hose", "other", "tap"].map { LabeledText(text: "", category: Category($0)) }
        #expect(set.relabel(&texts) == [0, 2, 3])
        #expect(texts.map(\.category) == ["water", "other", "tap"])
    }

    @Test func `an export is imported elsewhere with its model and rules`() throws {
        let manifest = try addModel(of: "tools")
        var set = LabelSet(id: "7", name: "tools", labels: [LabelSet.Label("hose"), LabelSet.Label("pump")])
        set.title = "Tools"
        try catalog.save(set)
        let rules = try #require(desk.folders.rules(taxonomy: "tools"))
        try FileManager.default.createDirectory(atPath: rules + "/deep", withIntermediateDirectories: true)
        try Data("pack: x\n".utf8).write(to: URL(filePath: rules + "/deep/a.yaml"))
        let bytes = try LabelSetBundle(catalog.find("tools"), folders: desk.folders).bytes
        #expect(try LabelSetBundle(catalog.find("tools"), folders: desk.folders).bytes == bytes)

        let other = try RuleTestFolder()
        let bundle = try LabelSetBundle(bytes)
        let signature = ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 9))
        #expect(try bundle.install(in: other.folders, signature, isForced: false) == manifest.version)
        let imported = try LabelSetCatalog(folders: other.folders).find("tools")
        #expect(imported.id == "7" && imported.title == "Tools")
        let folder = try #require(other.folders.rules(taxonomy: "tools"))
        #expect(FileManager.default.contents(atPath: folder + "/deep-a.yaml") == Data("pack: x\n".utf8))
        let again = #expect(throws: IlkError.self) {
            try bundle.install(in: other.folders, signature, isForced: false)
        }
        #expect(again?.description == "the taxonomy tools already exists")
        #expect(try bundle.install(in: other.folders, signature, isForced: true) == manifest.version)
    }

    @Test func `an export contains the rules of named folders and no path of the machine`() throws {
        func pack(_ name: String, _ id: String) -> String {
            """
            version: 1
            pack: \(name)
            taxonomy: tools
            description: One rule.
            rules:
              - { id: \(id), description: A pump, label: pump, weight: 4, match: { m: { words: [pump] } } }

            """
        }
        var set = LabelSet(id: "7", name: "tools", labels: [LabelSet.Label("hose"), LabelSet.Label("pump")])
        set.rules = [desk.root.appending(path: "extra é").path, desk.root.appending(path: "one.yaml").path]
        set.log = desk.root.appending(path: "mine.sqlite").path
        let missing = #expect(throws: IlkError.self) { try LabelSetBundle(set, folders: desk.folders) }
        #expect(missing?.hint == "the path is in 'rules' of tools")
        try desk.put(pack("tools.a", "own.a"), at: "extra é/deep/a.yaml")
        try desk.put(pack("tools.b", "own.b"), at: "one.yaml")
        let bytes = try LabelSetBundle(set, folders: desk.folders).bytes
        let bundle = try LabelSetBundle(bytes)
        #expect(bundle.rules.map(\.name) == ["deep-a.yaml", "one.yaml"])
        #expect(bundle.set.rules.isEmpty && bundle.set.log == nil)
        #expect(!String(decoding: bytes, as: UTF8.self).contains(desk.root.path))

        let other = try RuleTestFolder()
        let signature = ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 9))
        #expect(try bundle.install(in: other.folders, signature, isForced: false) == nil)
        var assembly = PipelineAssembly(folders: other.folders)
        assembly.use(try LabelSetCatalog(folders: other.folders).find("tools"))
        #expect(try assembly.pipeline().classify("a pump").category == "pump")

        // Two layers can have rules with one id, a folder cannot.
        try desk.put(pack("tools.b", "own.a"), at: "one.yaml")
        let refused = #expect(throws: IlkError.self) { try LabelSetBundle(set, folders: desk.folders) }
        #expect(refused?.description.contains("cannot be exported as one folder") == true)
    }

    @Test func `a damaged export is refused and nothing is written`() throws {
        _ = try addModel(of: "tools")
        let bytes = try LabelSetBundle(catalog.find("tools"), folders: desk.folders).bytes
        for place in stride(from: 0, to: bytes.count, by: 997) {
            var damaged = bytes
            damaged[place] ^= 0x41
            // Padding and unused fields of headers may change without an effect.
            guard let bundle = try? LabelSetBundle(damaged) else { continue }  // It is refused.
            #expect(bundle.set.labels.count == 2)
        }
        #expect(throws: IlkError.self) { try LabelSetBundle(Array(bytes.prefix(700))) }
        #expect(throws: IlkError.self) { try LabelSetBundle([]) }
        #expect(throws: IlkError.self) { try LabelSetBundle(Array("not a tar".utf8)) }
    }
}
