/** A warning or an error of the log. */
export interface Problem {
  /** ISO 8601. */
  time: string
  level: 'warn' | 'error' | 'fatal'
  message: string
  /** The error or reason; undefined if the line contains none. */
  cause: string | undefined
}

const MAX_PROBLEMS = 50
/** Longer texts are cut, so that the problems use little memory. */
const MAX_LENGTH = 500
const LEVELS: Readonly<Record<number, Problem['level']>> = { 40: 'warn', 50: 'error', 60: 'fatal' }

/** The latest warnings and errors of the log. */
export class RecentProblems {
  readonly #problems: Problem[] = []

  /** Adds a line of JSON as pino writes it. Lines below the level of a warning are ignored. */
  add(line: string): void {
    const { level, time, msg, err, reason } = JSON.parse(line)
    const name = LEVELS[level]
    if (name === undefined) return
    const cause = err ? (err.message ?? String(err)) : reason
    this.#problems.push({
      ...{ time, level: name, message: String(msg).slice(0, MAX_LENGTH) },
      cause: cause === undefined ? undefined : String(cause).slice(0, MAX_LENGTH),
    })
    if (this.#problems.length > MAX_PROBLEMS) this.#problems.shift()
  }

  /** Lists them, the newest first. */
  list = (): Problem[] => this.#problems.toReversed()
}
