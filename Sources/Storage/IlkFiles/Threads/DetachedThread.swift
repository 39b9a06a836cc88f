import Foundation
import Glibc

/// Creates threads outside the thread pool of Swift's tasks.
package enum DetachedThread {
    private final class Body: Sendable {
        let name: String
        let run: @Sendable () -> Void

        init(_ name: String, _ run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// Starts a detached thread that ends when the function returns.
    ///
    /// If the system refuses to create a thread, this function blocks and retries every second until it
    /// succeeds. Foundation's `Thread` does not report a refusal, so the work would never run.
    ///
    /// - Parameters:
    ///   - name: The name in debuggers.
    ///   - stackBytes: The size of its stack.
    ///   - run: The work.
    package static func start(_ name: String, stackBytes: Int, _ run: @escaping @Sendable () -> Void) {
        let body = Body(name, run)
        while !isStarted(body, stackBytes) { sleep(1) }
    }

    private static func isStarted(_ body: Body, _ stackBytes: Int) -> Bool {
        // Allocated instead of initialized: the module that declares the initializer depends on the order of
        // compilation.
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        pthread_attr_init(attributes)
        defer { pthread_attr_destroy(attributes) }
        pthread_attr_setstacksize(attributes, stackBytes)
        pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        let retained = Unmanaged.passRetained(body)
        guard pthread_create(&thread, attributes, enter, retained.toOpaque()) == 0 else {
            retained.release()
            return false
        }
        return true
    }

    private static let enter: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        body in
        guard let body else { return nil }
        let own = Unmanaged<Body>.fromOpaque(body).takeRetainedValue()
        Thread.current.name = own.name
        own.run()
        return nil
    }
}
