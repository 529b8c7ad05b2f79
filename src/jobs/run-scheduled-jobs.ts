import { HOUR, MINUTE } from '@/lib/time/clock'
import { nextTime } from '@/lib/time/timetable'
import type { AppContext } from '@/services/context'
import { connectionsOf } from '@/store/db/connections/dialect'
import type { OpenDatabase } from '@/store/db/connections/open'
import { transact } from '@/store/db/connections/transact'
import { loadJobRuns, saveJobRun } from '@/store/db/queries/tasks/job-runs'

/** Dependencies of scheduled jobs. */
export interface JobDeps {
  ctx: AppContext
  database: Pick<OpenDatabase, 'sqlite'>
}

/** Work that the server does at certain times. */
export interface ScheduledJob {
  name: string
  /** Cron expression, in the local time of this machine. */
  when: string
  /** When set, a run that was missed because the server was stopped is skipped instead of being done late. */
  isSkippable?: true
  run: (deps: JobDeps) => Promise<unknown>
}

/** Time until a failed job is retried, unless its next scheduled time comes first. */
const RETRY = HOUR
/** Clock corrections up to this size, as time servers apply them, are ignored. */
const TOLERANCE = MINUTE

/** A job and when it is due. Times are milliseconds since the Unix epoch. */
interface Plan {
  job: ScheduledJob
  /** When it was last done or attempted. */
  last: number
  due: number
  isRunning: boolean
  /** When it is retried after a failure, in milliseconds of the monotonic clock; Infinity without a failure. */
  retryAt: number
}

const since = ({ when }: ScheduledJob, last: number): Pick<Plan, 'last' | 'due'> => ({
  last,
  due: nextTime(when, last),
})

/**
 * Runs scheduled jobs, never the same one twice at once, and stores when each was last done. A job is due when its
 * scheduled time has passed since then, no matter why it was not run: the server may have been stopped, the machine may
 * have slept, or its clock may have been set. Timers would miss all of these, and a machine that is switched off at
 * night would never run a job.
 */
export class JobRunner {
  readonly #deps: JobDeps
  readonly #plans: readonly Plan[]
  #loading: Promise<void> | undefined

  constructor(deps: JobDeps, jobs: readonly ScheduledJob[]) {
    this.#deps = deps
    const now = deps.ctx.clock.now()
    this.#plans = jobs.map((job) => ({
      ...{ job, isRunning: false, retryAt: Number.POSITIVE_INFINITY },
      ...since(job, now),
    }))
  }

  /**
   * Runs the jobs that are due, one after the other. A job that is still running from an earlier call does not delay
   * the others. A job that fails is logged and retried. Does nothing once the disk has failed: until the restart, reads
   * return data that was never stored, and jobs delete files based on what they read.
   */
  async runDue(): Promise<void> {
    const { ctx } = this.#deps
    try {
      if (connectionsOf(ctx.db).failure) return
      this.#loading ??= this.#load()
      await this.#loading
      for (const plan of this.#plans) await this.#forgetTimeToCome(plan)
    } catch (error) {
      this.#loading = undefined
      ctx.log.error({ err: error }, 'could not read which scheduled jobs are due')
      return
    }
    for (const plan of this.#plans) if (this.#isDue(plan)) await this.#do(plan)
  }

  /** A new job counts as done. */
  async #load(): Promise<void> {
    const runs = await loadJobRuns(this.#deps.ctx.db)
    for (const plan of this.#plans) {
      const doneAt = runs.get(plan.job.name)
      if (doneAt === undefined) await this.#note(plan.job, plan.last)
      else Object.assign(plan, since(plan.job, doneAt))
    }
  }

  /**
   * After the clock was set back, a job whose last run is in the future counts as done now; otherwise it would not run
   * until that time comes again.
   */
  async #forgetTimeToCome(plan: Plan): Promise<void> {
    const now = this.#deps.ctx.clock.now()
    if (plan.last <= now + TOLERANCE) return
    Object.assign(plan, since(plan.job, now))
    await this.#note(plan.job, now)
  }

  #isDue({ due, isRunning, retryAt }: Plan): boolean {
    const { clock } = this.#deps.ctx
    return !isRunning && (clock.now() >= due || clock.elapsed() >= retryAt)
  }

  async #do(plan: Plan): Promise<void> {
    const { ctx } = this.#deps
    const { job } = plan
    plan.isRunning = true
    try {
      await job.run(this.#deps)
      Object.assign(plan, since(job, ctx.clock.now()), { retryAt: Number.POSITIVE_INFINITY })
      await this.#note(job, plan.last)
    } catch (error) {
      ctx.log.error({ err: error, job: job.name }, 'scheduled job failed')
      const retryAt = ctx.clock.elapsed() + RETRY
      Object.assign(plan, since(job, ctx.clock.now()), { retryAt })
    } finally {
      plan.isRunning = false
    }
  }

  async #note({ name, isSkippable }: ScheduledJob, doneAt: number): Promise<void> {
    if (!isSkippable) await transact(this.#deps.ctx, ({ db }) => saveJobRun(db, name, doneAt))
  }
}
