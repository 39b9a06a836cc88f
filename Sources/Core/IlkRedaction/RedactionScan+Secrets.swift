import IlkVocabulary

// Keys, tokens, passwords.

extension RedactionScan {
    /// The prefixes of known token types, with the minimum number of characters after them.
    private static let prefixes: [(prefix: [UInt8], atLeast: Int)] = [
        ("AKIA", 16), ("ASIA", 16), ("AIza", 30), ("ghp_", 20), ("gho_", 20), ("ghs_", 20), ("ghu_", 20),
        ("ghr_", 20), ("github_pat_", 20), ("glpat-", 16), ("sk-", 20), ("sk_live_", 16), ("rk_live_", 16),
        ("xoxb-", 16), ("xoxp-", 16), ("xoxa-", 16), ("npm_", 20), ("hf_", 20),
    ].map { (Array($0.0.utf8), $0.1) }

    /// Names whose values are secrets.
    private static let names: [[UInt8]] = [
        "password", "passwd", "passphrase", "pwd", "secret", "client_secret", "token", "access_token",
        "api_key", "api-key", "apikey", "access_key", "secret_key", "private_key",
    ].map { Array($0.utf8) }

    /// Returns the range of a secret that begins at a position. For `name = value` the range covers only the
    /// value.
    mutating func secret(at place: Int) -> Range<Int>? {
        if let end = privateKey(at: place) ?? webToken(at: place) ?? prefixed(at: place) {
            return place..<end
        }
        return assigned(at: place)
    }

    private func begins(_ word: [UInt8], at place: Int) -> Bool {
        place + word.count <= bytes.count && word.indices.allSatisfy { bytes[place + $0] == word[$0] }
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        byte.isASCIIWord || byte == UInt8(ascii: "-")
    }

    private func prefixed(at place: Int) -> Int? {
        guard isStart(place) else { return nil }
        for (prefix, atLeast) in Self.prefixes where begins(prefix, at: place) {
            let begun = place + prefix.count
            let end = run(from: begun, Self.isToken)
            if end - begun >= atLeast { return end }
        }
        return nil
    }

    /// Returns the end of a JSON Web Token: three base64url parts separated by dots. The first part encodes
    /// the start of a JSON object.
    private mutating func webToken(at place: Int) -> Int? {
        guard isStart(place), begins(Array("eyJ".utf8), at: place) else { return nil }
        var end = place
        for part in 0..<3 {
            if part > 0 {
                guard byte(end) == UInt8(ascii: ".") else { return nil }
                end += 1
            }
            // Many candidates may begin in one run. The end of the run is cached, so that the scan takes
            // linear time.
            if !tokenRuns[part].contains(end) { tokenRuns[part] = end..<run(from: end, Self.isToken) }
            let next = tokenRuns[part].upperBound
            guard next - end >= (part < 2 ? 6 : 0) else { return nil }
            end = next
        }
        return end
    }

    private func privateKey(at place: Int) -> Int? {
        guard begins(Array("-----BEGIN ".utf8), at: place) else { return nil }
        let head = run(from: place + 11, atMost: 40) { $0.isASCIIUppercase || $0 == UInt8(ascii: " ") }
        guard String(decoding: bytes[place..<head], as: UTF8.self).hasSuffix("PRIVATE KEY") else {
            return nil
        }
        // The key extends to the end of the footer, or to the end of the text if the key is truncated.
        let footer = Array("-----END ".utf8)
        var next = head
        while next < bytes.count, !begins(footer, at: next) { next += 1 }
        guard next < bytes.count else { return bytes.count }
        return run(from: next + footer.count) { $0.isASCIIUppercase || $0 == 0x20 || $0 == UInt8(ascii: "-") }
    }

    private func assigned(at place: Int) -> Range<Int>? {
        guard isStart(place) else { return nil }
        let end = run(from: place, atMost: 24, Self.isToken)
        guard Self.isSecret(bytes[place..<end]) else { return nil }
        var next = end
        if "\"'".utf8.contains(byte(next)) { next += 1 }
        next = run(from: next, atMost: 4) { $0 == 0x20 }
        guard ":=".utf8.contains(byte(next)) else { return nil }
        next = run(from: next + 1, atMost: 4) { $0 == 0x20 }
        let isQuoted = "\"'".utf8.contains(byte(next))
        if isQuoted { next += 1 }
        // A value in brackets has already been redacted, or is a list.
        guard byte(next) != UInt8(ascii: "[") else { return nil }
        let value = run(from: next) { $0 > 0x20 && !"\"'".utf8.contains($0) && (isQuoted || $0 != 0x2C) }
        return value - next >= 4 ? next..<value : nil
    }

    /// `true` if the value of a field with this name is a secret, regardless of the name's case.
    static func isSecret(_ name: some Sequence<UInt8>) -> Bool {
        let name = name.map { $0.asciiLowercased }
        return names.contains(name) || names.contains { ends(name, with: $0) }
    }

    /// `true` if a name ends with `_` or `-` and another name, such as `db_password`.
    private static func ends(_ name: [UInt8], with other: [UInt8]) -> Bool {
        name.count > other.count && name.suffix(other.count).elementsEqual(other)
            && "_-".utf8.contains(name[name.count - other.count - 1])
    }
}
