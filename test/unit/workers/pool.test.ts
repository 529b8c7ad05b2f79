import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { availableParallelism } from 'node:os'
import type { WorkerMessage } from '@/services/workers/jobs'
import { type PoolOptions, WorkerPool } from '@/services/workers/pool'
import type { PoolWorker } from '@/services/workers/worker-slot'
import { Gate } from '../../support/gate'
import type { WorkerCommand } from '../../support/test-worker'

/** How long to wait, in milliseconds, for something that must not happen. */
const A_WHILE = 50

const pools: WorkerPool<WorkerCommand, unknown>[] = []

afterEach(() => {
  for (const pool of pools.splice(0)) pool.stop()
})

const spawn = () =>
  new Worker(new URL('../../support/test-worker.ts', import.meta.url).href) as Worker & PoolWorker

/** A pool, and the number of workers that it has started. */
function poolOf(changes: Partial<PoolOptions<WorkerCommand>> = {}) {
  const spawned = { count: 0 }
  const options: PoolOptions<WorkerCommand> = {
    spawn: () => {
      spawned.count += 1
      return spawn()
    },
    timeLimit: 20_000,
    idleLimit: 20_000,
    size: 1,
    lost: (reason) => new Error(`lost: ${reason}`),
    failed: (failure) => new Error(`failed: ${failure}`),
    ...changes,
  }
  const pool = new WorkerPool<WorkerCommand, unknown>(options)
  pools.push(pool)
  const run = (order: WorkerCommand) => pool.run(order)
  /** Runs a job with a short time limit. Other jobs have enough time to start, however busy the machine is. */
  const runWithin = (milliseconds: number, order: WorkerCommand) => {
    const { timeLimit } = options
    options.timeLimit = milliseconds
    const job = run(order)
    options.timeLimit = timeLimit
    return job
  }
  return { pool, spawned, run, runWithin }
}

const answer = (value: unknown): WorkerCommand => ({ do: 'answer', value })
/** Milliseconds much longer than a running worker needs to respond on this machine now. */
async function startingTime(): Promise<number> {
  const began = performance.now()
  await poolOf().run(answer('here'))
  return Math.max(300, 20 * (performance.now() - began))
}
/** The result of a job or its error message. */
const outcome = (job: Promise<unknown>) => job.catch((error: Error) => error.message)

describe('a worker pool', () => {
  test('returns the results of jobs in their order', async () => {
    const { run, spawned } = poolOf()
    const jobs = Array.from({ length: 50 }, (_, i) => run(answer(i)))
    expect(await Promise.all(jobs)).toEqual(Array.from({ length: 50 }, (_, i) => i))
    expect(spawned.count).toBe(1)
  })

  test('starts no worker before there is a job', async () => {
    const { run, spawned, pool } = poolOf()
    expect(pool.workers).toBe(0)
    await run(answer(1))
    expect([spawned.count, pool.workers]).toEqual([1, 1])
  })

  test('uses every core', async () => {
    const { pool } = poolOf({ size: undefined as never })
    const jobs = Array.from({ length: 20 }, () => pool.run({ do: 'hang' }))
    expect(pool.workers).toBe(availableParallelism())
    pool.stop()
    await Promise.allSettled(jobs)
  })

  test('runs deferred jobs last, whenever they were added', async () => {
    const { run } = poolOf({ canWait: (order) => order.do === 'who' })
    const gate = new Gate()
    const done: string[] = []
    const jobs = [
      run({ do: 'work', until: gate.memory }),
      ...[1, 2].map(() => run({ do: 'who' }).then(() => void done.push('can wait'))),
      ...[1, 2].map(() => run(answer(1)).then(() => void done.push('cannot'))),
    ]
    gate.open()
    await Promise.all(jobs)
    expect(done).toEqual(['cannot', 'cannot', 'can wait', 'can wait'])
  })

  test('runs deferred jobs on every running worker', async () => {
    const canWait = (order: WorkerCommand) => order.do === 'work'
    const { run, spawned } = poolOf({ size: 2, canWait })
    await Promise.all([run(answer(1)), run(answer(2))])
    expect(spawned.count).toBe(2)
    const gates = [new Gate(), new Gate()]
    const jobs = gates.map((gate) => run({ do: 'work', until: gate.memory }))
    gates[1]?.open()
    expect(await jobs[1]).toBe('worked')
    gates[0]?.open()
    expect(await jobs[0]).toBe('worked')
  })

  test('runs as many jobs at once as its size allows', async () => {
    const { run, spawned } = poolOf({ size: 3 })
    const names = await Promise.all(Array.from({ length: 3 }, () => run({ do: 'who' })))
    expect(new Set(names).size).toBe(3)
    await Promise.all(Array.from({ length: 20 }, () => run({ do: 'who' })))
    expect(spawned.count).toBe(3)
  })

  describe('with idle limits', () => {
    const idleLimit = 1000

    beforeEach(() => void jest.useFakeTimers())
    afterEach(() => void jest.useRealTimers())

    /** A pool whose workers respond immediately. */
    const promptPool = () =>
      poolOf({
        idleLimit,
        spawn: () =>
          Object.assign(new EventTarget(), {
            postMessage(this: EventTarget) {
              const data: WorkerMessage = { kind: 'done', value: 'done' }
              this.dispatchEvent(new MessageEvent('message', { data }))
            },
            terminate: () => undefined,
            ref: () => undefined,
            unref: () => undefined,
          }),
      })

    test('stops idle workers', async () => {
      const { run, pool } = promptPool()
      await run({ do: 'who' })
      jest.advanceTimersByTime(idleLimit - 1)
      expect(pool.workers).toBe(1)
      jest.advanceTimersByTime(1)
      expect(pool.workers).toBe(0)
      await run({ do: 'who' })
      expect(pool.workers).toBe(1)
    })

    test('keeps a worker that is used again in time', async () => {
      const { run, pool } = promptPool()
      for (let job = 0; job < 20; job++) {
        await run({ do: 'who' })
        jest.advanceTimersByTime(idleLimit - 1)
      }
      expect(pool.workers).toBe(1)
    })
  })
})

