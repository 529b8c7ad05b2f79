import type { AppContext } from '@/context'
import type { OpenDatabase } from '@/db/open'
import { loadChoreRuns, saveChoreRun } from '@/db/queries/chore-runs'
import { transact } from '@/db/transact'
import { HOUR, MINUTE } from '@/lib/clock'
import { nextTime } from '@/lib/timetable'

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

/** Time until a chore that failed is tried again, if its next time does not come before. */
const RETRY = HOUR
/** Time by which a time server corrects a clock without anybody noticing. */
const TOLERANCE = MINUTE

/** A chore and when it is due; times are milliseconds since the Unix epoch. */
interface Plan {
  chore: Chore
  /** When it was done last, or tried. */
  last: number
  due: number
  isUnderWay: boolean
  /** After a failure: when it is tried again, by the time that elapses. */
  retryAt: number
}

const since = ({ when }: Chore, last: number): Pick<Plan, 'last' | 'due'> => ({
  last,
  due: nextTime(when, last),
})

/**
 * Does chores, none twice at once, and remembers in the database when each was done. A chore is due when its time has
 * come since then, however that happened: the server may have been stopped, the machine may have slept, or its clock may
 * have been set. Timers for the time of each would not know; and where the machine is switched off at night none
 * would ever be done.
 */
export class ChoreRunner {
  readonly #deps: ChoreDeps
  readonly #plans: readonly Plan[]
  #loading: Promise<void> | undefined

  constructor(deps: ChoreDeps, chores: readonly Chore[]) {
    this.#deps = deps
    const now = deps.ctx.clock.now()
    this.#plans = chores.map((chore) => ({
      ...{ chore, isUnderWay: false, retryAt: Number.POSITIVE_INFINITY },
      ...since(chore, now),
    }))
  }

  /**
   * Does the chores that are due, one after the other; what an earlier look is still doing keeps none from its turn. One
   * that fails is logged and tried again.
   */
  async look(): Promise<void> {
    const { ctx } = this.#deps
    try {
      this.#loading ??= this.#load()
      await this.#loading
      for (const plan of this.#plans) await this.#forgetTimeToCome(plan)
    } catch (error) {
      this.#loading = undefined
      ctx.log.error({ err: error }, 'chores that are due could not be looked for')
      return
    }
    for (const plan of this.#plans) if (this.#isDue(plan)) await this.#do(plan)
  }

  /** A chore that is new counts as done. */
  async #load(): Promise<void> {
    const runs = await loadChoreRuns(this.#deps.ctx.db)
    for (const plan of this.#plans) {
      const doneAt = runs.get(plan.chore.name)
      if (doneAt === undefined) await this.#note(plan.chore, plan.last)
      else Object.assign(plan, since(plan.chore, doneAt))
    }
  }

  /** What was done by a clock that was put back since counts as done now, or it would wait until that time comes again. */
  async #forgetTimeToCome(plan: Plan): Promise<void> {
    const now = this.#deps.ctx.clock.now()
    if (plan.last <= now + TOLERANCE) return
    Object.assign(plan, since(plan.chore, now))
    await this.#note(plan.chore, now)
  }

  #isDue({ due, isUnderWay, retryAt }: Plan): boolean {
    const { clock } = this.#deps.ctx
    return !isUnderWay && (clock.now() >= due || clock.elapsed() >= retryAt)
  }

  async #do(plan: Plan): Promise<void> {
    const { ctx } = this.#deps
    const { chore } = plan
    plan.isUnderWay = true
    try {
      await chore.run(this.#deps)
      Object.assign(plan, since(chore, ctx.clock.now()), { retryAt: Number.POSITIVE_INFINITY })
      await this.#note(chore, plan.last)
    } catch (error) {
      ctx.log.error({ err: error, chore: chore.name }, 'chore failed')
      const retryAt = ctx.clock.elapsed() + RETRY
      Object.assign(plan, since(chore, ctx.clock.now()), { retryAt })
    } finally {
      plan.isUnderWay = false
    }
  }

  async #note({ name, mayBeMissed }: Chore, doneAt: number): Promise<void> {
    if (!mayBeMissed) await transact(this.#deps.ctx, ({ db }) => saveChoreRun(db, name, doneAt))
  }
}
