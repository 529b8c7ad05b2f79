/** A job and its place in the order. */
interface Queued {
  /** Who takes turns: a user, or a kind of maintenance. */
  readonly share: unknown
  /** Whether the job is taken only when no other kind of job can be. */
  readonly isDeferred: boolean
}

/**
 * Waiting jobs, in one line for each share. The next job is the first of the share that has the fewest running jobs or,
 * if several have, of the least recently served one.
 */
export class FairQueue<Job extends Queued> {
  /** Lines by share, ordered by the time at which the shares were last served, the least recent first. */
  readonly #urgent = new Map<unknown, Job[]>()
  readonly #deferred = new Map<unknown, Job[]>()
  /** Number of running jobs of each share that has any. */
  readonly #running = new Map<unknown, number>()

  get isEmpty(): boolean {
    return this.#urgent.size + this.#deferred.size === 0
  }

  push(job: Job): void {
    const lines = job.isDeferred ? this.#deferred : this.#urgent
    const line = lines.get(job.share)
    if (line) line.push(job)
    else lines.set(job.share, [job])
  }

  /** Takes the next job, which counts as running until `release`. With `onlyIdle`, of a share without running jobs. */
  shift({ onlyIdle }: { onlyIdle: boolean }): Job | undefined {
    const job = this.#take(this.#urgent, onlyIdle) ?? this.#take(this.#deferred, onlyIdle)
    if (job) this.#running.set(job.share, this.#runningOf(job.share) + 1)
    return job
  }

  release({ share }: Job): void {
    const running = this.#runningOf(share) - 1
    if (running > 0) this.#running.set(share, running)
    else this.#running.delete(share)
  }

  /** Removes and returns all waiting jobs. */
  drain(): Job[] {
    const jobs = [...this.#urgent.values(), ...this.#deferred.values()].flat()
    this.#urgent.clear()
    this.#deferred.clear()
    return jobs
  }

  #take(lines: Map<unknown, Job[]>, onlyIdle: boolean): Job | undefined {
    let [fewest, next]: [number, unknown] = [Number.POSITIVE_INFINITY, undefined]
    for (const share of lines.keys()) {
      const running = this.#runningOf(share)
      if (running < fewest) [fewest, next] = [running, share]
      if (running === 0) break
    }
    if (onlyIdle && fewest > 0) return undefined
    const line = lines.get(next) ?? []
    const job = line.shift()
    lines.delete(next)
    if (line.length > 0) lines.set(next, line)
    return job
  }

  #runningOf = (share: unknown): number => this.#running.get(share) ?? 0
}
