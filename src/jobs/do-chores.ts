import { Cron } from 'croner'
import type { AppContext } from '@/context'
import type { OpenDatabase } from '@/db/open'
import { loadChoreRuns, saveChoreRun } from '@/db/queries/chore-runs'
import { transact } from '@/db/transact'
import { HOUR, MINUTE } from '@/lib/clock'

/** What chores need. */
export interface ChoreDeps {
  ctx: AppContext
  database: Pick<OpenDatabase, 'sqlite'>
}

/** Something the server does by the clock. */
export interface Chore {
  name: string
  /** Cron text, by the wall clock of this machine. */
  when: string
  /** Whether it is left until its next time when the server did not run at this one. */
  mayBeMissed?: true
  run: (deps: ChoreDeps) => Promise<unknown>
}

/** Time until a chore that failed is tried again before its next time comes. */
const RETRY = HOUR
/** Time by which a time server corrects a clock without anybody noticing. */
const TOLERANCE = MINUTE

/** Does chores, none twice at once, and remembers in the database when each was done. */
export class ChoreRunner {
  readonly #deps: ChoreDeps
  readonly #underWay = new Set<string>()
  #isMakingUp = false
  /** When each was last begun by this process, by the time that elapses. */
  readonly #begun = new Map<string, number>()

  constructor(deps: ChoreDeps) {
    this.#deps = deps
  }

  /** Does a chore. One that fails is logged; one that is under way is left alone. */
  async do(chore: Chore): Promise<void> {
    const { ctx } = this.#deps
    const { name, run } = chore
    if (this.#underWay.has(name)) return
    this.#underWay.add(name)
    this.#begun.set(name, ctx.clock.elapsed())
    try {
      await run(this.#deps)
      await this.#note(chore)
    } catch (error) {
      ctx.log.error({ err: error, chore: name }, 'chore failed')
    } finally {
      this.#underWay.delete(name)
    }
  }

  /**
   * Does those chores, one after the other, whose time has come since they were last done: where the machine is switched
   * off at night none would ever be done otherwise. A chore that is new counts as done, and so does one that was done at a
   * time to come, by a clock that was put back since.
   */
  async doMissed(chores: readonly Chore[]): Promise<void> {
    if (this.#isMakingUp) return
    this.#isMakingUp = true
    try {
      const runs = await loadChoreRuns(this.#deps.ctx.db)
      for (const chore of chores) await this.#doIfMissed(chore, runs.get(chore.name))
    } catch (error) {
      this.#deps.ctx.log.error({ err: error }, 'missed chores could not be looked for')
    } finally {
      this.#isMakingUp = false
    }
  }

  async #doIfMissed(chore: Chore, doneAt: number | undefined): Promise<void> {
    if (chore.mayBeMissed) return
    const isUnknown = doneAt === undefined || doneAt > this.#deps.ctx.clock.now() + TOLERANCE
    if (isUnknown) await this.#note(chore)
    else if (this.#isDue(chore, doneAt)) await this.do(chore)
  }

  #isDue({ name, when }: Chore, doneAt: number): boolean {
    const now = this.#deps.ctx.clock.now()
    const [due] = new Cron(when, { paused: true }).previousRuns(1, new Date(now))
    const begun = this.#begun.get(name) ?? Number.NEGATIVE_INFINITY
    const wasJustTried = this.#deps.ctx.clock.elapsed() - begun < RETRY
    return due !== undefined && doneAt < due.getTime() && !wasJustTried
  }

  async #note({ name, mayBeMissed }: Chore): Promise<void> {
    const { ctx } = this.#deps
    if (!mayBeMissed) await transact(ctx, ({ db }) => saveChoreRun(db, name, ctx.clock.now()))
  }
}
