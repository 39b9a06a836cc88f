package import ArgumentParser
import IlkConsole

/// The options for the scheduled tasks of a server.
package struct ServeScheduleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Interval of a task: retrain=1d, retention=off. Repeatable.", valueName: "name=time"),
        transform: ScheduleChoice.init(argument:))
    package var schedule: [ScheduleChoice] = []

    @Option(
        "The store of jobs and changes. (default: service.sqlite in the data folder)", value: "file",
        completion: .file())
    package var serviceFile: String?

    package init() {}

    package func validate() throws {
        let names = schedule.map(\.name)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw ValidationError("--schedule sets '\(twice.rawValue)' twice.")
        }
    }
}
