import Foundation
import IlkModels
import IlkVocabulary
import Synchronization
import TestSupport

@testable import IlkLearning

/// A temporary registry for one test, and models to add to it.
final class RegistryFixture: Sendable {
    static let taxonomy = Taxonomy(name: "weather", categories: ["cold", "warm"])

    private let owned: TestFolder
    var root: URL { owned.url }

    init() throws {
        owned = try TestFolder("ilk-models")
    }

    var folder: URL { root.appending(path: "weather") }

    func registry(_ calls: any RegistryFileSystem = SystemFileCalls(), timeout: Duration = .zero)
        -> ModelRegistry
    {
        ModelRegistry(folder: root.path, taxonomy: "weather", calls: calls, timeout: timeout)
    }

    static func signature(_ why: String? = nil, second: Int = 0) -> ChangeAuthor {
        ChangeAuthor(
            who: "tester", why: why, when: Date(timeIntervalSince1970: 1_800_000_000 + Double(second)))
    }

    /// Returns a model of the texts with a number. Equal numbers give equal bytes.
    static func model(_ number: Int, settings: BayesSettings = BayesSettings(minimumFrequency: 1)) throws
        -> [UInt8]
    {
        try TrainingRun(taxonomy: taxonomy, settings: settings).train(texts(number))
    }

    /// Returns texts with a distinct word for each number. Digits would be one feature to a model.
    static func texts(_ number: Int) -> [LabeledText] {
        let word = "q" + String(number, radix: 2).map { $0 == "0" ? "o" : "a" }.joined()
        return [
            LabeledText(text: "sun all day \(word)", category: "warm"),
            LabeledText(text: "snow at night \(word)", category: "cold"),
            LabeledText(text: "the tide came in \(word)", category: number % 2 == 0 ? "warm" : "cold"),
        ]
    }

    static func manifest(of model: [UInt8], _ why: String? = nil) throws -> VersionManifest {
        VersionManifest(of: try ModelReader.read(ModelStorage(copying: model)), signature(why))
    }

    @discardableResult
    func add(_ number: Int) throws -> String {
        let model = try Self.model(number)
        return try registry().add(model, try Self.manifest(of: model)).version
    }

    func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    }

    func copy() throws -> RegistryFixture {
        let other = try RegistryFixture()
        try FileManager.default.copyItem(at: folder, to: other.folder)
        return other
    }
}

/// System calls that fail at one call, or behave from then on as if the process had been killed.
final class FaultyFileSystem: RegistryFileSystem {
    enum Fault: Sendable {
        /// From this call on nothing has an effect, except for half of a write.
        case killed
        /// Only this call fails.
        case failed
    }

    private let system = SystemFileCalls()
    private let count = Mutex(0)
    private let fault: Fault
    private let place: Int

    /// Creates calls with a fault at the call with a number, from 1.
    init(_ fault: Fault, at place: Int) {
        self.fault = fault
        self.place = place
    }

    var calls: Int { count.withLock { $0 } }

    private func stops() -> (stops: Bool, isFirst: Bool) {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return (fault == .killed ? number >= place : number == place, number == place)
    }

    func open(_ path: String, _ flags: Int32) -> Int32 { stops().stops ? -ENOSPC : system.open(path, flags) }

    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        let (stops, isFirst) = stops()
        if isFirst { _ = system.write(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2))) }
        return stops ? -Int(ENOSPC) : system.write(file, bytes)
    }

    func synchronize(_ file: Int32) -> Int32 { stops().stops ? -EIO : system.synchronize(file) }

    func truncate(_ file: Int32, to length: Int) -> Int32 {
        stops().stops ? -EIO : system.truncate(file, to: length)
    }

    func rename(_ path: String, to other: String) -> Int32 {
        stops().stops ? -EIO : system.rename(path, to: other)
    }

    func makeFolder(_ path: String) -> Int32 { stops().stops ? -ENOSPC : system.makeFolder(path) }
    func remove(_ path: String) -> Int32 { stops().stops ? -EIO : system.remove(path) }
    func removeFolder(_ path: String) -> Int32 { stops().stops ? -EIO : system.removeFolder(path) }
}
