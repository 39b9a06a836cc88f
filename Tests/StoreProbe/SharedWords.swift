import Foundation
import Synchronization

/// Counters in a file that two processes map. Those of a victim are exact up to its death.
///
/// `@unchecked`: the words are atomics at an address that is valid until `deinit`.
final class SharedWords: @unchecked Sendable {
    enum Word: Int, CaseIterable {
        /// The number of calls that began, of calls that returned, and of texts that a flush reported as
        /// committed.
        case begun, done, committed
        /// The number of returned calls with skipped texts, and with texts that the database rejects.
        case skipped, refused
        /// 1 after the first flush.
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
