#if DEBUG
    import FoundationEssentials
    import IlkVocabulary
    public import Logging

    /// A backend of swift-log that hands what is logged to a ``DebugLogger``. A service adopts it with one line:
    ///
    ///     LoggingSystem.bootstrap { DebugLogHandler(label: $0) }
    public struct DebugLogHandler: LogHandler {
        /// The least grave level that is taken.
        public var logLevel: Logger.Level = .debug
        /// What every message says besides.
        public var metadata: Logger.Metadata = [:]
        /// What the task says besides.
        public var metadataProvider: Logger.MetadataProvider?
        private let label: String
        private let logger: DebugLogger

        /// A backend.
        ///
        /// - Parameters:
        ///   - label: What the `Logger` is called.
        ///   - logger: What takes its messages.
        public init(label: String, logger: DebugLogger = .shared) {
            self.label = label
            self.logger = logger
        }

        /// What stands under a name in every message.
        public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        /// Takes a message: an event `LOG` with the message, who says it, and what is said besides. One that names a correlation
        /// (`correlation_id`, a UUID) belongs to it.
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
