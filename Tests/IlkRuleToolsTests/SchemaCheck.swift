import Foundation
import Yams

/// The subset of JSON Schema 2020-12 that the schemas of rule files use.
struct SchemaCheck: @unchecked Sendable {
    /// The schema files by name, with complete references. `@unchecked Sendable` is safe because the JSON
    /// values are never changed.
    private let files: [String: [String: Any]]
    private let root: [String: Any]

    private static let keywords: Set<String> = [
        "$schema", "$defs", "$ref", "title", "description", "default", "type", "required", "properties",
        "additionalProperties", "propertyNames", "enum", "const", "pattern", "minLength", "maxLength",
        "minimum",
        "maximum", "exclusiveMinimum", "minItems", "minProperties", "items", "oneOf", "anyOf", "allOf", "not",
        "if", "then", "dependentRequired",
    ]

    /// Loads the schema of a file, which may refer to other files in its folder.
    init(_ name: String, of folder: URL) throws {
        var files: [String: [String: Any]] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where file.hasSuffix(".schema.json") {
            let json = try JSONSerialization.jsonObject(
                with: Data(contentsOf: folder.appending(path: file)))
            files[file] = Self.whole(json, in: file) as? [String: Any]
        }
        self.files = files
        root = files[name] ?? [:]
    }

    /// Returns a part of a schema with file names added to its references.
    private static func whole(_ json: Any, in file: String) -> Any {
        if let list = json as? [Any] { return list.map { whole($0, in: file) } }
        guard var object = json as? [String: Any] else { return json }
        for (key, value) in object {
            if key == "$ref", let text = value as? String {
                object[key] = text.hasPrefix("#") ? file + text : text
            } else {
                object[key] = whole(value, in: file)
            }
        }
        return object
    }

    /// Returns the target of a reference, or `nil`.
    private func target(_ reference: String) -> Any? {
        let parts = reference.components(separatedBy: "#/")
        guard parts.count == 2, let file = files[parts[0]] else { return nil }
        return parts[1].split(separator: "/").reduce(file as Any?) { ($0 as? [String: Any])?[String($1)] }
    }

    /// Converts a YAML node to JSON. Plain numbers, Booleans and null keep their types, and all
    /// other scalars are strings.
    static func value(_ node: Node) -> Any {
        switch node {
        case .mapping(let mapping):
            return Dictionary(mapping.map { ($0.key.string ?? "", value($0.value)) }) { first, _ in first }
        case .sequence(let sequence): return sequence.map(value)
        case .scalar(let scalar):
            guard scalar.style == .plain else { return scalar.string }
            if scalar.string.isEmpty { return NSNull() }
            if scalar.string == "true" || scalar.string == "false" { return scalar.string == "true" }
            return Double(scalar.string) ?? scalar.string
        case .alias: return NSNull()
        }
    }

    /// Returns the keywords of the schema that this type does not support.
    func unknownKeywords() -> [String] { unknown(root) }

    private func unknown(_ schema: Any?) -> [String] {
        guard let schema = schema as? [String: Any] else { return [] }
        var found = schema.keys.filter { !Self.keywords.contains($0) }
        for key in ["properties", "$defs"] {
            for inner in (schema[key] as? [String: Any] ?? [:]).values { found += unknown(inner) }
        }
        for key in ["oneOf", "anyOf", "allOf"] {
            for inner in schema[key] as? [Any] ?? [] { found += unknown(inner) }
        }
        for key in ["items", "additionalProperties", "propertyNames", "not", "if", "then"] {
            found += unknown(schema[key])
        }
        return found
    }

    /// Returns the violations of the schema by a value.
    func problems(_ value: Any) -> [String] { problems(value, root, "") }

