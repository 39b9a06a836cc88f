package import IlkSync
package import Monica

/// A simulated device: its stored data, and a process that may be running.
package protocol SimulatedSlot {
    associatedtype Device
    var device: Device { get set }
    var isRunning: Bool { get set }
    /// The requested wake-up time.
    var wake: UInt64 { get set }
    /// The moment at which the process dies during the next step.
    var plannedCrash: SyncStep.KillMoment? { get set }
    /// Ends the process. Data that is not stored is lost.
    mutating func die()
}

extension SimulatedSlot {
    /// Ends the process and replaces its device by the stored state.
    package mutating func end(leaving device: Device) {
        isRunning = false
        plannedCrash = nil
        wake = .max
        self.device = device
    }
}

/// Simulated devices and their server. A schedule determines all events.
package protocol SimulatedWorld {
    associatedtype Slot: SimulatedSlot
    associatedtype Input
    associatedtype Effect
    var slots: [Slot] { get set }
    /// Executes a step of the engine.
    mutating func decide(_ input: Input, for device: inout Slot.Device, on index: Int) -> [Effect]
    /// Executes the effects that a planted fault releases before a failed commit.
    mutating func leak(_ effects: [Effect], of device: Slot.Device, on index: Int)
    mutating func commit(_ effects: [Effect], of device: Slot.Device, on index: Int, _ input: Input)
    /// Executes the effects that follow the commit.
    mutating func carryOut(_ effects: [Effect], on index: Int)
}

extension SimulatedWorld {
    package mutating func leak(_ effects: [Effect], of device: Slot.Device, on index: Int) {}

    /// Executes a step of a device's engine, its commit and the remaining effects.
    ///
    /// - Returns: `true` if the step was committed.
    @discardableResult
    package mutating func step(_ index: Int, _ input: Input) -> Bool {
        guard slots[index].isRunning else { return false }
        var device = slots[index].device
        let effects = decide(input, for: &device, on: index)
        if slots[index].plannedCrash == .beforeCommit {
            leak(effects, of: device, on: index)
            slots[index].die()
            return false
        }
        commit(effects, of: device, on: index, input)
        if slots[index].plannedCrash == .afterCommit {
            slots[index].die()
        } else {
            carryOut(effects, on: index)
        }
        return true
    }

    package mutating func kill(_ index: Int, _ moment: SyncStep.KillMoment) {
        guard slots[index].isRunning else { return }
        if moment == .now { slots[index].die() } else { slots[index].plannedCrash = moment }
    }
}

/// An input of an engine with a time event.
package protocol SimulatedInput {
    static var tick: Self { get }
}

extension DeviceInput: SimulatedInput {}
extension MonicaInput: SimulatedInput {}

/// A world whose devices exchange messages, which can be reordered.
protocol MessageWorld: SimulatedWorld where Input: SimulatedInput {
    associatedtype Message
    var now: UInt64 { get set }
    var messages: [Message] { get set }
    /// `true` if no device has work left.
    var isSettled: Bool { get }
    mutating func deliver(_ message: Message)
}

extension MessageWorld {
    mutating func remove(_ pick: Int) -> Message? {
        messages.isEmpty ? nil : messages.remove(at: pick % messages.count)
    }

    mutating func pass(_ milliseconds: UInt64) {
        now += milliseconds
        for index in slots.indices where slots[index].wake <= now {
            slots[index].wake = .max
            step(index, .tick)
        }
    }

    /// Delivers all messages and advances the time until no work is left.
    ///
    /// - Returns: An error if that takes too long.
    mutating func finish() -> String? {
        let end = now + 3_600_000
        var count = 0
        while !isSettled {
            count += 1
            if now > end || count > 5000 { return "the sync does not end" }
            if messages.isEmpty {
                guard let next = slots.map(\.wake).min(), next != .max else {
                    return "no device or message is active"
                }
                pass(next > now ? next - now : 0)
            } else {
                deliver(messages.removeFirst())
            }
        }
        return nil
    }
}

/// The events of a simulated world, generated from a seed.
package protocol SimulatedSchedule {
    associatedtype Step
    associatedtype Fault
    var steps: [Step] { get set }
    /// Executes the schedule and then lets all devices finish without faults.
    ///
    /// - Returns: The violated expectation, or `nil`.
    func run(fault: Fault?) -> String?
}

extension SimulatedSchedule {
    /// Returns the shortest failing schedule found by removing steps.
    package func shrunk(fault: Fault? = nil) -> Self {
        var shrinking = Shrinking(steps)
        var short = self
        while let fewer = shrinking.next() {
            short.steps = fewer
            shrinking.note(fewer, fails: short.run(fault: fault) != nil)
        }
        short.steps = shrinking.steps
        return short
    }
}

/// Minimizes a failing list of steps by delta debugging: removes ever smaller parts until no single step can
/// be removed.
package struct Shrinking<Step> {
    /// The shortest list known to fail.
    package private(set) var steps: [Step]
    private var size: Int
    private var start = 0
    private var hasShrunk = false

    package init(_ steps: [Step]) {
        self.steps = steps
        size = max(1, steps.count / 2)
    }

    /// Returns the next shorter list to try, or `nil` if no more can be removed.
    package mutating func next() -> [Step]? {
        while start >= steps.count {
            if size == 1, !hasShrunk { return nil }
            if !hasShrunk { size = max(1, size / 2) }
            (start, hasShrunk) = (0, false)
        }
        var fewer = steps
        fewer.removeSubrange(start..<min(start + size, steps.count))
        return fewer
    }

    /// Records the result for the list returned by ``next()``.
    package mutating func note(_ fewer: [Step], fails: Bool) {
        if fails {
            steps = fewer
            hasShrunk = true
        } else {
            start += size
        }
    }
}
