import Foundation
import Hummingbird

/// A server with one plain route of Hummingbird, which `http-figures.sh` compares `ilk serve` with.
///
/// `POST /v1/classify` reads the body and answers with the number of its bytes as JSON. The server listens on a
/// free port of the loopback interface, prints its address, and ends on SIGTERM.
@main enum PlainServer {
    /// The answer of the route.
    private struct Answer: ResponseEncodable {
        let bytes: Int
    }

    static func main() async throws {
        let router = Router()
        router.post("v1/classify") { request, _ in
            Answer(bytes: try await request.body.collect(upTo: 1 << 20).readableBytes)
        }
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                guard let port = channel.localAddress?.port else { return }
                FileHandle.standardOutput.write(Data("http://127.0.0.1:\(port)\n".utf8))
            })
        try await application.runService()
    }
}
