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

    /// Returns the text with each shorthand, such as `.grdb` or `.server("NIOCore", "swift-nio")`, replaced
    /// by the product.
    private static func substituted(_ text: String) -> String {
        let text = text.replacing(#/\.server\("(\w+)", "([^"]+)"\)/#) { match in
            #".product(name: "\#(match.1)", package: "\#(match.2)")"#
        }
        let constant = #/static let (\w+): Self = (\.product\(name: "\w+", package: "[^"]+"\))/#
        return text.matches(of: constant).reduce(text.replacing(constant, with: "")) { written, match in
            written.replacing(".\(match.1),", with: "\(match.2),").replacing(
                ".\(match.1))", with: "\(match.2))")
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
        let product =
            #/\.product\(\s*name:\s*"(\w+)",\s*package:\s*"([^"]+)"(?:,\s*condition:\s*\.when\(traits:\s*\["\w+"\]\))?\s*\)/#
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
