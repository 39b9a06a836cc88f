package import FoundationEssentials

extension JSONEncoder {
    /// Returns an encoder that encodes equal values as equal bytes. Slashes are not escaped.
    package static func deterministic(isPretty: Bool = false) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        return encoder
    }
}
