#if Mail
    import Foundation
    import MailTestSupport
    import Testing

    @testable import IlkMail

    /// Encoded words (RFC 2047) in subjects, display names and file names of attachments.
    @Suite struct `Encoded words` {
        private struct Read: Equatable {
            var subject: String
            var sender: String?
            var file: String?
        }

        /// Returns a text decoded as a subject, as a quoted display name, and as the file name of an
        /// attachment.
        private static func read(_ text: String) throws -> Read {
            let message = """
                From: "\(text)" <a@x.org>
                Subject: \(text)
                Date: Fri, 01 Mar 2024 10:00:00 +0000
                Content-Type: application/pdf
                Content-Disposition: attachment; filename="\(text)"

                x
                """
            let parser = try MailParser()
            let email = Array(message.utf8).withUnsafeBytes { parser.message($0) }.email(of: UUID())
            return Read(
                subject: email.subject, sender: email.fromName,
                file: email.attachments.first.map { MailSnippet.oneLine($0.filename) })
        }

        @Test(arguments: [
            ("=?utf-8?b?SsO2cmc=?= =?utf-8?b?IE3DvGxsZXI=?=", "Jörg Müller"),
            ("=?UTF-8?B?SsO2cmc=?=\n =?utf-8?Q?_M=C3=BCller?=", "Jörg Müller"),
            ("=?utf-8?b?SsM=?= =?utf-8?b?tnJn?=", "Jörg"),
            ("=?utf-8?q?J=C3?= =?UTF-8?Q?=b6rg?=", "Jörg"),
            ("=?iso-8859-1*de?q?J=F6rg?= =?utf-8*en?b?IMW+?=", "Jörg ž"),
            ("=?gb2312?B?tPC4tDogaGVsbG8=?= =?gb2312?B?IHdvcmxk?=", "答复: hello world"),
            ("=?iso-2022-jp?B?GyRCRnxLXA==?= =?iso-2022-jp?B?OGwbKEI=?=", "日本語"),
            ("=?utf-8?b?SsO2cmc?= x", "Jörg x"),
            ("=?utf-8?q??= x", "x"),
            ("a =?utf-8?q?b?= c", "a b c"),
            ("a=?utf-8?q?b?=c", "abc"),
            ("=?utf-8?q?a b?= c", "a b c"),
            ("=?utf-8?q?=zz=4?=", "=zz=4"),
        ])
        func `are decoded`(_ raw: String, _ text: String) throws {
            #expect(try Self.read(raw) == Read(subject: text, sender: text, file: text))
        }

        @Test(arguments: [
            "=?utf-8?x?abc?=", "=?x-nothing?q?abc?=", "=?utf-8?b?a?=", "=?utf-8?b?!?=", "=??q?abc?=",
            "=?utf-8?q?abc", "=?utf-8?q?abc?", "=?utf-8?b?YWJj?YWJj?=", "=? utf-8?q?abc?=", "=?=?=",
            "a =? b ?= c",
            "=^ =~ =| =? =?x?q?=^?=",
        ])
        func `are left unchanged if malformed or of an unknown charset`(_ raw: String) throws {
            #expect(try Self.read(raw) == Read(subject: raw, sender: raw, file: raw))
        }

        @Test func `are not decoded in bodies and boundaries`() throws {
            let text = """
                From: a@x.org
                Subject: =?utf-8?q?=C3=A9?=
                Content-Type: multipart/mixed; boundary="=?utf-8?q?b?="

                --=?utf-8?q?b?=

                Subject: =?utf-8?q?=C3=A9?=
                --=?utf-8?q?b?=
                Content-Type: message/rfc822

                Subject: =?utf-8?b?w6k=?= =?utf-8?b?w6k=?=

                x
                --=?utf-8?q?b?=--
                """
            let parser = try MailParser()
            let email = Array(text.utf8).withUnsafeBytes { parser.message($0) }.email(of: UUID())
            // GMime decodes the boundary, so the parts belong to a multipart that never ends. Bodies keep
            // their bytes.
            #expect(email.subject == "é")
            #expect(!(email.bodyText ?? "").contains("é"))
        }

        private struct Pair: Decodable {
            var raw: String
            var decoded: String
        }

        private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }

        /// Generates headers with encoded words, split anywhere, and the result of Python's `email` package.
        private static let script = #"""
            import base64, email.header, json, random, sys
            seed, count = int(sys.argv[1]), int(sys.argv[2])
            random.seed(seed)
            TEXTS = {
                'utf-8': 'Jörg Müller €5 日本語 привет ñandú 😀 plain', 'UTF-8': 'Ελλάδα žluťoučký kůň', 'utf-16be': 'wide ﬁne é',
                'iso-8859-1': 'café naïve Grüße', 'ISO-8859-2': 'Łódź żółw', 'iso-8859-15': 'œuvre €', 'windows-1252': '“quoted” – 5€',
                'windows-1251': 'Привет мир', 'koi8-r': 'Съешь ещё', 'shift_jis': 'こんにちは世界', 'iso-2022-jp': '日本語の件名',
                'euc-kr': '안녕하세요', 'gb2312': '答复你好', 'big5': '繁體中文', 'gb18030': '简体中文'}
            def quoted(data):
                keep = b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!*+-/'
                hexed = random.choice(['=%02X', '=%02x'])
                return ''.join(chr(b) if b in keep else '_' if b == 32 else hexed % b for b in data)
            def word(data, charset, language):
                encoding = random.choice('bBqQ')
                text = base64.b64encode(data).decode() if encoding in 'bB' else quoted(data)
                return '=?%s%s?%s?%s?=' % (charset, language, encoding, text)
            def run():
                charset = random.choice(list(TEXTS))
                text = ' '.join(random.sample(TEXTS[charset].split(), random.randint(1, len(TEXTS[charset].split()))))
                data = text.encode(charset)
                cuts = sorted(random.sample(range(1, len(data)), min(len(data) - 1, random.randint(0, 4))))
                language = random.choice(['', '', '*en', '*de-AT'])
                pieces = [data[i:j] for i, j in zip([0] + cuts, cuts + [len(data)])]
                spaces = [random.choice([' ', '\n ', '\r\n\t', '  ']) for _ in pieces]
                return ''.join(word(p, charset, language) + s for p, s in zip(pieces, spaces)).rstrip()
            def plain():
                return random.choice(['Re:', 'hello', '[list]', 'a=b', 'x?y', '=?', '=?utf-8?x?no?=', '50%', 'what?=', '=?=?='])
            for _ in range(count):
                raw = ' '.join(random.choice([run, run, plain])() for _ in range(random.randint(1, 5)))
                # Python knows no languages: it is shown the words without them.
                shown = raw.replace('*en?', '?').replace('*de-AT?', '?')
                try:
                    decoded = str(email.header.make_header(email.header.decode_header(shown)))
                except Exception as error:
                    sys.exit('%s: %r' % (error, raw))
                print(json.dumps({'raw': raw, 'decoded': ' '.join(decoded.split())}))
            """#

        @Test(.enabled(if: python != nil, "python3 is not installed"))
        func `are decoded as by Python`() throws {
            let seed = Int.random(in: 0..<1_000_000)
            print("seed \(seed)")
            let process = Process()
            process.executableURL = URL(fileURLWithPath: try #require(Self.python))
            process.arguments = ["-c", Self.script, "\(seed)", "2000"]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let lines = output.fileHandleForReading.readDataToEndOfFile().split(separator: 0x0A)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            #expect(lines.count == 2000)
            for line in lines {
                let pair = try JSONDecoder().decode(Pair.self, from: line)
                let read = try Self.read(pair.raw)
                let wanted = pair.decoded
                let all = Read(subject: wanted, sender: wanted, file: wanted)
                #expect(read == all, "seed \(seed): \(pair.raw)")
            }
        }
    }
#endif
