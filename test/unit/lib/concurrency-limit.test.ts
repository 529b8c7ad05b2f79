import { expect, test } from 'bun:test'
import { ConcurrencyLimit } from '@/lib/concurrency/concurrency-limit'

test('a concurrency limit admits callers in order, for each key separately', async () => {
  const limit = new ConcurrencyLimit({ maxRunning: 1, maxWaiting: 1 })
  const order: string[] = []
  const first = await limit.acquire('ann')
  const second = limit.acquire('ann').then((release) => {
    order.push('second')
    return release
  })
  expect(await limit.acquire('ann')).toBeUndefined()
  const other = await limit.acquire('bob')
  expect(other).toBeFunction()
  order.push('first ends')
  first?.()
  first?.()
  const release = await second
  expect(order).toEqual(['first ends', 'second'])
  release?.()
  expect(await limit.acquire('ann')).toBeFunction()
})
