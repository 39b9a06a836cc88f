import IlkFraming
import IlkHTTP
import Testing

@Suite("OpenAPI") struct OpenAPITests {
    private let document: JSONTree

    init() throws {
        document = try JSONTree(
            strictly: OpenAPIDocument.json(SampleRoutes.table, title: "Samples", version: "1.2.3"))
    }

    /// Returns the fields of an object.
    private func fields(_ tree: JSONTree?) throws -> [(name: String, value: JSONTree)] {
        guard case .object(let fields) = try #require(tree) else { return [] }
        return fields.map { ($0.name, $0.value) }
    }

    @Test func `the document has exactly the routes of the table`() throws {
        #expect(document["openapi"]?.string == "3.1.0" && document["info"]?["version"]?.string == "1.2.3")
        var found: Set<String> = []
        for (path, item) in try fields(document["paths"]) {
            for (method, operation) in try fields(item) {
                found.insert("\(method.uppercased()) \(path) \(operation["operationId"]?.string ?? "")")
            }
        }
        #expect(
            found
                == Set(SampleRoutes.table.routes.map { "\($0.method.rawValue) \($0.path) \($0.name)" }))
    }

    @Test func `an operation has its parameters, its body, its scope and a response for each status`() throws
    {
        let search = try #require(document["paths"]?["/search"]?["get"])
        #expect(search["parameters"]?.elements?.map { $0["in"]?.string } == ["query", "query", "query"])
        #expect(search["parameters"]?.elements?.map { $0["required"]?.bool } == [true, nil, nil])
        #expect(search["x-scope"]?.string == "read" && search["security"]?.elements?.count == 1)
        #expect(
            try fields(search["responses"]).map(\.name)
                == ["200", "400", "401", "403", "406", "429", "500", "503"])
        let show = try #require(document["paths"]?["/items/{item}"]?["get"])
        #expect(show["parameters"]?.elements?.first?["required"] == .bool(true) && show["security"] == nil)
        let add = try #require(document["paths"]?["/items"]?["post"])
        // A text may be empty.
        #expect(add["requestBody"]?["required"] == .bool(false))
        #expect(
            try fields(add["requestBody"]?["content"]).map(\.name) == ["application/json", "text/plain"])
    }

    @Test func `each reference leads to a component`() throws {
        let names = Set(try fields(document["components"]?["schemas"]).map(\.name))
        #expect(names == ["Item", "Problem"])
        var pending = [document]
        var references: Set<String> = []
        while let tree = pending.popLast() {
            if let reference = tree["$ref"]?.string { references.insert(reference) }
            if case .object(let fields) = tree { pending += fields.map(\.value) }
            pending += tree.elements ?? []
        }
        #expect(references == Set(names.map { "#/components/schemas/\($0)" }))
    }
}
