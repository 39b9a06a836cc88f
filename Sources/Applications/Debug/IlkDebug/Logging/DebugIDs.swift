#if DEBUG
    import FoundationEssentials
    public import IlkVocabulary
    import Synchronization

    /// A generator of ids. Within the process, each id is greater than the ids before it.
    public enum DebugIDs {
        private static let generator = Mutex(RecordIDGenerator())

        /// Returns the next id, from the system's clock and random numbers.
        @Sendable public static func next() -> RecordID {
            let milliseconds = UInt64(saturating: Date().timeIntervalSince1970 * 1000)
            return generator.withLock {
                var random = SystemRandomNumberGenerator()
                return $0.next(milliseconds: milliseconds, using: &random)
            }
        }
    }
#endif
