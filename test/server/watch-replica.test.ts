import { expect, test } from 'bun:test'
import { watchCopy } from '@/server/replica/watch-replica'
import { writeTo } from '@/store/db/connections/transact'
import { advancePosition } from '@/store/db/replica/replication-position'
import { afterTest } from '../support/after-test'
import { startServer } from '../support/client'
import { startFakeServer, unusedUrl } from '../support/fake-server'
import { until } from '../support/until'

/** A replica that is up to date as far as it knows, and a primary that reports a replication position. */
function startWatch(position: string | undefined) {
  const { ctx, clock } = startServer()
  const headers = position === undefined ? {} : { 'x-milepost-position': position }
  const primary = startFakeServer(() => new Response('pong', { headers }))
  return { ctx, clock, primary, watch: watchCopy(ctx, { primaryUrl: primary.url }) }
}

test('the primary is asked and the replica is checked without a request', async () => {
  const { clock, primary, watch } = startWatch('3')
  afterTest(watch.start().stop)
  await until('a question', () => primary.asked.length > 0)
  clock.advance(11_000)
  await until('being behind', watch.isBehind)
})

test.each([
  ['', 0],
  [', even if the clock is set back', -3_600_000],
])(
  'a replica that does not reach a position of the primary in ten seconds is outdated until it does%s',
  async (_, jump) => {
    const { ctx, clock, primary, watch } = startWatch('3')
    await watch.check()
    expect(primary.asked[0]?.headers.get('x-milepost-position-wanted')).toBe('now')
    expect(watch.isBehind()).toBe(false)
    clock.jump(jump)
    clock.advance(9000)
    await watch.check()
    expect(watch.isBehind()).toBe(false)
    clock.advance(2000)
    await watch.check()
    expect(watch.isBehind()).toBe(true)
    await writeTo(ctx.db, (tx) => advancePosition(tx, 3))
    await watch.check()
    expect(watch.isBehind()).toBe(false)
  },
)

test('a primary that is unreachable or does not trust this server does not make the replica outdated', async () => {
  const { clock, primary, watch } = startWatch(undefined)
  await watch.check()
  clock.advance(60_000)
  await watch.check()
  expect(primary.asked.length).toBe(2)
  expect(watch.isBehind()).toBe(false)
  const { ctx, clock: later } = startServer()
  const alone = watchCopy(ctx, { primaryUrl: unusedUrl() })
  await alone.check()
  later.advance(60_000)
  await alone.check()
  expect(alone.isBehind()).toBe(false)
})
