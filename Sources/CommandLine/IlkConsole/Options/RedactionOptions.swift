package import ArgumentParser
package import IlkRedaction

/// What is taken out of texts before they are remembered.
package struct RedactionOptions: ParsableArguments {
    /// What `--redact` takes.
    package enum Choice: String, CaseIterable, Sendable, ExpressibleByArgument {
        case all, email, phone, card, iban, ip, secret
    }

    @Option("With --log: take these out of a text before it is remembered. May be repeated.", value: "kind")
    package var redact: [Choice] = []

    /// The redaction, or nil for none.
    package var redaction: TextRedaction? {
        if redact.isEmpty { return nil }
        if redact.contains(.all) { return TextRedaction() }
        return TextRedaction(Set(redact.compactMap { TextRedaction.Kind(rawValue: $0.rawValue) }))
    }

    package init() {}
}
