import { describe, expect, test } from 'bun:test'
import { forEachFew } from '@/web/screens/workouts/for-each-few'

const THINGS = [1, 2, 3, 4, 5, 6, 7]

describe('forEachFew', () => {
  test('takes everything once, in order, and never more at a time than it may', async () => {
    const begun: number[] = []
    let underWay = 0
    let most = 0
    const { signal } = new AbortController()
    await forEachFew(THINGS, { atOnce: 3, signal }, async (thing) => {
      begun.push(thing)
      most = Math.max(most, ++underWay)
      await Bun.sleep(thing % 2)
      underWay--
    })
    expect(begun).toEqual(THINGS)
    expect(most).toBe(3)
  })

  test('begins nothing new once it is stopped, and waits for what is under way', async () => {
    const ended: number[] = []
    const stop = new AbortController()
    await forEachFew(THINGS, { atOnce: 2, signal: stop.signal }, async (thing) => {
      await Bun.sleep(1)
      ended.push(thing)
      if (ended.length === 3) stop.abort()
    })
    expect(ended.toSorted()).toEqual([1, 2, 3, 4])
  })

  test('has nothing to do with nothing', async () => {
    const { signal } = new AbortController()
    await forEachFew([], { atOnce: 3, signal }, () => Promise.reject(new Error('never')))
  })
})
