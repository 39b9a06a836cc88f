import Foundation
import IlkModels
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("Whole files") struct WholeFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
        try OutputTarget(path, isForced: true, keepsMode: true, inputs: []).write(bytes)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }

    @Test func `a file is created and replaced without leaving other files`() throws {
        let path = folder.path + "/model"
        for bytes in [[UInt8]](arrayLiteral: Array("first".utf8), [], [UInt8](repeating: 7, count: 100_000)) {
            try Self.write(bytes, to: path)
            #expect(try Array(Data(contentsOf: URL(filePath: path))) == bytes)
            #expect(try names() == ["model"])
        }
    }

    @Test(arguments: ["", "/missing/model", "/../missing/model"])
    func `an impossible file path is reported as cannot create`(suffix: String) throws {
        #expect(throws: CommandError.self) { try Self.write([1], to: folder.path + suffix) }
        do throws(CommandError) {
            try Self.write([1], to: folder.path + suffix)
        } catch {
            #expect(error.status == .cannotCreate)
        }
        #expect(try names().isEmpty)
    }

    @Test(
        arguments: [
            ("style,unigrams", [.style, .unigrams]),
            ("skeletonBigrams,unigrams", [.unigrams, .skeletonBigrams]),
            ("characterNgrams", [.characterNgrams]), ("wordNgrams,bigrams", [.bigrams, .wordNgrams]),
            ("", nil), ("unigrams,", nil), ("unigrams,unigrams", nil), ("Unigrams", nil), ("moods", nil),
        ] as [(String, [FeatureGroup]?)])
    func `feature groups are named at most once`(argument: String, featureGroups: [FeatureGroup]?) {
        #expect(FeatureGroupList(argument: argument)?.featureGroups == featureGroups)
    }
}
