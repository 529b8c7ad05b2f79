import { describe, expect, test } from 'bun:test'
import { loadChoreRuns } from '@/db/queries/chore-runs'
import { type Chore, ChoreRunner } from '@/jobs/do-chores'
import { choresOf } from '@/jobs/schedule'
import { DAY, HOUR, MINUTE } from '@/lib/clock'
import { startServer } from '../support/client'
import { standIn } from '../support/machine-zone'
import { until } from '../support/until'

/** A chore of every night that counts how often it is done. */
function aChore(more: Partial<Chore> = {}) {
  const done: number[] = []
  const chore: Chore = {
    name: 'sweep the floor',
    when: '11 3 * * *',
    run: async ({ ctx }) => done.push(ctx.clock.now()),
    ...more,
  }
  return { chore, done }
}

/** A chore that fails. */
function aFailing(more: Partial<Chore> = {}) {
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

/** A chore that is under way until it is let end. */
function aLasting(more: Partial<Chore> = {}) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun: number[] = []
  const run: Chore['run'] = ({ ctx }) => {
    begun.push(ctx.clock.now())
    return promise
  }
  return { ...aChore({ name: 'last', run, ...more }), begun, end: resolve }
}

function aServer() {
  const { ctx, clock } = startServer()
  const start = (...chores: Chore[]) =>
    new ChoreRunner({ ctx, database: undefined as never }, chores)
  return { ctx, clock, start }
}

describe('a chore', () => {
  test('is done once at each of its times, by a server that looks at the clock again and again', async () => {
    standIn('UTC')
    const { clock, start } = aServer()
    const nightly = aChore()
    const hourly = aChore({ name: 'hourly', when: '47 * * * *', mayBeMissed: true })
    const runner = start(nightly.chore, hourly.chore)
    const until = clock.now() + 2 * DAY
    for (; clock.now() < until; clock.advance(10 * MINUTE)) await runner.look()
    const times = (done: number[]) => done.map((at) => new Date(at).toISOString().slice(5, 16))
    expect(times(nightly.done)).toEqual(['03-15T03:20', '03-16T03:20'])
    expect(times(hourly.done).slice(0, 2)).toEqual(['03-14T12:50', '03-14T13:50'])
    expect(hourly.done).toHaveLength(48)
  })

  test('of a few minutes is done as often as it says', async () => {
    const { clock, start } = aServer()
    const { chore, done } = aChore({ when: '*/10 * * * *' })
    const runner = start(chore)
    for (let minute = 0; minute < 60; minute++) {
      clock.advance(MINUTE)
      await runner.look()
    }
    expect(done).toHaveLength(6)
  })

  test('is not begun while it is under way, and keeps no other from its turn', async () => {
    const { clock, start } = aServer()
    const lasting = aLasting()
    const other = aChore({ when: '21 3 * * *' })
    const runner = start(lasting.chore, other.chore)
    await runner.look()
    clock.advance(2 * DAY)
    const first = runner.look()
    await until('it is under way', () => lasting.begun.length === 1)
    expect(other.done).toEqual([])
    await runner.look()
    expect(other.done).toHaveLength(1)
    clock.advance(DAY)
    await runner.look()
    expect(other.done).toHaveLength(2)
    lasting.end()
    await first
    expect(other.done).toHaveLength(2)
    expect(lasting.begun).toHaveLength(1)
  })

  test('is tried again after an hour when it fails, and keeps no other from its turn', async () => {
    const { clock, start } = aServer()
    const [failing, other] = [aFailing(), aChore()]
    const runner = start(failing.chore, other.chore)
    await runner.look()
    clock.advance(2 * DAY)
    await runner.look()
    expect(other.done).toHaveLength(1)
    clock.advance(HOUR - 1)
    await runner.look()
    expect(failing.tried).toHaveLength(1)
    clock.advance(1)
    await runner.look()
    await runner.look()
    expect(failing.tried).toHaveLength(2)
    expect(other.done).toHaveLength(1)
  })

  test('that fails is tried again at its next time when that comes before', async () => {
    const { clock, start } = aServer()
    const { chore, tried } = aFailing({ when: '*/10 * * * *' })
    const runner = start(chore)
    for (let minute = 0; minute < 20; minute++) {
      clock.advance(MINUTE)
      await runner.look()
    }
    expect(tried).toHaveLength(2)
  })
})

