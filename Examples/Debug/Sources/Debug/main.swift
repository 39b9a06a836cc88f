import Foundation
import IlkDebug
import IlkVocabulary

#if DEBUG
    /// Prints requests. A real program would use an HTTP client here.
    struct PrintingCarrier: DebugLogTransport {
        func post(
            _ body: [UInt8], to path: String, headers: [(name: String, value: String)]
        ) async throws -> DebugLogResponse {
            print("POST \(path)", String(decoding: body, as: UTF8.self))
            return DebugLogResponse(status: 200)
        }
    }

    DebugLogger.shared.connect(to: DebugLogShipper(over: PrintingCarrier()), source: .backend)
    DebugLogger.shared.log(event: "STARTED", payload: ["arguments": .integer(Int64(CommandLine.argc))])
    await DebugLogger.shared.close()
#else
    // Release builds contain only the entry type.
    let entry = DebugLogEntry(
        id: RecordID(uuid: UUID()), nanoseconds: DebugLogEntry.nanoseconds(Date()), source: .backend,
        event: "STARTED")
    print(String(decoding: entry.json, as: UTF8.self))
#endif
