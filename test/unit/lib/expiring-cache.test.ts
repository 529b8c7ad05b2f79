import { describe, expect, test } from 'bun:test'
import { expiringCache } from '@/lib/expiring-cache'
import { testClock } from '../../support/clock'

function newCache() {
  const clock = testClock()
  return { clock, cache: expiringCache<number>({ clock, lifetime: 1000, entries: 2 }) }
}

describe('an expiring cache', () => {
  test('remembers a value until its time is over', () => {
    const { clock, cache } = newCache()
    cache.set('a', 1)
    clock.advance(999)
    expect(cache.get('a')).toBe(1)
    clock.advance(1)
    expect(cache.get('a')).toBeUndefined()
  })

  test('counts the time from when the value was set, not used', () => {
    const { clock, cache } = newCache()
    cache.set('a', 1)
    clock.advance(600)
    cache.get('a')
    clock.advance(600)
    expect(cache.get('a')).toBeUndefined()
    cache.set('a', 2)
    clock.advance(600)
    expect(cache.get('a')).toBe(2)
  })

  test('makes room by dropping what was used longest ago', () => {
    const { cache } = newCache()
    cache.set('a', 1)
    cache.set('b', 2)
    cache.get('a')
    cache.set('c', 3)
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3])
  })
})
