import Foundation

/// The contract of all stores, independent of their application. Each store's tests run it.
public enum StoreContract: String, CaseIterable, Sendable {
    case keepsTexts = "stored texts are found, newest first, also after reopening"
    case pagesAreExact = "pages neither lose nor repeat"
    case findsWords = "words are found whatever their case, accents and script"
    case foldsFormerWords = "words that an older program indexed are found like new ones"
    case rejectsOrders = "input is never executed as SQL"
    case sharesItsFile = "two processes can write to one file"
    case movesWhole = "an export is imported byte for byte, and only once"
    case copiesItself = "a backup is complete and can be restored"
    case forgets = "a purge leaves no byte in any file"
    case refusesOthers = "a file of another type is refused and unchanged"

    /// Returns the violations of the contract by a store.
    ///
    /// - Parameter type: The store.
    public func violations<Fixture: ContractStore>(_ type: Fixture.Type) async throws -> [String] {
        let scratch = try Scratch()
        let path = scratch.path("store.sqlite")
        switch self {
        case .keepsTexts: return try await Self.keeps(type, path)
        case .pagesAreExact: return try await Self.pages(type, path)
        case .findsWords: return try await Self.finds(type, path)
        case .foldsFormerWords: return try await Self.folds(type, path)
        case .rejectsOrders: return try await Self.rejectsOrders(type, path)
        case .sharesItsFile: return try await Self.shares(type, path)
        case .movesWhole: return try await Self.moves(type, path, scratch.path("other.sqlite"))
        case .copiesItself: return try await Self.copies(type, path, scratch.path("copy"))
        case .forgets: return try await Self.forgets(type, path, scratch)
        case .refusesOthers: return try await Self.refuses(type, path)
        }
    }

    private static func differ(_ found: [String]?, _ wanted: [String]?, _ what: String) -> [String] {
        found == wanted ? [] : ["\(what): \(found ?? ["nothing"]) instead of \(wanted ?? ["nothing"])"]
    }

    static let texts = [
        "The quick brown fox", "Ein schöner Tag", "今日は天気がいい", "हिन्दी में लिखा", "two\nlines, \"quoted\"",
        "NUL \0 inside",
        "emoji 🙂 here", "cafe\u{301} au lait", "=1+1", "100% _sure_ 'it' is",
    ]

    /// Texts of scripts with case or accents, and queries that match each.
    private static let scripts = [
        ("Οδυσσεύς και Πηνελόπη", ["ΟΔΥΣΣΕΥΣ", "πηνελοπη", "οδυσσ*"]), ("ЁЛКА в лесу", ["елка", "Ёлка"]),
        ("Grüße aus der Weststraße", ["GRÜSSE", "weststrasse", "WESTSTRAẞE", "\"gruße aus\""]),
        ("Łódź nocą", ["lodz", "ŁÓDŹ", "noca"]), ("ışık İstanbul'da", ["ISIK", "istanbul*"]),
        ("שָׁלוֹם לכולם", ["שלום"]), ("مَرْحَبًا بكم", ["مرحبا"]), ("an ofﬁce", ["office", "OFFICE"]),
    ]

    private static func keeps<Fixture: ContractStore>(_ type: Fixture.Type, _ path: String) async throws
        -> [String]
    {
        let fixture = try await filled(type, path)
        var violations = differ(try await fixture.page(100, after: 0), texts.reversed(), "at once")
        try await fixture.close()
        let again = try await Fixture.open(path)
        violations += differ(try await again.page(100, after: 0), texts.reversed(), "opened again")
        violations += try await again.fault().map { [$0] } ?? []
        try await again.close()
        return violations
    }

    private static func pages<Fixture: ContractStore>(_ type: Fixture.Type, _ path: String) async throws
        -> [String]
    {
        let fixture = try await Fixture.open(path)
        let all = (0..<53).map { "number \($0)" }
        try await fixture.add(all)
        var found: [String] = []
        while let page = Optional(try await fixture.page(7, after: found.count)), !page.isEmpty {
            found += page
        }
        try await fixture.close()
        return differ(found, all.reversed(), "pages of seven")
    }

    private static func finds<Fixture: ContractStore>(_ type: Fixture.Type, _ path: String) async throws
        -> [String]
    {
        let fixture = try await filled(type, path)
        var violations: [String] = []
        for (query, place) in [
            ("FOX", 0), ("schoner", 1), ("天気", 2), ("हिन्दी", 3), ("quoted", 4), ("inside", 5), ("café", 7),
            ("sure", 9),
        ] {
            violations += differ(try await fixture.found(query), [texts[place]], query)
        }
        try await fixture.add(scripts.map(\.0))
        violations += try await findsScripts(fixture)
        violations += differ(try await fixture.found("absent"), [], "absent")
        try await fixture.close()
        return violations
    }

    private static func findsScripts(_ fixture: some ContractStore) async throws -> [String] {
        var violations: [String] = []
        for (text, queries) in scripts {
            for query in queries { violations += differ(try await fixture.found(query), [text], query) }
        }
        return violations
    }

    private static func folds<Fixture: ContractStore>(_ type: Fixture.Type, _ path: String) async throws
        -> [String]
    {
        let fixture = try await Fixture.open(path)
        try await fixture.add(scripts.map(\.0) + ["nothing but ASCII"])
        var violations = try await findsScripts(fixture)
        try await fixture.close()
        let words = try SearchWords.all(in: path)
        try await Fixture.unfold(path)
        if try SearchWords.all(in: path) == words { violations.append("it was not put back") }
        let again = try await Fixture.open(path)
        violations += try await findsScripts(again)
        violations += try await again.fault().map { [$0] } ?? []
        try await again.close()
        let now = try SearchWords.all(in: path)
        if now != words {
            violations.append("\(now.symmetricDifference(words).sorted()) are not the words of today")
        }
        return violations
    }

