import Foundation

// ratchet PROGRAM PROJECT [--record | --record-all]   compares the program with PROJECT/Benchmarks/ratchet.json
// The library with sigsuspend.c is beside this program, as PROGRAM.so.
// It ends with status 1 if a figure fell or is not in the record.

/// Measures everything.
func measure(_ program: String, _ project: String, _ record: Record) throws -> Comparison {
    let folder = NSTemporaryDirectory() + "/ratchet-\(getpid())"
    let home = folder + "/home"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }  // It is a temporary folder.
    let ilk = Child(program: program, home: home)
    // Without Valgrind, nothing is measured.
    let costs = try Cost(ilk: ilk, project: project, folder: folder)
    let measured = try Accuracy(ilk: ilk, project: project, folder: folder).measure()
    try SelfTest.plant(in: measured)
    return Comparison(record: record, measured: measured, cost: try costs.measure())
}

/// Prints the changes.
func show(_ comparison: Comparison) {
    let changes = comparison.changes
    print(Report.table(changes))
    let sets = comparison.measured.keys.sorted().filter { name in
        changes.contains { $0.result == .fall && $0.figure.hasPrefix(name + " ") }
    }
    for name in sets { Report.newlyWrong(name, in: comparison).forEach { print($0) } }
}

/// Prints what to do, and returns the exit status of a check.
func conclude(_ results: Set<Comparison.Result>) -> Int32 {
    if results.contains(.fall) {
        print("A figure fell. Repair it, or accept it with: make ratchet RECORD=all")
    } else if results.contains(.stale) {
        print("The record is out of date. Update it with: make ratchet RECORD=1")
    } else if results.contains(.better) {
        print("A figure rose. Record it with: make ratchet RECORD=1")
    } else {
        print("No figure changed beyond noise.")
    }
    return results.isDisjoint(with: [.fall, .stale]) ? 0 : 1
}

func run(_ arguments: [String]) throws -> Int32 {
    let option = arguments.dropFirst(2).first
    guard (2...3).contains(arguments.count), [nil, "--record", "--record-all"].contains(option) else {
        throw Failure("expected a program and a folder", hint: "run: make ratchet, or make ratchet RECORD=1")
    }
    try SelfTest.run()
    let path = arguments[1] + "/Benchmarks/ratchet.json"
    let comparison = try measure(arguments[0], arguments[1], try Record.read(path))
    show(comparison)
    let results = Set(comparison.changes.map(\.result))
    let acceptsFalls = option == "--record-all"
    guard option != nil, acceptsFalls || !results.contains(.fall) else { return conclude(results) }
    let new = comparison.newRecord(acceptsFalls: acceptsFalls)
    if new == comparison.record {
        print("Nothing to record.")
    } else {
        try new.write(path)
        print("Recorded in Benchmarks/ratchet.json.")
    }
    return 0
}

do {
    exit(try run(Array(CommandLine.arguments.dropFirst())))
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