describe('a chore whose time came while the server did not run', () => {
  test('is done once when it runs again, and then at its next time', async () => {
    const { clock, start } = aServer()
    const { chore, done } = aChore()
    await start(chore).look()
    expect(done).toEqual([])
    clock.advance(2 * DAY)
    const runner = start(chore)
    await runner.look()
    await runner.look()
    await start(chore).look()
    expect(done).toEqual([clock.now()])
    clock.advance(DAY)
    await start(chore).look()
    expect(done).toHaveLength(2)
  })

  test('is done at once by the next process when this one failed', async () => {
    const { clock, start } = aServer()
    const [failing, working] = [aFailing({ name: 'same' }), aChore({ name: 'same' })]
    await start(failing.chore).look()
    clock.advance(2 * DAY)
    await start(failing.chore).look()
    expect(failing.tried).toHaveLength(1)
    await start(working.chore).look()
    expect(working.done).toHaveLength(1)
  })

  test('is left for its next time where nothing is lost by that', async () => {
    const { ctx, clock, start } = aServer()
    const { chore, done } = aChore({ mayBeMissed: true })
    await start(chore).look()
    clock.advance(2 * DAY)
    await start(chore).look()
    expect(done).toEqual([])
    expect(await loadChoreRuns(ctx.db)).toEqual(new Map())
  })
})

test('the chores of a server have names of their own, and their runs are remembered', async () => {
  const { ctx, start } = aServer()
  const chores = choresOf(ctx)
  expect(new Set(chores.map(({ name }) => name)).size).toBe(chores.length)
  await start(...chores).look()
  const lasting = chores.filter(({ mayBeMissed }) => !mayBeMissed).map(({ name }) => name)
  expect(new Set((await loadChoreRuns(ctx.db)).keys())).toEqual(new Set(lasting))
})

describe('a clock that is set', () => {
  test.each([
    ['while the server runs', false],
    ['while it does not', true],
  ])(
    'back by years, %s, does not put a chore off until that time comes again',
    async (_, stopped) => {
      const { clock, start } = aServer()
      const { chore, done } = aChore()
      const first = start(chore)
      await first.look()
      clock.jump(-1000 * DAY)
      const runner = stopped ? start(chore) : first
      await runner.look()
      expect(done).toEqual([])
      clock.advance(DAY)
      await runner.look()
      await runner.look()
      expect(done).toEqual([clock.now()])
    },
  )

  test('back by a moment does not make a chore due again', async () => {
    standIn('UTC')
    const { clock, start } = aServer()
    const { chore, done } = aChore()
    const runner = start(chore)
    await runner.look()
    clock.set('2026-03-15T03:11:00.005Z')
    await runner.look()
    for (const step of [-2000, 3000, DAY - HOUR]) {
      clock.jump(step)
      await runner.look()
    }
    expect(done).toHaveLength(1)
    clock.advance(HOUR)
    await runner.look()
    expect(done).toHaveLength(2)
  })

  test('forward makes a chore due once, also one that may be missed', async () => {
    const { clock, start } = aServer()
    const { chore, done } = aChore({ mayBeMissed: true })
    const runner = start(chore)
    await runner.look()
    clock.jump(10 * 365 * DAY)
    await runner.look()
    await runner.look()
    expect(done).toHaveLength(1)
  })
})

test('a database that cannot be read is asked again at the next look', async () => {
  const { ctx, clock } = aServer()
  const { chore, done } = aChore()
  const broken = { ...ctx }
  const runner = new ChoreRunner({ ctx: broken, database: undefined as never }, [chore])
  broken.db = undefined as never
  await runner.look()
  clock.advance(DAY)
  broken.db = ctx.db
  await runner.look()
  expect(done).toEqual([clock.now()])
})