    private static func rejectsOrders<Fixture: ContractStore>(
        _ type: Fixture.Type, _ path: String
    ) async throws -> [String] {
        let fixture = try await Fixture.open(path)
        try await fixture.add(["alpha beta", "AND or not near", "help column"])
        let hostile = [
            "\"", "AND", "NOT", "-x", "b:secret", "NEAR(", "NEAR(alpha beta)", "(", ")", "*", "^alpha",
            "{a}: b",
            "\0", "'; DROP TABLE x; --", "alpha\0beta", "%", "_", "text:alpha",
            String(repeating: "(", count: 5000),
            String(repeating: "alpha ", count: 20_000), "\u{202E}", "\u{FFFE}",
        ]
        var violations: [String] = []
        for query in hostile {
            do {
                let found = try await fixture.found(query)
                if found?.isEmpty == false, !query.lowercased().contains(where: \.isLetter) {
                    violations.append("\(query.prefix(20)) finds something")
                }
            } catch {
                violations.append("\(query.prefix(20)): \(error)")
            }
        }
        violations += differ(
            try await fixture.page(9, after: 0).sorted(), ["AND or not near", "alpha beta", "help column"],
            "after all")
        try await fixture.close()
        return violations
    }

    private static func shares<Fixture: ContractStore>(_ type: Fixture.Type, _ path: String) async throws
        -> [String]
    {
        let rooms = try await [Fixture.open(path), Fixture.open(path)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, fixture) in rooms.enumerated() {
                group.addTask {
                    for round in 0..<20 { try await fixture.add((0..<5).map { "\(place).\(round).\($0)" }) }
                }
            }
            try await group.waitForAll()
        }
        let wanted = (0..<2).flatMap { place in
            (0..<20).flatMap { round in (0..<5).map { "\(place).\(round).\($0)" } }
        }
        var violations: [String] = []
        for fixture in rooms {
            let found = try await fixture.page(1000, after: 0)
            if Set(found) != Set(wanted) || found.count != wanted.count {
                violations.append("\(found.count) of \(wanted.count) are there")
            }
        }
        violations += try await rooms[0].fault().map { [$0] } ?? []
        for fixture in rooms { try await fixture.close() }
        return violations
    }

    private static func moves<Fixture: ContractStore>(
        _ type: Fixture.Type, _ path: String, _ other: String
    ) async throws -> [String] {
        let (fixture, target) = try await (Fixture.open(path), Fixture.open(other))
        try await fixture.add(texts)
        let bytes = try await fixture.exported()
        var violations: [String] = []
        for expected in [texts.count, 0] {
            let taken = try await target.load(bytes)
            if taken != expected { violations.append("\(taken) are new instead of \(expected)") }
        }
        violations += differ(try await target.page(100, after: 0), texts.reversed(), "moved")
        if try await target.exported() != bytes { violations.append("the export of the copy differs") }
        try await fixture.close()
        try await target.close()
        return violations
    }

    private static func filled<Fixture: ContractStore>(_ type: Fixture.Type, _ path: String) async throws
        -> Fixture
    {
        let fixture = try await Fixture.open(path)
        try await fixture.add(texts)
        return fixture
    }

    private static func copies<Fixture: ContractStore>(
        _ type: Fixture.Type, _ path: String, _ copy: String
    ) async throws -> [String] {
        let fixture = try await filled(type, path)
        try fixture.backUp(to: copy)
        try await fixture.add(["later"])
        try await fixture.close()
        try Fixture.restore(copy, to: path)
        let again = try await Fixture.open(path)
        let violations = differ(try await again.page(100, after: 0), texts.reversed(), "restored")
        try await again.close()
        return violations
    }

    private static func forgets<Fixture: ContractStore>(
        _ type: Fixture.Type, _ path: String, _ scratch: Scratch
    ) async throws -> [String] {
        let fixture = try await Fixture.open(path)
        let markers = (0..<400).map { "mk\($0)xq" }
        try await fixture.add(
            markers.enumerated().map { place, marker in
                "\(marker) \(place % 3 == 0 ? "goes" : "stays") "
                    + String(repeating: "filler ", count: place % 50)
            })
        _ = try await fixture.found("filler")
        try await fixture.purge("goes")
        let stays = markers.enumerated().filter { $0.offset % 3 != 0 }.map(\.element)
        var violations: [String] = []
        var left = try markersIn(scratch, markers)
        if left != Set(stays) { violations.append("\(left.subtracting(stays).count) purged texts are left") }
        try await fixture.purge(nil)
        left = try markersIn(scratch, markers)
        if !left.isEmpty { violations.append("\(left.count) texts are left after all were purged") }
        violations += differ(try await fixture.page(9, after: 0), [], "after all were purged")
        try await fixture.close()
        return violations
    }

    private static func markersIn(_ scratch: Scratch, _ markers: [String]) throws -> Set<String> {
        var bytes = Data()
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) {
            bytes += try scratch.bytes(name)
        }
        return Set(markers.filter { bytes.range(of: Data($0.utf8)) != nil })
    }

    private static func refuses<Fixture: ContractStore>(_ type: Fixture.Type, _ path: String) async throws
        -> [String]
    {
        let other = Data("this is not a database, it is a letter".utf8)
        try other.write(to: URL(filePath: path))
        do {
            try await Fixture.open(path).close()
            return ["it was opened"]
        } catch {
            return try Data(contentsOf: URL(filePath: path)) == other ? [] : ["it was changed"]
        }
    }
}
