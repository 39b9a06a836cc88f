#if DEBUG
    import IlkFraming

    /// An entry as it waits and goes out: its JSON, in one piece of memory. A tenth of the pieces that the entry itself is
    /// made of, and freed as it came: what a client holds does not fall apart in weeks of shipping.
    struct EncodedEntry: Sendable {
        /// One line of JSON.
        let json: [UInt8]

        /// The bytes of memory that it takes, where it stands among others too.
        var memory: Int { json.count + 64 }

        /// Writes an entry.
        ///
        /// - Parameter writer: What it is written with; its room is used again.
        /// - Throws: What keeps it from being sent.
        init(_ entry: DebugLogEntry, with writer: inout JSONWriter) throws(DebugEntryFault) {
            if let fault = entry.fault { throw fault }
            guard entry.memory <= Self.largestMemory else { throw .tooLarge }
            writer.reset()
            entry.write(to: &writer)
            json = writer.bytes.withUnsafeBufferPointer(Array.init)
            if json.count > DebugLogEntry.largest {
                writer = JSONWriter()
                throw .tooLarge
            }
        }

        /// What takes more memory has more JSON than an entry may have: an empty array takes 32 bytes, and is two.
        private static let largestMemory = 16 * DebugLogEntry.largest

        /// The entry again.
        ///
        /// - Throws: Nothing for what ``init(_:with:)`` wrote.
        func decoded() throws(DebugEntryFault) -> DebugLogEntry { try DebugLogEntry(json: json) }
    }
#endif
