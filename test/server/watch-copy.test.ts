import { expect, test } from 'bun:test'
import { advancePosition } from '@/db/position'
import { writeTo } from '@/db/transact'
import { watchCopy } from '@/server/watch-copy'
import { afterTest } from '../support/after-test'
import { startServer } from '../support/client'
import { nobody, standIn } from '../support/stand-in'
import { until } from '../support/until'

/** A server whose copy is followed, as far as it knows, and a primary that tells a position. */
function startWatch(position: string | undefined) {
  const { ctx, clock } = startServer()
  const headers = position === undefined ? {} : { 'x-milepost-position': position }
  const primary = standIn(() => new Response('pong', { headers }))
  const watch = watchCopy(ctx, { primaryUrl: primary.url })
  const { stop } = watch.start()
  afterTest(stop)
  return { ctx, clock, primary, watch }
}

test.each([
  ['', 0],
  [', though the clock is put back', -3_600_000],
])(
  'a copy that does not come to a position of the primary in ten seconds is behind until it does%s',
  async (_, jump) => {
    const { ctx, clock, primary, watch } = startWatch('3')
    await until('a question', () => primary.asked.length > 0)
    expect(primary.asked[0]?.headers.get('x-milepost-position-wanted')).toBe('now')
    expect(watch.isBehind()).toBe(false)
    clock.jump(jump)
    clock.advance(9000)
    await Bun.sleep(1200)
    expect(watch.isBehind()).toBe(false)
    clock.advance(2000)
    await until('being behind', watch.isBehind)
    await writeTo(ctx.db, (tx) => advancePosition(tx, 3))
    await until('being current', () => !watch.isBehind())
  },
  30_000,
)

test('a primary that does not trust this server, or is gone, makes no copy old', async () => {
  const { clock, primary, watch } = startWatch(undefined)
  await until('a question', () => primary.asked.length > 0)
  clock.advance(60_000)
  await until('another', () => primary.asked.length > 1)
  expect(watch.isBehind()).toBe(false)
  const { ctx, clock: later } = startServer()
  const alone = watchCopy(ctx, { primaryUrl: nobody() })
  afterTest(alone.start().stop)
  await Bun.sleep(1200)
  later.advance(60_000)
  await Bun.sleep(1200)
  expect(alone.isBehind()).toBe(false)
}, 30_000)
