/** Works through a queue in the background. */
export interface QueueLoop {
  /** Works through what is due. The loop starts with the first call. */
  wake: () => void
  /** Resolves when nothing is being worked on. */
  idle: () => Promise<void>
  /** Stops. Work in progress gets a few seconds to complete. */
  stop: () => Promise<void>
}

interface Queue {
  /** Does the next work that is due. Returns false if nothing is due. */
  workNext: () => Promise<boolean>
  /** When the next work is due, in milliseconds since the Unix epoch; undefined to wait for `wake`. */
  findNextTime: () => Promise<number | undefined>
  now: () => number
  /** Milliseconds until the queue is read again at the latest. */
  maxSleep: number
  /** Milliseconds until the queue is read again after that failed, for example because the disk was full. */
  retry: number
  onError: (error: unknown) => void
}

const GRACE = 3000

/** Creates the loop of a queue. Work that is queued while it runs is never missed, as long as `wake` is called. */
export function createQueueLoop(queue: Queue): QueueLoop {
  const state: { round?: Promise<void> | undefined; again: boolean; stopped: boolean } = {
    again: false,
    stopped: false,
  }
  const alarm: { timer?: ReturnType<typeof setTimeout> } = {}
  const wakeIn = (milliseconds: number) => {
    clearTimeout(alarm.timer)
    alarm.timer = setTimeout(wake, milliseconds)
    alarm.timer.unref()
  }
  const round = async () => {
    clearTimeout(alarm.timer)
    do {
      state.again = false
      while (!state.stopped && (await queue.workNext()));
    } while (state.again && !state.stopped)
    const next = state.stopped ? undefined : await queue.findNextTime()
    if (next === undefined) return
    wakeIn(Math.min(Math.max(next - queue.now(), 0), queue.maxSleep))
  }
  const wake = () => {
    state.again = true
    if (state.stopped || state.round) return
    state.round = round()
      .catch((error) => {
        queue.onError(error)
        if (!state.stopped) wakeIn(queue.retry)
      })
      .finally(() => {
        state.round = undefined
        if (state.again) wake()
      })
  }
  const idle = async () => {
    while (state.round) await state.round
  }
  const stop = async () => {
    state.stopped = true
    clearTimeout(alarm.timer)
    await Promise.race([idle(), unheldSleep(GRACE)])
  }
  return { wake, idle, stop }
}

/** A sleep that does not keep the process running. */
const unheldSleep = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref())
