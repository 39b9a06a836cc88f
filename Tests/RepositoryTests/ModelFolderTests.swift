import Foundation
@testable import IlkTraining
import IlkModels
import IlkPipeline
import IlkText
import IlkVocabulary
import Testing

@testable import IlkLearning

/// Checks the models under `models/` and the vocabulary of the built-in ones.
@Suite struct `Models on disk` {
    /// Returns every version by taxonomy. The language model has another format and no taxonomy.
    private static func versions() throws -> [(taxonomy: String, version: String)] {
        try Tree.folders(in: "models").filter { $0 != "language" }.flatMap { taxonomy in
            try Tree.folders(in: "models/\(taxonomy)").map { (taxonomy, $0) }
        }
    }

    private static func model(_ taxonomy: String, _ version: String) throws -> BayesModel {
        try BayesModel(ModelStorage(copying: try Tree.bytes("models/\(taxonomy)/\(version)/\(taxonomy).ilk")))
    }

    /// Returns the digest of a version. A file in an older format can no longer be loaded. The digest in its
    /// header covers all bytes after the header.
    private static func digest(_ taxonomy: String, _ version: String) throws -> ContentDigest {
        do {
            return try model(taxonomy, version).digest
        } catch let error as FormatError where error.code == .unsupportedVersion {
            let bytes = try Tree.bytes("models/\(taxonomy)/\(version)/\(taxonomy).ilk")
            let digest = ContentDigest(of: bytes[64...])
            #expect(Array(bytes[32..<64]) == digest.bytes, "\(taxonomy) \(version) is damaged")
            return digest
        }
    }

    @Test func `every version has a model, a card and a manifest with its digest`() throws {
        for (taxonomy, version) in try Self.versions() {
            let folder = "models/\(taxonomy)/\(version)"
            let files = Set(Tree.files(under: folder))
            let wanted = Set(["\(taxonomy).ilk", "manifest.json", "CARD.md"].map { "\(folder)/\($0)" })
            #expect(files.isSuperset(of: wanted), "\(folder) lacks \(wanted.subtracting(files).sorted())")
            guard files.contains("\(folder)/manifest.json") else { continue }
            let object = try JSONSerialization.jsonObject(
                with: Data(try Tree.bytes("\(folder)/manifest.json")))
            let manifest = try #require(object as? [String: Any], "\(folder)/manifest.json is no object")
            #expect(manifest["version"] as? String == version)
            #expect(manifest["digest"] as? String == (try Self.digest(taxonomy, version).description))
        }
    }

    @Test(arguments: Taxonomy.shipped)
    func `the card of a built-in model has the F1 of rules, model and both for each label`(
        taxonomy: Taxonomy
    ) throws {
        let version = try #require(BuiltIn.modelVersion(for: taxonomy))
        let bytes = try Tree.bytes("models/\(taxonomy.name)/\(version)/CARD.md")
        let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n")
        let header = "| label | texts | F1 of rules | F1 of model | F1 of both | "
        let start = try #require(lines.firstIndex { $0.hasPrefix(header) }, "no figures by label")
        let rows = lines[start...].prefix { $0.hasPrefix("|") }
        for category in taxonomy.categories {
            #expect(rows.contains { $0.hasPrefix("| `\(category)` | ") }, "\(category)")
        }
    }

    @Test(arguments: Taxonomy.shipped)
    func `the built-in model equals the newest version on disk and has rule counts`(taxonomy: Taxonomy) throws
    {
        let model = try BuiltIn.model(for: taxonomy)
        let version = try #require(BuiltIn.modelVersion(for: taxonomy))
        #expect(try model.digest == Self.model(taxonomy.name, version).digest)
        #expect(try Tree.folders(in: "models/\(taxonomy.name)").allSatisfy { $0 <= version })
        #expect(model.taxonomy == taxonomy)
        #expect(model.rules != nil, "the model was not trained with the rules")
    }

    @Test func `the built-in models without statistics have at most twice the size of the first one`() throws
    {
        var size = 0
        for taxonomy in Taxonomy.shipped {
            let storage = BuiltIn.modelStorage(for: taxonomy)
            let statistics = try #require(try BaseStatistics(storage), "\(taxonomy.name)").section.count
            #expect(statistics < 350_000, "\(taxonomy.name)")
            size += storage.count - statistics
        }
        #expect(size < 3_300_000)
    }

    @Test func `every version of the language model has a card and a manifest with its digest`()
        throws
    {
        var digests: Set<String> = []
        for version in try Tree.folders(in: "models/language") {
            let folder = "models/language/\(version)"
            let bytes = try Tree.bytes("\(folder)/language.ilk")
            let model = try LanguageModel(bytes: bytes)
            #expect(Set(Tree.files(under: folder)).contains("\(folder)/CARD.md"))
            let object = try JSONSerialization.jsonObject(
                with: Data(try Tree.bytes("\(folder)/manifest.json")))
            let manifest = try #require(object as? [String: Any], "\(folder)/manifest.json is no object")
            let digest = ContentDigest(of: bytes).description
            #expect(manifest["version"] as? String == version)
            #expect(manifest["digest"] as? String == digest)
            #expect(manifest["languages"] as? [String] == model.languages.map(\.code))
            digests.insert(digest)
        }
        #expect(digests.contains(ContentDigest(of: LanguageGuesser.builtInBytes).description))
    }

    /// The patterns that a name in the model's vocabulary must not match.
    private static var privateShapes: [(what: String, shape: Regex<Substring>)] {
        [
            ("an e-mail address", #/[^\s@]+@[^\s@]+\.[^\s@]+/#),
            ("an address in the web", #/\w:\/\/|(?i)\bwww\.\w/#),
            ("a handle", #/@(?=\w*\p{L})\w{2,}/#),
            ("a long number", #/\d(?:[.,\-()\/]?\d){6,}/#),
            ("a number with its digits", #/(?:^|[^\p{L}+_])[1-9]\d{2,}/#),
        ]
    }

    @Test(arguments: Taxonomy.shipped)
    func `the vocabulary contains no rare words and no personal data`(taxonomy: Taxonomy) throws {
        let counts = try #require(try BuiltIn.model(for: taxonomy).counts(), "the model has no counts")
        #expect(counts.featureCount > 1_000)
        let shapes = Self.privateShapes
        var violations: [String] = []
        for row in 0..<counts.featureCount where counts.featureGroups[row] != .style {
            let (group, texts) = (counts.featureGroups[row].name, counts.frequency[row])
            let name = String(decoding: counts.name(row), as: UTF8.self)
            if texts < 3 { violations.append("\(group) '\(name)' is of \(texts) texts") }
            for (what, shape) in shapes where name.contains(shape) {
                violations.append("\(group) '\(name)' looks like \(what)")
            }
        }
        #expect(violations.isEmpty, "\(listed(violations))")
    }
}
