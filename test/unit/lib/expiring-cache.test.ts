import { describe, expect, test } from 'bun:test'
import { createExpiringCache } from '@/lib/concurrency/expiring-cache'
import { testClock } from '../../support/clock'

function newCache() {
  const clock = testClock()
  return { clock, cache: createExpiringCache<number>({ clock, lifetime: 1000, entries: 2 }) }
}

describe('ExpiringCache', () => {
  test('returns a value until it expires', () => {
    const { clock, cache } = newCache()
    cache.set('a', 1)
    clock.advance(999)
    expect(cache.get('a')).toBe(1)
    clock.advance(1)
    expect(cache.get('a')).toBeUndefined()
  })

  test('counts the lifetime from the last set, not from the last get', () => {
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

  test('evicts the least recently used entry', () => {
    const { cache } = newCache()
    cache.set('a', 1)
    cache.set('b', 2)
    cache.get('a')
    cache.set('c', 3)
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3])
  })
})
