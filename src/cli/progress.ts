import type { Io } from './io'

const WIDTH = 30
/** Lines that a whole import prints where there is no terminal. */
const LINES = 10

/** Tells how far something has come. */
export interface Progress {
  show: (done: number, errors: number) => void
  /** Makes way for another line; the bar is drawn again below it. */
  clear: () => void
  /** Leaves the line of the bar. */
  end: () => void
}

/** A bar that is redrawn on a terminal; a line for every tenth elsewhere. */
export function progressOn(io: Io, total: number): Progress {
  const { status } = io
  let told = 0
  const line = (done: number, errors: number) => {
    const tenth = Math.floor((LINES * done) / total)
    if (tenth > told) io.out(textOf({ done, total, errors }))
    told = tenth
  }
  return status
    ? {
        show: (done, errors) => status(`${barOf(done / total)} ${textOf({ done, total, errors })}`),
        clear: () => status(''),
        end: () => status(null),
      }
    : { show: line, clear: () => undefined, end: () => undefined }
}

const barOf = (share: number) => {
  const full = Math.round(WIDTH * share)
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}]`
}

const textOf = ({ done, total, errors }: { done: number; total: number; errors: number }) =>
  `${done}/${total} (${Math.floor((100 * done) / total)} %)${errors > 0 ? `, errors: ${errors}` : ''}`
