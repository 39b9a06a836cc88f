import IlkCalls
import IlkDebugStore
import IlkLog
import IlkMail
import IlkStore
import IlkUsage
import StoreTestSupport
import Testing

/// The guarantees of every store schema.
@Suite struct SchemaContractTests {
    enum Subject: CaseIterable {
        case calls, debug, log, mail, usage

        func violations(of guarantee: SchemaContract) async throws -> [String] {
            switch self {
            case .calls:
                try await guarantee.violations(CallLogStorage.self, `Schema history of the calls`.history)
            case .debug:
                try await guarantee.violations(DebugLogStore.self, `Schema history of the debug log`.history)
            case .log: try await guarantee.violations(ClassificationLogStore.self, SchemaHistoryTests.history)
            case .mail: try await guarantee.violations(DatabaseService.self, `Schema history of mail`.history)
            case .usage:
                try await guarantee.violations(UsageStore.self, `Schema history of the usage`.history)
            }
        }
    }

    @Test(arguments: Subject.allCases, SchemaContract.allCases)
    func `every store meets the schema contract`(
        _ subject: Subject, guarantee: SchemaContract
    ) async throws {
        let violations = try await subject.violations(of: guarantee)
        #expect(violations == [], "\(guarantee.rawValue): \(violations)")
    }
}

extension SchemaHistory {
    /// Opens a file with the first migrations only, and expects it to be migrated completely.
    func opened<Records: RecordStore>(
        steps: Int, in scratch: Scratch, by open: (StoreLocation) throws -> Records
    ) async throws -> Records {
        let path = scratch.path("old.db")
        try make(path, steps: steps)
        let records = try open(.file(path))
        let version = try await records.schemaVersion()
        #expect(version.file == version.program)
        return records
    }
}