describe('users that share a pool', () => {
  /** The user of a job that answers `<user> <number>`. */
  const shareOf = (order: WorkerCommand) =>
    order.do === 'answer' ? String(order.value).split(' ')[0] : 'ann'

  test('take turns, however many jobs one of them has', async () => {
    const { run } = poolOf({ shareOf })
    const gate = new Gate()
    const done: unknown[] = []
    const names = ['ann 1', 'ann 2', 'ann 3', 'bob 1', 'bob 2', 'cy 1']
    const jobs = [
      run({ do: 'work', until: gate.memory }),
      ...names.map((name) => run(answer(name)).then((value) => done.push(value))),
    ]
    gate.open()
    await Promise.all(jobs)
    expect(done).toEqual(['ann 1', 'bob 1', 'cy 1', 'ann 2', 'bob 2', 'ann 3'])
  })

  test('take turns with deferred jobs as well', async () => {
    const { run } = poolOf({ shareOf, canWait: () => true })
    const gate = new Gate()
    const done: unknown[] = []
    const names = ['ann 1', 'ann 2', 'bob 1']
    const jobs = [
      run({ do: 'work', until: gate.memory }),
      ...names.map((name) => run(answer(name)).then((value) => done.push(value))),
    ]
    gate.open()
    await Promise.all(jobs)
    expect(done).toEqual(['ann 1', 'bob 1', 'ann 2'])
  })

  test('do not wait for endless jobs of another user', async () => {
    const { run, pool } = poolOf({ shareOf, size: 2, slowAfter: A_WHILE })
    const endless = Array.from({ length: 20 }, () => run({ do: 'hang' }))
    expect(await run(answer('bob 1'))).toBe('bob 1')
    expect(await Promise.all([run(answer('bob 2')), run(answer('cy 1'))])).toEqual([
      'bob 2',
      'cy 1',
    ])
    expect(pool.workers).toBeLessThanOrEqual(4)
    pool.stop()
    await Promise.allSettled(endless)
  })
})

