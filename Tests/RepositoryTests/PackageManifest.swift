/// The targets in Package.swift, parsed from its text.
struct PackageManifest {
    struct Target {
        var name: String
        /// The function that declares it: `layer`, `target`, `executableTarget`, `systemLibrary`, `tests`,
        /// `testTarget`, `support`, `program` or `shim`.
        var kind: String
        /// The folder, if it is declared.
        var path: String?
        /// The targets of this package that it depends on.
        var targets: [String]
        /// The packages of the products that it uses, by product name. The product has the name of its
        /// module.
        var products: [String: String]
        /// The linked system libraries.
        var libraries: [String]

        var isInSources: Bool {
            !Self.ofTests.contains(kind) && (path?.hasPrefix("Sources/") ?? (kind != "program"))
        }

        private static let ofTests: Set = ["tests", "testTarget", "support"]
    }

    let targets: [Target]

    init(_ text: String) {
        let source = SwiftSource(path: "Package.swift", text)
        let written = Self.substituted(String(decoding: source.uncommented, as: UTF8.self))
        let call =
            #/(?:\.(target|executableTarget|systemLibrary|testTarget)|\b(layer|tests|support|program|shim))\(\s*(?:name:\s*)?"(\w+)"/#
        targets = written.matches(of: call).map { match in
            let opened = written[match.range].firstIndex(of: "(") ?? match.range.lowerBound
            let arguments = Self.balanced(written[opened...])
            return Self.target(
                name: String(match.3), kind: String(match.1 ?? match.2 ?? ""), arguments: String(arguments))
        }
    }

    /// Returns the text with each constant of `Dependencies`, such as `.grdb` or `.command`, replaced by its
    /// value, and `.when("Mail", "CGMime")` by the names in it. A constant may contain those below it, and
    /// products.
    private static func substituted(_ text: String) -> String {
        let list = #/static let (\w+): Self = \[([^\]]*?),?\s*\]/#
        let product = #/static let (\w+): Self = (\.product\("\w+", "[^"]+"\))/#
        let constants =
            text.matches(of: list).map { ($0.1, $0.2) } + text.matches(of: product).map { ($0.1, $0.2) }
        let written = text.replacing(#/\.when\("\w+", ([^)]*)\)/#) { $0.1 }
            .replacing(list, with: "").replacing(product, with: "")
        return constants.reduce(written) { written, constant in
            [",", ")"].reduce(written) {
                $0.replacing(".\(constant.0)\($1)", with: "\(constant.1)\($1)")
            }
        }
    }

    /// Returns the text from an opening parenthesis to the matching one. The strings in the manifest contain
    /// none.
    private static func balanced(_ text: Substring) -> Substring {
        var depth = 0
        for index in text.indices {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" {
                depth -= 1
                if depth == 0 { return text[...index] }
            }
        }
        return text
    }

    private static func target(name: String, kind: String, arguments: String) -> Target {
        let product = #/\.(?:product|server)\("(\w+)", "([^"]+)"\)/#
        let library = #/\.linkedLibrary\(\s*"(\w+)"\s*\)/#
        let path = #/path:\s*"([^"]+)"/#
        let folder = #/\bin:\s*"([^"]+)"/#
        var products: [String: String] = [:]
        for match in arguments.matches(of: product) { products[String(match.1)] = String(match.2) }
        let libraries = arguments.matches(of: library).map { String($0.1) }
        let rest = arguments.replacing(product, with: "").replacing(library, with: "").replacing(
            path, with: ""
        )
        .replacing(folder, with: "").replacing(#/trait: "\w+"/#, with: "\"CLibrary\"")
        .replacing(#/(?:exclude|resources|traits|providers|cSettings):\s*\[[^\]]*\]/#, with: "")
        .replacing(#/pkgConfig:\s*"[^"]*"/#, with: "")
        // A shim depends on CLibrary.
        let names = rest.matches(of: #/"(\w+)"/#).map { String($0.1) }
        return Target(
            name: name, kind: kind,
            path: arguments.firstMatch(of: folder).map {
                kind == "program" ? "\($0.1)/\(name)" : "Sources/\($0.1)/\(name)"
            }
                ?? arguments.firstMatch(of: path).map { String($0.1) },
            targets: names.filter { $0 != name }, products: products, libraries: libraries)
    }
}
