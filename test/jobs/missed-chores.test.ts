import { describe, expect, test } from 'bun:test'
import { loadChoreRuns } from '@/db/queries/chore-runs'
import { type Chore, ChoreRunner } from '@/jobs/do-chores'
import { choresOf } from '@/jobs/schedule'
import { DAY, HOUR } from '@/lib/clock'
import { startServer } from '../support/client'
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

function aRunner() {
  const { ctx, clock } = startServer()
  const start = () => new ChoreRunner({ ctx, database: undefined as never })
  return { ctx, clock, start }
}

describe('a chore whose time came while the server did not run', () => {
  test('is done once when it runs again, and then at its next time', async () => {
    const { clock, start } = aRunner()
    const { chore, done } = aChore()
    await start().doMissed([chore])
    expect(done).toEqual([])
    clock.advance(2 * DAY)
    const runner = start()
    await runner.doMissed([chore])
    await runner.doMissed([chore])
    await start().doMissed([chore])
    expect(done).toEqual([clock.now()])
    clock.advance(DAY)
    await start().doMissed([chore])
    expect(done).toHaveLength(2)
  })

  test('is not made up for when it was done by the clock', async () => {
    const { clock, start } = aRunner()
    const { chore, done } = aChore()
    await start().doMissed([chore])
    clock.advance(2 * DAY)
    const runner = start()
    await runner.do(chore)
    await runner.doMissed([chore])
    expect(done).toHaveLength(1)
  })

  test('is left for its next time where nothing is lost by that', async () => {
    const { ctx, clock, start } = aRunner()
    const { chore, done } = aChore({ mayBeMissed: true })
    await start().doMissed([chore])
    clock.advance(2 * DAY)
    await start().doMissed([chore])
    expect(done).toEqual([])
    expect(await loadChoreRuns(ctx.db)).toEqual(new Map())
  })

  test('is tried again after an hour when it fails, and keeps no other from its turn', async () => {
    const { clock, start } = aRunner()
    const tried: number[] = []
    const failing = aChore({
      name: 'fail',
      run: async ({ ctx }) => {
        tried.push(ctx.clock.now())
        throw new Error('no luck')
      },
    })
    const other = aChore()
    const chores = [failing.chore, other.chore]
    const runner = start()
    await runner.doMissed(chores)
    clock.advance(2 * DAY)
    await runner.doMissed(chores)
    expect(other.done).toHaveLength(1)
    clock.advance(HOUR - 1)
    await runner.doMissed(chores)
    expect(tried).toHaveLength(1)
    clock.advance(1)
    await runner.doMissed(chores)
    expect(tried).toHaveLength(2)
  })

  test('is not begun while it is under way', async () => {
    const { clock, start } = aRunner()
    const { promise, resolve } = Promise.withResolvers<void>()
    let begun = 0
    const run = () => {
      begun += 1
      return promise
    }
    const { chore } = aChore({ run })
    const runner = start()
    await runner.doMissed([chore])
    clock.advance(2 * DAY)
    const first = runner.doMissed([chore])
    await until('it is under way', () => begun === 1)
    clock.advance(2 * HOUR)
    await runner.do(chore)
    await runner.doMissed([chore])
    resolve()
    await first
    expect(begun).toBe(1)
  })
})

test('the chores of a server have names of their own, and their runs are remembered', async () => {
  const { ctx, start } = aRunner()
  const chores = choresOf(ctx)
  expect(new Set(chores.map(({ name }) => name)).size).toBe(chores.length)
  await start().doMissed(chores)
  const lasting = chores.filter(({ mayBeMissed }) => !mayBeMissed).map(({ name }) => name)
  expect(new Set((await loadChoreRuns(ctx.db)).keys())).toEqual(new Set(lasting))
})

test('a chore that was done by a clock which was put back since does not wait until that time comes again', async () => {
  const { clock, start } = aRunner()
  const { chore, done } = aChore()
  const runner = start()
  await runner.doMissed([chore])
  clock.jump(-1000 * DAY)
  await runner.doMissed([chore])
  expect(done).toEqual([])
  clock.advance(DAY)
  await runner.doMissed([chore])
  expect(done).toEqual([clock.now()])
})
