import { afterEach, describe, expect, test } from 'bun:test'
import { availableParallelism } from 'node:os'
import { type PoolOptions, WorkerPool } from '@/workers/pool'
import type { WorkerMessage } from '@/workers/track-job'
import type { PoolWorker } from '@/workers/worker-slot'
import { Gate } from '../../support/gate'
import type { Order } from '../../support/obedient-worker'
import { until } from '../../support/until'

/** Milliseconds for what must not happen to happen. */
const A_WHILE = 50

const pools: WorkerPool<Order, unknown>[] = []

afterEach(() => {
  for (const pool of pools.splice(0)) pool.stop()
})

const spawn = () =>
  new Worker(new URL('../../support/obedient-worker.ts', import.meta.url).href) as PoolWorker

/** A pool, and how many workers it has made. */
function poolOf(changes: Partial<PoolOptions<Order>> = {}) {
  const spawned = { count: 0 }
  const options: PoolOptions<Order> = {
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
  const pool = new WorkerPool<Order, unknown>(options)
  pools.push(pool)
  const run = (order: Order) => pool.run(order)
  /** Runs a job that has little time; others have as much as they need to start, however busy the machine is. */
  const runWithin = (milliseconds: number, order: Order) => {
    const { timeLimit } = options
    options.timeLimit = milliseconds
    const job = run(order)
    options.timeLimit = timeLimit
    return job
  }
  return { pool, spawned, run, runWithin }
}

const answer = (value: unknown): Order => ({ do: 'answer', value })
/** Far longer than a worker that is there needs to answer, on this machine and at this hour, in milliseconds. */
async function startingTime(): Promise<number> {
  const began = performance.now()
  await poolOf().run(answer('here'))
  return Math.max(300, 20 * (performance.now() - began))
}
/** What became of a job. */
const outcome = (job: Promise<unknown>) => job.catch((error: Error) => error.message)

describe('a pool of workers', () => {
  test('answers jobs in their order', async () => {
    const { run, spawned } = poolOf()
    const jobs = Array.from({ length: 50 }, (_, i) => run(answer(i)))
    expect(await Promise.all(jobs)).toEqual(Array.from({ length: 50 }, (_, i) => i))
    expect(spawned.count).toBe(1)
  })

  test('has no worker before there is work', async () => {
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

  test('does last what can wait, whenever it came', async () => {
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

  test('has no worker on the last core for what can wait, until that has been patient', async () => {
    const { run, spawned } = poolOf({ size: 2, canWait: () => true, patience: () => A_WHILE })
    const gate = new Gate()
    const jobs = [1, 2, 3].map(() => run({ do: 'work', until: gate.memory }))
    expect(spawned.count).toBe(1)
    while (spawned.count < 2) await Bun.sleep(1)
    gate.open()
    await Promise.all(jobs)
    expect(spawned.count).toBe(2)
  })

  test('has a worker there at once for one of many that can wait', async () => {
    const patience = (order: Order) => (order.do === 'work' ? 0 : 1e6)
    const { run, spawned } = poolOf({ size: 2, canWait: () => true, patience })
    const gate = new Gate()
    const jobs = [1, 2, 3].map(() => run({ do: 'work', until: gate.memory }))
    expect(spawned.count).toBe(2)
    gate.open()
    await Promise.all(jobs)
  })

  test('has what can wait done by every worker that is there', async () => {
    const canWait = (order: Order) => order.do === 'work'
    const { run, spawned } = poolOf({ size: 2, canWait, patience: () => 1e6 })
    await Promise.all([run(answer(1)), run(answer(2))])
    expect(spawned.count).toBe(2)
    const gates = [new Gate(), new Gate()]
    const jobs = gates.map((gate) => run({ do: 'work', until: gate.memory }))
    gates[1]?.open()
    expect(await jobs[1]).toBe('worked')
    gates[0]?.open()
    expect(await jobs[0]).toBe('worked')
  })

  test('sends a worker the next steady job before one is done', async () => {
    const { run } = poolOf({ canWait: () => true, isSteady: () => true })
    const [first, second] = [new Gate(), new Gate()]
    const jobs = [first, second].map((gate) => run({ do: 'work', until: gate.memory }))
    await first.arrivals()
    first.open()
    // This thread does nothing else meanwhile, and hears of no job that is done.
    const deadline = performance.now() + 20_000
    while (!second.isReached && performance.now() < deadline);
    expect(second.isReached).toBe(true)
    second.open()
    expect(await Promise.all(jobs)).toEqual(['worked', 'worked'])
  })

  test('lets one job that can wait, but no more, go before those that cannot', async () => {
    const { run } = poolOf({ canWait: (order) => order.do !== 'answer', isSteady: () => true })
    const gate = new Gate()
    const done: string[] = []
    const jobs = [
      run({ do: 'work', until: gate.memory }),
      ...[1, 2].map(() => run({ do: 'who' }).then(() => void done.push('can wait'))),
      run(answer(1)).then(() => void done.push('cannot')),
    ]
    gate.open()
    await Promise.all(jobs)
    expect(done).toEqual(['can wait', 'cannot', 'can wait'])
  })

  test('works on as many jobs at a time as it may', async () => {
    const { run, spawned } = poolOf({ size: 3 })
    const names = await Promise.all(Array.from({ length: 3 }, () => run({ do: 'who' })))
    expect(new Set(names).size).toBe(3)
    await Promise.all(Array.from({ length: 20 }, () => run({ do: 'who' })))
    expect(spawned.count).toBe(3)
  })

  test('ends workers that have nothing to do', async () => {
    const { run, pool, spawned } = poolOf({ idleLimit: 30 })
    const first = await run({ do: 'who' })
    while (pool.workers > 0) await Bun.sleep(10)
    expect(await run({ do: 'who' })).not.toBe(first)
    expect(spawned.count).toBe(2)
  })

  test('keeps a worker that is used again in time', async () => {
    const idleLimit = 1000
    // A busy machine may stretch a pause beyond the limit: such a round shows nothing, and another one is made.
    await until('a round without a long pause', async () => {
      const { run, spawned } = poolOf({ idleLimit })
      await run({ do: 'who' })
      const began = performance.now()
      let longest = 0
      while (performance.now() - began < 1.5 * idleLimit) {
        const rested = performance.now()
        await Bun.sleep(idleLimit / 20)
        longest = Math.max(longest, performance.now() - rested)
        await run({ do: 'who' })
      }
      if (longest > 0.9 * idleLimit) return false
      expect(spawned.count).toBe(1)
      return true
    })
  })
})

describe('a job that goes wrong', () => {
  test('by its own account fails alone, and its worker goes on', async () => {
    const { run, spawned } = poolOf()
    const jobs = [run({ do: 'fail' }), run(answer('fine'))].map(outcome)
    expect(await Promise.all(jobs)).toEqual(['failed: no luck', 'fine'])
    expect(spawned.count).toBe(1)
  })

  for (const deed of ['throw', 'exit'] as const) {
    test(`and brings its worker down (${deed}) fails alone`, async () => {
      const { run, spawned } = poolOf()
      const jobs = [run(answer(1)), run({ do: deed }), run(answer(3))].map(outcome)
      expect(await Promise.all(jobs)).toEqual([1, 'lost: crash', 3])
      expect(spawned.count).toBe(2)
    })
  }

  test('after it is done does no harm to the next one', async () => {
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
    test(`and never ends (${deed}) is given up in time`, async () => {
      const { run, runWithin } = poolOf()
      const jobs = [runWithin(A_WHILE, { do: deed }), run(answer('fine'))].map(outcome)
      expect(await Promise.all(jobs)).toEqual(['lost: time', 'fine'])
    })
  }

  for (const deed of ['exit', 'loop'] as const) {
    test(`does no harm to the one that its worker was to do next (${deed})`, async () => {
      const { run, runWithin, spawned } = poolOf({ canWait: () => true, isSteady: () => true })
      const first = deed === 'loop' ? runWithin(A_WHILE, { do: deed }) : run({ do: deed })
      const jobs = [first, run(answer('fine')), run(answer('too'))].map(outcome)
      const reason = deed === 'loop' ? 'time' : 'crash'
      expect(await Promise.all(jobs)).toEqual([`lost: ${reason}`, 'fine', 'too'])
      expect(spawned.count).toBe(2)
    })
  }

  test('for want of a worker fails, and nothing else', async () => {
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

  test('because its worker cannot be loaded fails', async () => {
    const { run } = poolOf({
      spawn: () => new Worker(new URL('./no-such-worker.ts', import.meta.url).href) as PoolWorker,
    })
    expect(await outcome(run(answer(1)))).toBe('lost: crash')
  })
})

describe('a job that waits for others', () => {
  test('gives its place to the next one', async () => {
    const { run, pool } = poolOf()
    const gate = new Gate()
    const waiting = run({ do: 'wait', until: gate.memory })
    await run(answer('meanwhile'))
    expect(pool.workers).toBe(2)
    gate.open()
    expect(await waiting).toBe('waited')
  })

  test('goes on when there is a place again, and before new ones begin', async () => {
    const ready = Promise.withResolvers<void>()
    const { run } = poolOf({
      spawn: () => {
        const worker = spawn()
        worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
          if (data.kind === 'ready') ready.resolve()
        })
        return worker
      },
    })
    const order: unknown[] = []
    const [others, work] = [new Gate(), new Gate()]
    const jobs = [
      run({ do: 'wait', until: others.memory }),
      run({ do: 'work', until: work.memory }),
      run(answer('new')),
    ].map((job) => job.then((end) => order.push(end)))
    await work.arrivals()
    others.open()
    await ready.promise
    expect(order).toEqual([])
    work.open()
    await Promise.all(jobs)
    expect(order).toEqual(['worked', 'waited', 'new'])
  })

  test('does not use up its time', async () => {
    const timeLimit = await startingTime()
    const { run, runWithin } = poolOf()
    // Its worker is there already.
    await run(answer('here'))
    expect(await runWithin(timeLimit, { do: 'wait', until: 2 * timeLimit })).toBe('waited')
  })

  test('has only the rest of its time afterwards', async () => {
    const { run } = poolOf({ timeLimit: 100 })
    const waiting = run({ do: 'wait', until: 50, after: 'loop' })
    expect(await outcome(waiting)).toBe('lost: time')
  })

  test('does not let the number of workers grow without bound', async () => {
    const { run, pool } = poolOf({ size: 1, reserve: 2 })
    const gate = new Gate()
    const jobs = Array.from({ length: 10 }, () => run({ do: 'wait', until: gate.memory }))
    await gate.arrivals(3)
    await Bun.sleep(A_WHILE)
    expect(pool.workers).toBe(3)
    gate.open()
    await Promise.all(jobs)
  })
})

describe('a pool that is stopped', () => {
  test('fails the jobs under way, those in the queue and those to come', async () => {
    const { pool, run } = poolOf()
    const jobs = [run({ do: 'loop' }), run(answer(1)), run({ do: 'hang' })].map(outcome)
    await Bun.sleep(A_WHILE)
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
