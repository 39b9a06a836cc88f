#if DEBUG
    import IlkRedaction

    /// Redacts entries before they are stored. Replaces the values of fields whose names indicate secrets.
    /// Also replaces all matches of ``TextRedaction`` in strings, field names and names of events.
    struct DebugRedaction: Sendable {
        private let redaction = TextRedaction()

        func redacted(_ entry: DebugLogEntry) -> DebugLogEntry {
            var entry = entry
            entry.event = text(entry.event)
            entry.payload = payload(entry.payload, depth: 1)
            return entry
        }

        private func text(_ text: String) -> String { redaction.redact(text)?.text ?? text }

        private func payload(_ payload: DebugPayload, depth: Int) -> DebugPayload {
            guard depth <= DebugPayloadValue.maximumDepth else { return payload }
            var clean = DebugPayload()
            for member in payload.fields {
                let name = Self.uniqueName(text(member.name), in: clean)
                let isSecret = TextRedaction.isSecretName(member.name) && member.value != .null
                clean[name] = isSecret ? "[secret]" : value(member.value, depth: depth + 1)
            }
            return clean
        }

        /// Returns a unique field name. If redaction makes two names equal, a number is appended.
        private static func uniqueName(_ name: String, in payload: DebugPayload) -> String {
            guard payload[name] != nil else { return name }
            var place = 2
            while payload["\(name)#\(place)"] != nil { place += 1 }
            return "\(name)#\(place)"
        }

        private func value(_ value: DebugPayloadValue, depth: Int) -> DebugPayloadValue {
            switch value {
            case .string(let said): .string(text(said))
            case .array(let values):
                depth > DebugPayloadValue.maximumDepth
                    ? value : .array(values.map { self.value($0, depth: depth + 1) })
            case .object(let inner): .object(payload(inner, depth: depth))
            default: value
            }
        }
    }
#endif
