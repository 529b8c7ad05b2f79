import { describe, expect, test } from 'bun:test'
import { setImmediate } from 'node:timers/promises'
import { forEachLimited } from '@/web/screens/workouts/bulk/for-each-batch'

const THINGS = [1, 2, 3, 4, 5, 6, 7]

describe('forEachFew', () => {
  test('processes every item once, in order, with limited concurrency', async () => {
    const begun: number[] = []
    let underWay = 0
    let most = 0
    const { signal } = new AbortController()
    await forEachLimited(THINGS, { atOnce: 3, signal }, async (thing) => {
      begun.push(thing)
      most = Math.max(most, ++underWay)
      for (let turn = 0; turn <= thing % 2; turn++) await setImmediate()
      underWay--
    })
    expect(begun).toEqual(THINGS)
    expect(most).toBe(3)
  })

  test('starts nothing new after it is aborted, and awaits running work', async () => {
    const ended: number[] = []
    const stop = new AbortController()
    await forEachLimited(THINGS, { atOnce: 2, signal: stop.signal }, async (thing) => {
      await setImmediate()
      ended.push(thing)
      if (ended.length === 3) stop.abort()
    })
    expect(ended.toSorted()).toEqual([1, 2, 3, 4])
  })

  test('does nothing for an empty list', async () => {
    const { signal } = new AbortController()
    await forEachLimited([], { atOnce: 3, signal }, () => Promise.reject(new Error('never')))
  })
})
