import Foundation
package import IlkRules
package import IlkVocabulary

/// The built-in rule files of this repository.
package enum ShippedRules {
    package static func sources(_ taxonomy: Taxonomy = .documentType) throws -> [RuleSource] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("rules/\(taxonomy.name)")
        let files = try FileManager.default.contentsOfDirectory(atPath: root.path).filter {
            $0.hasSuffix(".yaml")
        }
        return try files.sorted().map { file in
            RuleSource(name: file, bytes: Array(try Data(contentsOf: root.appendingPathComponent(file))))
        }
    }
}
