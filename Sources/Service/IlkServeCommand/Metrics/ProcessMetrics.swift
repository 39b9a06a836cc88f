import FoundationEssentials
import Glibc
import Metrics

/// The metrics of the process, with the names that Prometheus' own clients use, and the version of the
/// program.
struct ProcessMetrics: Sendable {
    private let memory = Gauge(label: "process_resident_memory_bytes")
    private let files = Gauge(label: "process_open_fds")

    /// Records the values that do not change.
    ///
    /// - Parameters:
    ///   - version: The version of the program.
    ///   - start: The start of the server.
    init(version: String, start: Date = .now) {
        Gauge(label: "ilk_build_info", dimensions: [("version", version)]).record(1)
        Gauge(label: "process_start_time_seconds").record(start.timeIntervalSince1970.rounded())
    }

    /// Records the current values. Values that the system does not provide stay unchanged.
    func report() {
        // The second number is the resident memory in pages.
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?  // Else no value.
            .split(separator: " ").dropFirst().first.flatMap { Int($0) }
        if let pages { memory.record(pages * sysconf(Int32(_SC_PAGESIZE))) }
        let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")  // Else no value.
        if let open { files.record(open.count) }
    }
}
