import { describe, expect, test } from 'bun:test'
import { JobRunner, type ScheduledJob } from '@/jobs/run-scheduled-jobs'
import { listScheduledJobs } from '@/jobs/schedule'
import { DiskFailedError } from '@/lib/system-errors'
import { DAY, HOUR, MINUTE } from '@/lib/time/clock'
import { connectionsOf } from '@/store/db/connections/dialect'
import { loadJobRuns } from '@/store/db/queries/tasks/job-runs'
import { startServer } from '../support/client'
import { setTimeZone } from '../support/machine-zone'
import { until } from '../support/until'

/** A nightly job that counts its runs. */
function aChore(more: Partial<ScheduledJob> = {}) {
  const done: number[] = []
  const chore: ScheduledJob = {
    name: 'sweep the floor',
    when: '11 3 * * *',
    run: async ({ ctx }) => done.push(ctx.clock.now()),
    ...more,
  }
  return { chore, done }
}

/** A job that fails. */
function aFailing(more: Partial<ScheduledJob> = {}) {
  const tried: number[] = []
  const { chore } = aChore({
    name: 'fail',
    run: async ({ ctx }) => {
      tried.push(ctx.clock.now())
      throw new Error('no luck')
    },
    ...more,
  })
  return { chore, tried }
}

/** A job that runs until it is released. */
function aLasting(more: Partial<ScheduledJob> = {}) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun: number[] = []
  const run: ScheduledJob['run'] = ({ ctx }) => {
    begun.push(ctx.clock.now())
    return promise
  }
  return { ...aChore({ name: 'last', run, ...more }), begun, end: resolve }
}

function aServer() {
  const { ctx, clock } = startServer()
  const start = (...chores: ScheduledJob[]) =>
    new JobRunner({ ctx, database: undefined as never }, chores)
  return { ctx, clock, start }
}

test('no job runs after the disk has failed, because it could delete files of rows that come back', async () => {
  const { ctx, clock, start } = aServer()
  const nightly = aChore()
  const runner = start(nightly.chore)
  await runner.runDue()
  Object.defineProperty(connectionsOf(ctx.db), 'failure', {
    value: new DiskFailedError(new Error('EIO')),
  })
  clock.advance(2 * DAY)
  await runner.runDue()
  expect(nightly.done).toEqual([])
})

describe('a scheduled job', () => {
  test('runs once at each of its times, on a server that checks the clock repeatedly', async () => {
    setTimeZone('UTC')
    const { clock, start } = aServer()
    const nightly = aChore()
    const hourly = aChore({ name: 'hourly', when: '47 * * * *', isSkippable: true })
    const runner = start(nightly.chore, hourly.chore)
    const until = clock.now() + 2 * DAY
    for (; clock.now() < until; clock.advance(10 * MINUTE)) await runner.runDue()
    const times = (done: number[]) => done.map((at) => new Date(at).toISOString().slice(5, 16))
    expect(times(nightly.done)).toEqual(['03-15T03:20', '03-16T03:20'])
    expect(times(hourly.done).slice(0, 2)).toEqual(['03-14T12:50', '03-14T13:50'])
    expect(hourly.done).toHaveLength(48)
  })

  test('with an interval of minutes runs at that interval', async () => {
    const { clock, start } = aServer()
    const { chore, done } = aChore({ when: '*/10 * * * *' })
    const runner = start(chore)
    for (let minute = 0; minute < 60; minute++) {
      clock.advance(MINUTE)
      await runner.runDue()
    }
    expect(done).toHaveLength(6)
  })

  test('does not start while it is running, and does not delay others', async () => {
    const { clock, start } = aServer()
    const lasting = aLasting()
    const other = aChore({ when: '21 3 * * *' })
    const runner = start(lasting.chore, other.chore)
    await runner.runDue()
    clock.advance(2 * DAY)
    const first = runner.runDue()
    await until('it is under way', () => lasting.begun.length === 1)
    expect(other.done).toEqual([])
    await runner.runDue()
    expect(other.done).toHaveLength(1)
    clock.advance(DAY)
    await runner.runDue()
    expect(other.done).toHaveLength(2)
    lasting.end()
    await first
    expect(other.done).toHaveLength(2)
    expect(lasting.begun).toHaveLength(1)
  })

  test('is retried an hour after it fails, and does not delay others', async () => {
    const { clock, start } = aServer()
    const [failing, other] = [aFailing(), aChore()]
    const runner = start(failing.chore, other.chore)
    await runner.runDue()
    clock.advance(2 * DAY)
    await runner.runDue()
    expect(other.done).toHaveLength(1)
    clock.advance(HOUR - 1)
    await runner.runDue()
    expect(failing.tried).toHaveLength(1)
    clock.advance(1)
    await runner.runDue()
    await runner.runDue()
    expect(failing.tried).toHaveLength(2)
    expect(other.done).toHaveLength(1)
  })

  test('that fails is retried at its next time if that is earlier', async () => {
    const { clock, start } = aServer()
    const { chore, tried } = aFailing({ when: '*/10 * * * *' })
    const runner = start(chore)
    for (let minute = 0; minute < 20; minute++) {
      clock.advance(MINUTE)
      await runner.runDue()
    }
    expect(tried).toHaveLength(2)
  })
})

