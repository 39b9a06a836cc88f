#if DEBUG
    import FoundationEssentials
    import IlkVocabulary
    public import Logging

    /// A backend of swift-log that forwards messages to a ``DebugLogger``:
    ///
    ///     LoggingSystem.bootstrap { DebugLogHandler(label: $0) }
    public struct DebugLogHandler: LogHandler {
        /// The lowest level that is logged.
        public var logLevel: Logger.Level = .debug
        /// The metadata that is added to every message.
        public var metadata: Logger.Metadata = [:]
        /// The provider of task-local metadata, or `nil` if there is none.
        public var metadataProvider: Logger.MetadataProvider?
        private let label: String
        private let logger: DebugLogger

        /// Creates a backend.
        ///
        /// - Parameters:
        ///   - label: The label of the `Logger`.
        ///   - logger: The logger that receives the messages.
        public init(label: String, logger: DebugLogger = .shared) {
            self.label = label
            self.logger = logger
        }

        /// The metadata value with a name.
        ///
        /// - Parameter key: The name of the value.
        public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        /// Logs a message as the event `LOG`. The payload contains the message, the label, the source
        /// location and the metadata. If the metadata value `correlation_id` is a UUID, it becomes the
        /// correlation id of the entry.
        ///
        /// - Parameter event: The message.
        public func log(event: LogEvent) {
            var all = metadata
            for more in [metadataProvider?.get(), event.metadata].compactMap(\.self) {
                all.merge(more) { $1 }
            }
            let correlation = (all["correlation_id"] ?? all["correlationId"]).flatMap { RecordID("\($0)") }
            var payload: DebugPayload = [
                "message": .string(event.message.description), "logger": .string(label),
                "file": .string(event.file), "line": .integer(Int64(event.line)),
            ]
            if !all.isEmpty { payload["metadata"] = Self.value(.dictionary(all)) }
            logger.log(
                event: "LOG", level: Self.level(event.level), payload: payload, correlationId: correlation)
        }

        private static func level(_ level: Logger.Level) -> LogLevel {
            switch level {
            case .trace, .debug: .debug
            case .info, .notice: .info
            case .warning: .warn
            case .error, .critical: .error
            }
        }

        private static func value(_ value: Logger.MetadataValue) -> DebugPayloadValue {
            switch value {
            case .string(let text): .string(text)
            case .stringConvertible(let other): .string(other.description)
            case .array(let values): .array(values.map(self.value))
            case .dictionary(let members):
                .object(
                    DebugPayload(
                        members.sorted { $0.key < $1.key }.map { .init($0.key, self.value($0.value)) }))
            }
        }
    }
#endif
