import Foundation

/// Texts for measurements: built-in ones, and those of `../shared/corpora` if that folder exists.
enum BenchTexts {
    private static let own: [(String, [String])] = [
        (
            "words ASCII, made",
            [
                "The council met on Tuesday, Dr. Hall said, and it didn't agree on the $1,250,000 plan (No. 7).",
                "Shares rose 3.5% to 41.20; analysts at Smith & Co. weren't surprised by the U.S. figures.",
                "Please send the report to anna@example.com by 5 p.m. - we can't wait any longer than that!",
            ]
        ),
        (
            "Latin and emoji, made",
            [
                "I love café crème and naïve résumés so much 😀😀 See you at 8pm 👍🏽, don’t be late",
                "Great game last night 🎉 the best one of the year, wasn’t it? Crème brûlée for dessert 🍮",
                "La réunion est déplacée à 10:30, salle 4b. Merci d’apporter le rapport 🙏",
            ]
        ),
        ("Cyrillic, made", ["Привет, как дела? Сегодня хорошая погода, и мы идём гулять в парк с друзьями."]),
        ("Thai, made", ["วันนี้อากาศดีมาก ฉันชอบอ่านหนังสือและไปเดินเล่นที่สวนสาธารณะกับเพื่อน"]),
        ("Chinese, made", ["今天天气很好，我们一起去公园散步吧。房间很干净，服务员也很热情。"]),
    ]

    private static let shared: [(String, file: String, asciiOnly: Bool)] = [
        ("words ASCII, news", "ag_news/train.jsonl", true),
        ("Thai, social", "thai_wisesight/train.jsonl", false),
        ("Chinese, reviews", "chinese_hotel/train.jsonl", false),
        ("e-mail and chat", "doctype/test.jsonl", false),
    ]

    private static var folder: String {
        if let folder = ProcessInfo.processInfo.environment["ILK_CORPORA"] { return folder }
        let here = URL(filePath: #filePath)
        return (0..<5).reduce(here) { url, _ in url.deletingLastPathComponent() }
            .appending(path: "shared/corpora").path()
    }

    /// Returns the sets by name, each of about 300 KB.
    static func sets() -> [(name: String, texts: [[UInt8]])] {
        var sets = own.map { name, texts in (name, fill(texts.map { Array($0.utf8) })) }
        for (name, file, asciiOnly) in shared {
            let texts = read(folder + "/" + file).filter { !asciiOnly || $0.allSatisfy { $0 < 0x80 } }
            if texts.isEmpty {
                print("skipped: \(name), \(file) is not beside the project")
            } else {
                sets.append((name, fill(texts)))
            }
        }
        return sets + cut(sets)
    }

    /// Returns the news texts cut to typical lengths in bytes.
    private static func cut(_ sets: [(name: String, texts: [[UInt8]])]) -> [(String, [[UInt8]])] {
        guard let news = sets.first(where: { $0.name == "words ASCII, news" }) else { return [] }
        return [231, 92].map { size in
            (
                "\(news.name), \(size) bytes",
                fill(news.texts.filter { $0.count >= size }.map { Array($0.prefix(size)) })
            )
        }
    }

    private static func fill(_ texts: [[UInt8]]) -> [[UInt8]] {
        var (filled, size): ([[UInt8]], Int) = ([], 0)
        while size < 300_000 {
            let text = texts[filled.count % texts.count]
            filled.append(text)
            size += text.count
        }
        return filled
    }

    private static func read(_ path: String) -> [[UInt8]] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return data.split(separator: 0x0A).prefix(2_000).compactMap { line in
            // A line that is not such an object is skipped.
            let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]  // Skipped.
            return (object?["text"] as? String).map { Array($0.utf8) }
        }
    }
}