describe('a job that was missed while the server was down', () => {
  test('runs once at the next start and then at its next time', async () => {
    const { clock, start } = aServer()
    const { chore, done } = aChore()
    await start(chore).runDue()
    expect(done).toEqual([])
    clock.advance(2 * DAY)
    const runner = start(chore)
    await runner.runDue()
    await runner.runDue()
    await start(chore).runDue()
    expect(done).toEqual([clock.now()])
    clock.advance(DAY)
    await start(chore).runDue()
    expect(done).toHaveLength(2)
  })

  test('runs at once in the next process when it failed in this one', async () => {
    const { clock, start } = aServer()
    const [failing, working] = [aFailing({ name: 'same' }), aChore({ name: 'same' })]
    await start(failing.chore).runDue()
    clock.advance(2 * DAY)
    await start(failing.chore).runDue()
    expect(failing.tried).toHaveLength(1)
    await start(working.chore).runDue()
    expect(working.done).toHaveLength(1)
  })

  test('waits for its next time if it may be missed', async () => {
    const { ctx, clock, start } = aServer()
    const { chore, done } = aChore({ isSkippable: true })
    await start(chore).runDue()
    clock.advance(2 * DAY)
    await start(chore).runDue()
    expect(done).toEqual([])
    expect(await loadJobRuns(ctx.db)).toEqual(new Map())
  })
})

test('the jobs of a server have unique names, and their runs are recorded', async () => {
  const { ctx, start } = aServer()
  const chores = listScheduledJobs(ctx)
  expect(new Set(chores.map(({ name }) => name)).size).toBe(chores.length)
  await start(...chores).runDue()
  const lasting = chores.filter(({ isSkippable }) => !isSkippable).map(({ name }) => name)
  expect(new Set((await loadJobRuns(ctx.db)).keys())).toEqual(new Set(lasting))
})

describe('a clock that is changed', () => {
  test.each([
    ['while the server runs', false],
    ['while it does not', true],
  ])('back by years, %s, does not delay a job until that time returns', async (_, stopped) => {
    const { clock, start } = aServer()
    const { chore, done } = aChore()
    const first = start(chore)
    await first.runDue()
    clock.jump(-1000 * DAY)
    const runner = stopped ? start(chore) : first
    await runner.runDue()
    expect(done).toEqual([])
    clock.advance(DAY)
    await runner.runDue()
    await runner.runDue()
    expect(done).toEqual([clock.now()])
  })

  test('back by a moment does not make a job due again', async () => {
    setTimeZone('UTC')
    const { clock, start } = aServer()
    const { chore, done } = aChore()
    const runner = start(chore)
    await runner.runDue()
    clock.set('2026-03-15T03:11:00.005Z')
    await runner.runDue()
    for (const step of [-2000, 3000, DAY - HOUR]) {
      clock.jump(step)
      await runner.runDue()
    }
    expect(done).toHaveLength(1)
    clock.advance(HOUR)
    await runner.runDue()
    expect(done).toHaveLength(2)
  })

  test('forward makes a job due once, even one that may be missed', async () => {
    const { clock, start } = aServer()
    const { chore, done } = aChore({ isSkippable: true })
    const runner = start(chore)
    await runner.runDue()
    clock.jump(10 * 365 * DAY)
    await runner.runDue()
    await runner.runDue()
    expect(done).toHaveLength(1)
  })
})

test('an unreadable database is tried again at the next check', async () => {
  const { ctx, clock } = aServer()
  const { chore, done } = aChore()
  const broken = { ...ctx }
  const runner = new JobRunner({ ctx: broken, database: undefined as never }, [chore])
  broken.db = undefined as never
  await runner.runDue()
  clock.advance(DAY)
  broken.db = ctx.db
  await runner.runDue()
  expect(done).toEqual([clock.now()])
})