    private func problems(_ value: Any, _ schema: Any, _ path: String) -> [String] {
        guard let schema = schema as? [String: Any] else {
            return schema as? Bool == false ? ["\(path): not allowed"] : []
        }
        var found: [String] = []
        if let reference = schema["$ref"] as? String {
            guard let target = target(reference) else { return ["\(path): no \(reference)"] }
            found += problems(value, target, path)
        }
        found += typeProblems(value, schema, path) + joinProblems(value, schema, path)
        switch value {
        case let text as String: found += textProblems(text, schema, path)
        case let list as [Any]:
            if list.count < schema["minItems"] as? Int ?? 0 { found.append("\(path): too few") }
            if let items = schema["items"] {
                for (index, item) in list.enumerated() { found += problems(item, items, "\(path)/\(index)") }
            }
        case let object as [String: Any]: found += objectProblems(object, schema, path)
        case let number as Double: found += numberProblems(number, schema, path)
        default: break
        }
        return found
    }

    private func typeProblems(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
        var found: [String] = []
        let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
        if !types.isEmpty, !types.contains(where: { Self.isType($0, value) }) {
            found.append("\(path): no \(types)")
        }
        if let options = schema["enum"] as? [String], !options.contains(value as? String ?? "") {
            found.append("\(path): none of \(options)")
        }
        if let only = schema["const"], "\(only)" != "\(value)", only as? Double != value as? Double {
            found.append("\(path): not \(only)")
        }
        return found
    }

    private static func isType(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "boolean": value is Bool
        case "number": value is Double
        case "integer": (value as? Double).map { $0 == $0.rounded() } ?? false
        case "null": value is NSNull
        default: false
        }
    }

    private func joinProblems(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
        func fits(_ inner: Any) -> Bool { problems(value, inner, path).isEmpty }
        var found: [String] = []
        for inner in schema["allOf"] as? [Any] ?? [] { found += problems(value, inner, path) }
        if let options = schema["anyOf"] as? [Any], !options.contains(where: fits) {
            found.append("\(path): none fits")
        }
        if let options = schema["oneOf"] as? [Any], options.count(where: fits) != 1 {
            found.append("\(path): not just one fits")
        }
        if let inner = schema["not"], fits(inner) { found.append("\(path): what must not fit does") }
        if let test = schema["if"], fits(test), let inner = schema["then"] {
            found += problems(value, inner, path)
        }
        return found
    }

    private func textProblems(_ text: String, _ schema: [String: Any], _ path: String) -> [String] {
        var found: [String] = []
        let length = text.unicodeScalars.count
        if length < schema["minLength"] as? Int ?? 0 || length > schema["maxLength"] as? Int ?? .max {
            found.append("\(path): length")
        }
        if let pattern = schema["pattern"] as? String,
            text.range(of: pattern, options: .regularExpression) == nil
        {
            found.append("\(path): '\(text)' is not as \(pattern)")
        }
        return found
    }

    private func numberProblems(_ number: Double, _ schema: [String: Any], _ path: String) -> [String] {
        func limit(_ key: String) -> Double? { (schema[key] as? NSNumber)?.doubleValue }
        let isWithin =
            number >= limit("minimum") ?? -.infinity && number <= limit("maximum") ?? .infinity
            && number > limit("exclusiveMinimum") ?? -.infinity
        return isWithin ? [] : ["\(path): \(number) is out of range"]
    }

    private func objectProblems(_ object: [String: Any], _ schema: [String: Any], _ path: String) -> [String]
    {
        var found: [String] = []
        for key in schema["required"] as? [String] ?? [] where object[key] == nil {
            found.append("\(path): no \(key)")
        }
        if object.count < schema["minProperties"] as? Int ?? 0 { found.append("\(path): too few") }
        let known = schema["properties"] as? [String: Any] ?? [:]
        for (key, value) in object {
            if let inner = known[key] {
                found += problems(value, inner, "\(path)/\(key)")
            } else if let inner = schema["additionalProperties"] {
                found += problems(value, inner, "\(path)/\(key)")
            }
            if let names = schema["propertyNames"] { found += problems(key, names, "\(path)/\(key)") }
        }
        for (key, others) in schema["dependentRequired"] as? [String: [String]] ?? [:]
        where object[key] != nil {
            for other in others where object[other] == nil {
                found.append("\(path): \(key) without \(other)")
            }
        }
        return found
    }
}
