package import ArgumentParser
package import IlkRedaction

/// The option for redacting texts before they are stored.
package struct RedactionOptions: ParsableArguments {
    /// The values of `--redact`.
    package enum Choice: String, CaseIterable, Sendable, ExpressibleByArgument {
        case all, email, phone, card, iban, ip, secret
    }

    @Option("With --log: redact this type of data in texts. Repeatable.", value: "type")
    package var redact: [Choice] = []

    /// The redaction, or `nil` for none.
    package var redaction: TextRedaction? {
        if redact.isEmpty { return nil }
        if redact.contains(.all) { return TextRedaction() }
        return TextRedaction(Set(redact.compactMap { TextRedaction.DataType(rawValue: $0.rawValue) }))
    }

    package init() {}
}
