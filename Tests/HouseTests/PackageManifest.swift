/// What Package.swift says of targets, read from its text.
struct PackageManifest {
    struct Target {
        var name: String
        /// Its kind: `layer`, `target`, `executableTarget`, `systemLibrary`, `tests`, `testTarget`, `support`, `program` or `shim`.
        var kind: String
        /// The folder it lies in, when that is said.
        var path: String?
        /// The targets of this package that it depends on.
        var targets: [String]
        /// The packages that it takes products from, by the name of the product (which is the module's).
        var products: [String: String]
        /// The libraries of the system that it is linked with.
        var libraries: [String]

        /// Whether it is in `Sources`.
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

    /// The text with each named product, as in `.grdb` or `.server("NIOCore", "swift-nio")`, replaced by the product itself.
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

    /// From an opening parenthesis to the one that closes it. The manifest's strings hold none.
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
