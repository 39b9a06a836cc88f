import Foundation
import Synchronization

/// A few numbers in a file that two processes see at once, whatever becomes of either: what a victim says of itself is
/// true to the instant of its death.
///
/// `@unchecked`: the words are atomics at an address that stays until `deinit`.
final class SharedWords: @unchecked Sendable {
    enum Word: Int, CaseIterable {
        /// Calls that began, calls that returned, and texts that a flush said are committed.
        case begun, done, committed
        /// Of the calls that returned: skipped, and refused by the database.
        case skipped, refused
        /// 1 when the first flush came back.
        case ready
    }

    private let base: UnsafeMutableRawPointer
    private let words: UnsafeMutablePointer<Atomic<Int>>

    init(path: String) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0, ftruncate(descriptor, 4096) == 0,
            let base = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
            base != MAP_FAILED
        else { throw CocoaError(.fileWriteUnknown) }
        close(descriptor)
        self.base = base
        words = base.assumingMemoryBound(to: Atomic<Int>.self)
    }

    deinit { munmap(base, 4096) }

    subscript(word: Word) -> Int {
        get { words[word.rawValue].load(ordering: .acquiring) }
        set { words[word.rawValue].store(newValue, ordering: .releasing) }
    }

    func clear() {
        for word in Word.allCases { self[word] = 0 }
    }
}