describe('a failing job', () => {
  test('that returns an error fails alone, and its worker continues', async () => {
    const { run, spawned } = poolOf()
    const jobs = [run({ do: 'fail' }), run(answer('fine'))].map(outcome)
    expect(await Promise.all(jobs)).toEqual(['failed: no luck', 'fine'])
    expect(spawned.count).toBe(1)
  })

  for (const deed of ['throw', 'exit'] as const) {
    test(`that crashes its worker (${deed}) fails alone`, async () => {
      const { run, spawned } = poolOf()
      const jobs = [run(answer(1)), run({ do: deed }), run(answer(3))].map(outcome)
      expect(await Promise.all(jobs)).toEqual([1, 'lost: crash', 3])
      expect(spawned.count).toBe(2)
    })
  }

  test('that crashes its worker after it is done does not affect the next one', async () => {
    const gone = Promise.withResolvers<unknown>()
    const { run } = poolOf({
      spawn: () => {
        const worker = spawn()
        worker.addEventListener('close', gone.resolve)
        return worker
      },
    })
    expect(await run({ do: 'throwLater' })).toBe('done')
    await gone.promise
    expect(await run(answer('fine'))).toBe('fine')
  })

  for (const deed of ['loop', 'hang'] as const) {
    test(`that never ends (${deed}) times out`, async () => {
      const { run, runWithin } = poolOf()
      const jobs = [runWithin(A_WHILE, { do: deed }), run(answer('fine'))].map(outcome)
      expect(await Promise.all(jobs)).toEqual(['lost: time', 'fine'])
    })
  }

  for (const deed of ['exit', 'loop'] as const) {
    test(`does not affect the next job of its worker (${deed})`, async () => {
      const { run, runWithin, spawned } = poolOf({ canWait: () => true })
      const first = deed === 'loop' ? runWithin(A_WHILE, { do: deed }) : run({ do: deed })
      const jobs = [first, run(answer('fine')), run(answer('too'))].map(outcome)
      const reason = deed === 'loop' ? 'time' : 'crash'
      expect(await Promise.all(jobs)).toEqual([`lost: ${reason}`, 'fine', 'too'])
      expect(spawned.count).toBe(2)
    })
  }

  test('whose worker cannot be started fails alone', async () => {
    const broken = { yet: true }
    const { run } = poolOf({
      spawn: () => {
        if (broken.yet) throw new Error('no threads left')
        return spawn()
      },
    })
    expect(await outcome(run(answer(1)))).toBe('lost: crash')
    broken.yet = false
    expect(await run(answer(2))).toBe(2)
  })

  test('whose worker cannot be loaded fails', async () => {
    const { run } = poolOf({
      spawn: () =>
        new Worker(new URL('./no-such-worker.ts', import.meta.url).href) as Worker & PoolWorker,
    })
    expect(await outcome(run(answer(1)))).toBe('lost: crash')
  })
})

describe('a job that waits for others', () => {
  test('releases its slot to the next one', async () => {
    const { run, pool } = poolOf()
    const gate = new Gate()
    const waiting = run({ do: 'wait', until: gate.memory })
    await run(answer('meanwhile'))
    expect(pool.workers).toBe(2)
    gate.open()
    expect(await waiting).toBe('waited')
  })

  test('continues at once, even if no slot is free', async () => {
    const { run } = poolOf()
    const [others, work] = [new Gate(), new Gate()]
    const waiting = run({ do: 'wait', until: others.memory })
    const working = run({ do: 'work', until: work.memory })
    await work.arrivals()
    others.open()
    expect(await waiting).toBe('waited')
    work.open()
    expect(await working).toBe('worked')
  })

  test('does not use up its time limit while it waits', async () => {
    const timeLimit = await startingTime()
    const { run, runWithin } = poolOf()
    // Its worker is already running.
    await run(answer('here'))
    expect(await runWithin(timeLimit, { do: 'wait', until: 2 * timeLimit })).toBe('waited')
  })

  test('has only the rest of its time limit afterwards', async () => {
    const { run } = poolOf({ timeLimit: 100 })
    const waiting = run({ do: 'wait', until: 50, after: 'loop' })
    expect(await outcome(waiting)).toBe('lost: time')
  })

  test('does not let the number of workers grow without limit', async () => {
    const { run, spawned } = poolOf({ size: 1, reserve: 2 })
    const gate = new Gate()
    const jobs = Array.from({ length: 10 }, () => run({ do: 'wait', until: gate.memory }))
    await gate.arrivals(3)
    gate.open()
    await Promise.all(jobs)
    expect(spawned.count).toBe(3)
  })
})

describe('a stopped pool', () => {
  test('fails running, queued and new jobs', async () => {
    const { pool, run } = poolOf()
    const gate = new Gate()
    const jobs = [run({ do: 'work', until: gate.memory }), run(answer(1)), run({ do: 'hang' })].map(
      outcome,
    )
    await gate.arrivals()
    pool.stop()
    expect(await Promise.all(jobs)).toEqual(['lost: stop', 'lost: stop', 'lost: stop'])
    expect(await outcome(run(answer(1)))).toBe('lost: stop')
    expect(pool.workers).toBe(0)
  })

  test('may be stopped again', () => {
    const { pool } = poolOf()
    pool.stop()
    expect(() => pool.stop()).not.toThrow()
  })
})
