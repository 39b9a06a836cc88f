import Glibc
import IlkServer

/// Reports the state of the server to systemd or another service manager, in datagrams to the socket that the
/// variable `NOTIFY_SOCKET` names (sd_notify(3)). Without this variable, nothing is sent.
struct ServiceNotifier: Sendable {
    enum State: String, Sendable {
        case ready = "READY=1"
        case stopping = "STOPPING=1"
        case alive = "WATCHDOG=1"
    }

    private let socketName: String?
    /// The interval of watchdog messages: half of the time after which the manager ends the server; `nil` for
    /// none.
    let interval: Duration?

    /// - Parameters:
    ///   - environment: The environment variables.
    ///   - process: The id of this process.
    init(environment: [String: String], process: Int32 = getpid()) {
        socketName = environment["NOTIFY_SOCKET"]
        let isMeant = environment["WATCHDOG_PID"].map { $0 == String(process) } ?? true
        let time = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        interval = isMeant && time > 0 ? .microseconds(time / 2) : nil
    }

    /// Sends a state. Failures are ignored: the manager may be gone.
    func send(_ state: State) {
        guard let socketName, let address = UnixAddress(socketName) else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array(state.rawValue.utf8)
        _ = address.withAddress {
            sendto(
                descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT), $0, $1)
        }
    }
}
