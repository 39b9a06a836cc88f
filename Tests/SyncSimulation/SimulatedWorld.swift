package import IlkSync
package import Monica

/// A device of a simulated world: what it has stored, and a process that may run on it.
package protocol SimulatedSlot {
    associatedtype Device
    var device: Device { get set }
    var isRunning: Bool { get set }
    /// When it wants to be woken.
    var wake: UInt64 { get set }
    /// How its process will die at the next step.
    var doom: SyncStep.KillMoment? { get set }
    /// Ends its process: what is not stored is gone.
    mutating func die()
}

extension SimulatedSlot {
    /// Ends its process, and puts another device in the place of what that knew.
    package mutating func end(leaving device: Device) {
        isRunning = false
        doom = nil
        wake = .max
        self.device = device
    }
}

/// Devices and what they sync with, in which all that happens is decided by a schedule.
package protocol SimulatedWorld {
    associatedtype Slot: SimulatedSlot
    associatedtype Input
    associatedtype Effect
    var slots: [Slot] { get set }
    /// Makes a step of the engine.
    mutating func decide(_ input: Input, for device: inout Slot.Device, on index: Int) -> [Effect]
    /// What a fault lets out of a process that dies before its commit.
    mutating func leak(_ effects: [Effect], of device: Slot.Device, on index: Int)
    mutating func commit(_ effects: [Effect], of device: Slot.Device, on index: Int, _ input: Input)
    /// Does what is to be done after the commit.
    mutating func carryOut(_ effects: [Effect], on index: Int)
}

extension SimulatedWorld {
    package mutating func leak(_ effects: [Effect], of device: Slot.Device, on index: Int) {}

    /// A step of a device's engine, its commit and what is to be done after that.
    ///
    /// - Returns: Whether it was committed.
    @discardableResult
    package mutating func step(_ index: Int, _ input: Input) -> Bool {
        guard slots[index].isRunning else { return false }
        var device = slots[index].device
        let effects = decide(input, for: &device, on: index)
        if slots[index].doom == .beforeCommit {
            leak(effects, of: device, on: index)
            slots[index].die()
            return false
        }
        commit(effects, of: device, on: index, input)
        if slots[index].doom == .afterCommit {
            slots[index].die()
        } else {
            carryOut(effects, on: index)
        }
        return true
    }

    package mutating func kill(_ index: Int, _ moment: SyncStep.KillMoment) {
        guard slots[index].isRunning else { return }
        if moment == .now { slots[index].die() } else { slots[index].doom = moment }
    }
}

/// An input of an engine that time alone brings.
package protocol SimulatedInput {
    static var tick: Self { get }
}

extension DeviceInput: SimulatedInput {}
extension MonicaInput: SimulatedInput {}

/// A world whose devices send messages, which may overtake one another.
protocol MessageWorld: SimulatedWorld where Input: SimulatedInput {
    associatedtype Message
    var now: UInt64 { get set }
    var messages: [Message] { get set }
    /// Whether nobody has anything to do.
    var isSettled: Bool { get }
    mutating func deliver(_ message: Message)
}

extension MessageWorld {
    mutating func take(_ pick: Int) -> Message? {
        messages.isEmpty ? nil : messages.remove(at: pick % messages.count)
    }

    mutating func pass(_ milliseconds: UInt64) {
        now += milliseconds
        for index in slots.indices where slots[index].wake <= now {
            slots[index].wake = .max
            step(index, .tick)
        }
    }

    /// Delivers all messages and lets time pass until everybody is done.
    ///
    /// - Returns: What is wrong if that takes too long.
    mutating func finish() -> String? {
        let end = now + 3_600_000
        var count = 0
        while !isSettled {
            count += 1
            if now > end || count > 5000 { return "there is no end to it" }
            if messages.isEmpty {
                guard let next = slots.map(\.wake).min(), next != .max else { return "nobody does anything" }
                pass(next > now ? next - now : 0)
            } else {
                deliver(messages.removeFirst())
            }
        }
        return nil
    }
}

/// What happens to a world: made from a seed.
package protocol SimulatedSchedule {
    associatedtype Step
    associatedtype Fault
    var steps: [Step] { get set }
    /// Lets the schedule happen, and then quiet.
    ///
    /// - Returns: What is wrong in the end; nil when nothing is.
    func run(fault: Fault?) -> String?
}

extension SimulatedSchedule {
    /// The shortest schedule found that fails too.
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

/// Makes a schedule that fails shorter for as long as it fails, until no single step can be taken away.
package struct Shrinking<Step> {
    /// The shortest steps that are known to fail.
    package private(set) var steps: [Step]
    private var size: Int
    private var start = 0
    private var hasShrunk = false

    package init(_ steps: [Step]) {
        self.steps = steps
        size = max(1, steps.count / 2)
    }

    /// Fewer steps, to be tried; nil when there are none left to try.
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

    /// Notes whether the steps of ``next()`` fail too.
    package mutating func note(_ fewer: [Step], fails: Bool) {
        if fails {
            steps = fewer
            hasShrunk = true
        } else {
            start += size
        }
    }
}
