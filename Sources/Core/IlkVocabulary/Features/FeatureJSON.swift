/// Writes features exactly as `JSONEncoder` does with sorted keys, but about twenty times faster.
///
/// The log stores one such object per entry and `ilk features` writes one per text. A test compares the
/// output of both encoders byte for byte.
package struct FeatureJSON: Sendable {
    private struct Field: Sendable {
        /// The field name with its punctuation: `,"name":`.
        var key: [UInt8]
        var member: Member
    }

    private enum Member: Sendable {
        case number(TextFeature)
        case schemaVersion, language, script, scripts
    }

    private let fields: [Field]
    private let omitsZeros: Bool

    /// Creates a writer. Sorts the field names once.
    ///
    /// - Parameter omitsZeros: `true` to leave out features that are 0. Readers assume 0 for missing
    ///   features.
    package init(omitsZeros: Bool = false) {
        self.omitsZeros = omitsZeros
        let others: [(String, Member)] = [
            ("schemaVersion", .schemaVersion), ("language", .language), ("script", .script),
            ("scripts", .scripts),
        ]
        let named = TextFeature.allCases.map { ($0.name, Member.number($0)) } + others
        fields = named.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
            .map { Field(key: Array(",\"\($0.0)\":".utf8), member: $0.1) }
    }

    /// Returns a JSON object of the features and the schema version. NaN and infinity, which JSON lacks,
    /// become 0.
    package func encode(_ features: TextFeatures) -> String {
        String(decoding: bytes(features), as: UTF8.self)
    }

    package func bytes(_ features: TextFeatures) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2048)
        for field in fields {
            switch field.member {
            case .number(let feature):
                if omitsZeros, features[feature] == 0 { continue }
                bytes.append(contentsOf: field.key)
                Self.append(features[feature], isCount: feature.isCount, to: &bytes)
            case .schemaVersion: bytes.append(contentsOf: field.key + "\(TextFeatures.schemaVersion)".utf8)
            // The codes consist of letters and hyphens and need no escaping.
            case .language:
                if let code = features.language { bytes.append(contentsOf: field.key + Self.quoted(code)) }
            case .script:
                if let code = features.script { bytes.append(contentsOf: field.key + Self.quoted(code)) }
            case .scripts: bytes.append(contentsOf: field.key + Self.object(features.scripts))
            }
        }
        bytes[0] = UInt8(ascii: "{")
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private static func append(_ value: Double, isCount: Bool, to bytes: inout [UInt8]) {
        if value == 0 {
            bytes.append(UInt8(ascii: "0"))
        } else if let whole = Int(exactly: value) {
            bytes.append(contentsOf: whole.description.utf8)
        } else {
            bytes.append(contentsOf: number(isCount ? value.rounded(.towardZero) : value).utf8)
        }
    }

    private static func quoted(_ code: String) -> [UInt8] { Array("\"\(code)\"".utf8) }

    private static func object(_ scripts: [ScriptShare]) -> [UInt8] {
        let members = scripts.sorted { $0.code < $1.code }.map { "\"\($0.code)\":\(number($0.share))" }
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    /// Returns the shortest digits that parse to the same number; `0` for NaN and infinity, which JSON lacks.
    package static func number(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let digits = value.description
        return digits.utf8.suffix(2).elementsEqual(".0".utf8) ? String(digits.dropLast(2)) : digits
    }
}
