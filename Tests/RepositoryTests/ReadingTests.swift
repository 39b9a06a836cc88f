import Testing

/// Tests the scanners that the other suites rely on.
@Suite struct `Reading the tree` {
    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        let code: String
        var testDescription: String { text }

        init(_ text: String, _ code: String) {
            self.text = text
            self.code = code
        }
    }

    static let rows: [Row] = [
        Row("a // b!", "a      "), Row("a /* b /* c */ d */ e", "a                   e"),
        Row(#"x("a!")"#, #"x("  ")"#),
        Row(#""\(a!)b!""#, #"" (a!)  ""#), Row(##"#"\(a!)"# + b!"##, ##"#"     "# + b!"##),
        Row(##"#"\#(a!)"#"##, ##"#"  (a!)"#"##), Row(#""a\"b!""#, #""     ""#), Row("`a b!` c!", "`    ` c!"),
        Row("\"\"\"\na! \\(b!)\n\"\"\" c!", "\"\"\"\n    (b!)\n\"\"\" c!"), Row("#/a!/# b!", "#/  /# b!"),
        Row("#if A\nb!", "#if A\nb!"), Row(#""\("a!" + "\(b!)")""#, #"" ("  " + " (b!)")""#),
        Row("\"a!\nb!", "\"  \nb!"),
    ]

    @Test(arguments: rows)
    func `text that is not code is blanked out and positions stay the same`(_ row: Row) {
        #expect(String(decoding: SwiftSource(row.text).code, as: UTF8.self) == row.code)
    }

    @Test func `functions are found with their names, lines and lengths`() {
        let source = SwiftSource(
            """
            protocol P {
                func none()
                var n: Int { get }
            }
            struct S {
                let stored: Int = 3
                var counted: Int {
                    stored
                }
                init?(_ a: (Int) -> Int = { $0 }) where T: Q,
                    U: R
                {
                    self.init(1)
                }
                @Test func `a fact, told`(_ x: [Int: Int])
                    async throws -> Int
                {
                    let f = { 1 }
                    return f()
                }
                deinit { }
            }
            """)
        #expect(
            source.functions == [
                FunctionSpan(name: "n", line: 3, lineCount: 1),
                FunctionSpan(name: "counted", line: 7, lineCount: 3),
                FunctionSpan(name: "init", line: 10, lineCount: 5),
                FunctionSpan(name: "a fact, told", line: 15, lineCount: 6),
                FunctionSpan(name: "deinit", line: 21, lineCount: 1),
            ])
    }

    @Test func `lines that contain a word are found with their numbers`() {
        let bytes = Array("one\ntwo words\n\nwor\nwords two".utf8)
        #expect(SwiftSource.lines(bytes, with: ["words"]).map(\.index) == [1, 4])
        #expect(
            SwiftSource.lines(bytes, with: ["one", "wor"]).map(\.line) == [
                "one", "two words", "wor", "words two",
            ])
        #expect(
            SwiftSource.lines(bytes, with: ["none"]).isEmpty && SwiftSource.lines([], with: ["a"]).isEmpty)
        #expect(SwiftSource.has(bytes, "o\nw") == false && SwiftSource.has(bytes, "s two"))
    }

    @Test func `imports are found in all their forms`() {
        let source = SwiftSource(
            "public import A\nimport struct B.C\n// import D\n@testable import E\n@_spi(X) public import F // why\n#if os(Linux)\n    import G\n#endif\nlet s = \"\"\"\nimport H\n\"\"\""
        )
        #expect(source.imports.map(\.module) == ["A", "B", "E", "F", "G"])
        #expect(source.imports.map(\.line) == [1, 2, 4, 5, 7])
    }

    @Test func `targets are parsed from a manifest with their dependencies`() throws {
        let manifest = PackageManifest(
            """
            func layer(_ name: String) -> Target { .target(name: name, swiftSettings: settings) }
            let package = Package(name: "p", products: [.library(name: "A", targets: ["A"])], targets: [
                // layer("Z", ["Y"]),
                .target(name: "C", linkerSettings: [.linkedLibrary("icuuc")]), layer("A", ["C", .product("Q", "r")]),
                .target(name: "T", dependencies: ["A"], path: "Tests/T"), tests("B", ["A"], exclude: ["Goldens"]),
            ])
            """)
        #expect(manifest.targets.map(\.name) == ["C", "A", "T", "B"])
        #expect(manifest.targets.map(\.targets) == [[], ["C"], ["A"], ["A"]])
        #expect(manifest.targets[1].products == ["Q": "r"])
        #expect(manifest.targets.map(\.isInSources) == [true, true, false, false])
        #expect(manifest.targets[0].libraries == ["icuuc"])
    }

    @Test func `rows of the table are parsed and invalid ones reported`() {
        let table = LayerTable(
            "| layer | target | part | owns | third party |\n|---|---|---|---|---|\n| 0 | `A` | shared | x | - |\n| 1 | `B` | record | y | GRDB, swift-log |\n| 2 | C | top | z | - |"
        )
        #expect(table.rows.map(\.target) == ["A", "B"])
        #expect(table["B"]?.thirdParty == ["GRDB", "swift-log"])
        #expect(table.unreadable.count == 1)
    }

    @Test(arguments: [
        ("StoreManager+Opening.swift", ["store", "manager", "opening", "swift"]),
        ("JSONCore", ["json", "core"]),
        ("score", ["score"]), ("CICU", ["cicu"]),
    ])
    func `names are split into words`(_ name: String, _ words: [String]) {
        #expect(Code.words(name) == words)
    }
}
