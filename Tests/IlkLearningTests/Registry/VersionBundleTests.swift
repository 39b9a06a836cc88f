import Foundation
import IlkModels
import IlkVocabulary
import Testing

@testable import IlkLearning

@Suite("An exported version") struct VersionBundleTests {
    private let desk: RegistryFixture

    init() throws { desk = try RegistryFixture() }

    private func files(_ bytes: [UInt8]) throws -> [(name: String, bytes: [UInt8])] {
        let bundle = try VersionBundle(bytes)
        return try VersionBundle.files(bundle.manifest, model: bundle.model)
    }

    @Test func `a version survives export and import byte for byte`() throws {
        try desk.add(1)
        let bytes = try desk.registry().exported("1.0.0")
        #expect(TarArchive.hasHeader(bytes) && bytes.count % 512 == 0)
        let bundle = try VersionBundle(bytes)
        let other = try RegistryFixture()
        try other.registry().add(
            importing: bundle.model, bundle.manifest, RegistryFixture.signature("for the test"))
        #expect(try other.registry().exported("1.0.0") == bytes)
        #expect(try other.registry().history().map(\.act) == [.import])
        for name in try desk.names().filter({ $0.hasPrefix("1.0.0/") }) {
            #expect(
                try Data(contentsOf: desk.folder.appending(path: name))
                    == Data(contentsOf: other.folder.appending(path: name)))
        }
    }

    @Test func `a changed or truncated archive is rejected`() throws {
        try desk.add(1)
        let bytes = try desk.registry().exported("1.0.0")
        var taken: [Int] = []
        for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 400)) {
            var changed = bytes
            changed[place] ^= 0x20
            if let bundle = try? VersionBundle(changed) {  // A rejection is expected.
                // Changes in the padding of a block have no effect.
                let same = try VersionBundle.files(bundle.manifest, model: bundle.model).map(\.bytes)
                if try same != files(bytes).map(\.bytes) { taken.append(place) }
            }
        }
        #expect(taken.isEmpty, "\(taken)")
        for length in stride(from: 0, to: bytes.count - 1024, by: max(1, bytes.count / 100)) {
            #expect(throws: RegistryError.self) { try VersionBundle(Array(bytes.prefix(length))) }
        }
    }

    /// The manipulations of a hostile archive.
    enum Trick: CaseIterable {
        case wayOut, absolute, twice, stranger, link, folder, hugeSize, otherTaxonomy
    }

    @Test(arguments: Trick.allCases)
    func `an archive with anything but its four files is rejected`(trick: Trick) throws {
        try desk.add(1)
        var files = try files(try desk.registry().exported("1.0.0"))
        var patch: (offset: Int, byte: UInt8)?
        switch trick {
        case .wayOut: files[0].name = "../../SHA256SUMS"
        case .absolute: files[3].name = "/etc/manifest.json"
        case .twice: files.append(files[2])
        case .stranger: files.append(("run.sh", Array("echo".utf8)))
        case .link: patch = (156, UInt8(ascii: "2"))
        case .folder: patch = (156, UInt8(ascii: "5"))
        case .hugeSize: patch = (124, UInt8(ascii: "7"))
        case .otherTaxonomy: files[2].name = "doctype.ilk"
        }
        var bytes = TarArchive.bytes(of: files, time: Date(timeIntervalSince1970: 0))
        if let patch {
            bytes[patch.offset] = patch.byte
            let sum = bytes[0..<512].indices.reduce(0) {
                $0 + ((148..<156).contains($1) ? 32 : Int(bytes[$1]))
            }
            let octal = String(sum, radix: 8)
            for (place, digit) in (String(repeating: "0", count: 6 - octal.count) + octal).utf8.enumerated() {
                bytes[148 + place] = digit
            }
        }
        let error = #expect(throws: RegistryError.self) { try VersionBundle(bytes) }
        #expect(error?.code == .notAVersion, "\(String(describing: error))")
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/tar"), "there is no tar here"))
    func `an exported version is a valid tar archive`() throws {
        try desk.add(1)
        let file = desk.root.appending(path: "model.tar")
        try Data(try desk.registry().exported("1.0.0")).write(to: file)
        let tar = Process()
        tar.executableURL = URL(filePath: "/bin/tar")
        tar.arguments = ["-tf", file.path]
        let output = Pipe()
        tar.standardOutput = output
        try tar.run()
        let listed = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        tar.waitUntilExit()
        #expect(listed == "SHA256SUMS\nCARD.md\nweather.ilk\nmanifest.json\n" && tar.terminationStatus == 0)
    }
}
