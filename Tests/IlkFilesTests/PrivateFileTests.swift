import Foundation
import Glibc
import IlkFiles
import StoreTestSupport
import Testing

@Suite("Private files", .serialized) struct PrivateFileTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func mode(_ name: String) -> mode_t {
        var facts = stat()
        return lstat(scratch.path(name), &facts) == 0 ? facts.st_mode & 0o7777 : 0
    }

    @Test(arguments: [0, 0o022, 0o077, 0o777] as [mode_t])
    func `files are 0600 and folders 0700 whatever the umask`(mask: mode_t) {
        let before = umask(mask)
        defer { umask(before) }
        let file = PrivateFile.open(scratch.path("file"), O_RDWR | O_CREAT)
        #expect(file >= 0)
        close(file)
        #expect(PrivateFile.makeFolders(scratch.path("a/b/c")) == 0)
        let replaced = Array("text".utf8).withUnsafeBytes {
            PrivateFile.replace(scratch.path("a/b/whole"), with: $0)
        }
        #expect(replaced == 0)
        #expect(mode("file") == 0o600)
        #expect(mode("a/b/whole") == 0o600)
        #expect(["a", "a/b", "a/b/c"].map(mode) == [0o700, 0o700, 0o700])
    }

    @Test func `an existing file keeps its mode and its content`() throws {
        try Data("kept".utf8).write(to: URL(filePath: scratch.path("old")))
        chmod(scratch.path("old"), 0o640)
        let file = PrivateFile.open(scratch.path("old"), O_RDWR | O_CREAT)
        #expect(file >= 0)
        close(file)
        #expect(mode("old") == 0o640)
        #expect(try scratch.bytes("old") == Data("kept".utf8))
    }

    @Test func `a symbolic link is rejected and its target is unchanged`() throws {
        try Data("target".utf8).write(to: URL(filePath: scratch.path("target")))
        symlink("target", scratch.path("link"))
        symlink("missing", scratch.path("dangling"))
        for name in ["link", "dangling"] {
            let file = PrivateFile.open(scratch.path(name), O_RDWR | O_CREAT | O_TRUNC)
            let reason = errno
            #expect(file == -1)
            #expect(reason == ELOOP)
        }
        #expect(try scratch.bytes("target") == Data("target".utf8))
        #expect(access(scratch.path("missing"), F_OK) != 0)
    }

    @Test func `a pipe is rejected without blocking`() {
        mkfifo(scratch.path("pipe"), 0o600)
        for flags in [O_RDONLY, O_RDWR | O_CREAT] {
            let file = PrivateFile.open(scratch.path("pipe"), flags)
            let reason = errno
            #expect(file == -1)
            #expect(reason == EINVAL)
        }
    }

    @Test func `replacing a link replaces the link and not its target`() throws {
        try Data("target".utf8).write(to: URL(filePath: scratch.path("target")))
        symlink("target", scratch.path("link"))
        let result = Array("new".utf8).withUnsafeBytes { PrivateFile.replace(scratch.path("link"), with: $0) }
        #expect(result == 0)
        #expect(try scratch.bytes("target") == Data("target".utf8))
        #expect(try scratch.bytes("link") == Data("new".utf8))
    }

    @Test func `the drafts of a killed process are removed and other files are kept`() throws {
        for name in [".a.x1.draft", ".b.x1.draft", "a.x1.draft", "a"] {
            try Data().write(to: URL(filePath: scratch.path(name)))
        }
        PrivateFile.removeDrafts(of: scratch.path("a"))
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted()
        #expect(names == [".b.x1.draft", "a", "a.x1.draft"])
    }

    @Test func `a folder in place of a file and a file in place of a folder are reported`() {
        #expect(PrivateFile.makeFolders(scratch.path("folder")) == 0)
        #expect(PrivateFile.open(scratch.path("folder"), O_RDONLY) == -1)
        close(PrivateFile.open(scratch.path("file"), O_RDWR | O_CREAT))
        #expect(PrivateFile.makeFolders(scratch.path("file/below")) == -1)
        #expect(PrivateFile.makeFolders(scratch.path("file")) == -1)
    }
}
