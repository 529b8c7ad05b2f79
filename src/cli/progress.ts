import type { Io } from './io'

const WIDTH = 30
/** Number of progress lines printed when there is no terminal. */
const LINES = 10
/** Milliseconds between two lines about work of unknown length, when there is no terminal. */
const LINE_INTERVAL = 10_000

/** Displays the progress of a command. */
export interface Progress {
  show: (done: number, errors: number) => void
  /** Clears the bar so that a line can be printed; the next `show` redraws it below. */
  clear: () => void
  /** Ends the line of the bar. */
  end: () => void
}

/** Creates a progress bar on a terminal. Otherwise prints a line after each tenth. */
export function progressOn(io: Pick<Io, 'status' | 'note'>, total: number): Progress {
  const { status } = io
  let printed = 0
  const line = (done: number, errors: number) => {
    const tenth = Math.floor((LINES * done) / total)
    if (tenth > printed) io.note(textOf({ done, total, errors }))
    printed = tenth
  }
  return status
    ? {
        show: (done, errors) => status(`${barOf(done / total)} ${textOf({ done, total, errors })}`),
        clear: () => status(''),
        end: () => status(null),
      }
    : { show: line, clear: () => undefined, end: () => undefined }
}

/** Displays what a command does at the moment. */
export interface Activity {
  show: (text: string) => void
  end: () => void
}

/** Redraws a line on a terminal. Otherwise prints a line every ten seconds, so that logs of long work show progress. */
export function activityOn(
  io: Pick<Io, 'status' | 'note'>,
  now = () => performance.now(),
): Activity {
  const { status, note } = io
  let isShown = false
  let printedAt = now()
  return {
    show: (text) => {
      isShown = true
      if (status) return status(text)
      if (now() - printedAt < LINE_INTERVAL) return
      printedAt = now()
      note(text)
    },
    end: () => {
      if (isShown) status?.(null)
    },
  }
}

const barOf = (share: number) => {
  const full = Math.round(WIDTH * share)
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}]`
}

const textOf = ({ done, total, errors }: { done: number; total: number; errors: number }) =>
  `${done}/${total} (${Math.floor((100 * done) / total)} %)${errors > 0 ? `, errors: ${errors}` : ''}`
