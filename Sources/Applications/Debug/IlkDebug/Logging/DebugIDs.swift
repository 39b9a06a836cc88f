#if DEBUG
    import FoundationEssentials
    public import IlkVocabulary
    import Synchronization

    /// Ids that ascend within a process.
    public enum DebugIDs {
        private static let generator = Mutex(RecordIDGenerator())

        /// The next one, by the system's clock and dice.
        @Sendable public static func next() -> RecordID {
            let milliseconds = UInt64(saturating: Date().timeIntervalSince1970 * 1000)
            return generator.withLock {
                var random = SystemRandomNumberGenerator()
                return $0.next(milliseconds: milliseconds, using: &random)
            }
        }
    }
#endif
