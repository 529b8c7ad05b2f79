import { describe, expect, test } from 'bun:test'
import { createRoutes, type RouteShape } from '@/cli/demo/route'
import { metresBetween, type Place } from '@/cli/demo/terrain'

const HOME = { latitude: 47.996, longitude: 7.843 }
const aLoop = (seed: number, kilometres: number): RouteShape => ({
  ...{ from: HOME, kilometres, seed, surface: 'road' },
})

/** The squares of 20 m through which a course leads. */
const squaresOf = (way: readonly Place[]) =>
  new Set(
    way.map(
      ({ latitude, longitude }) => `${Math.round(latitude * 5560)} ${Math.round(longitude * 3720)}`,
    ),
  )

describe('the courses of the demo', () => {
  test('are closed, and about as long as requested', () => {
    const { find } = createRoutes()
    for (const [seed, kilometres] of [8, 30, 95].entries()) {
      const { way, metres } = find(aLoop(seed, kilometres))
      expect(metres / 1000).toBeGreaterThan(kilometres * 0.85)
      expect(metres / 1000).toBeLessThan(kilometres * 1.15)
      const [first = HOME, last = HOME] = [way[0], way.at(-1)]
      expect(metresBetween(first, last)).toBeLessThan(600)
    }
  })

  test('share the roads near home', () => {
    const { find } = createRoutes()
    const [one, other] = [find(aLoop(3, 30)), find(aLoop(4, 30))].map(({ way }) => squaresOf(way))
    const shared = one?.intersection(other ?? new Set()).size ?? 0
    expect(shared).toBeGreaterThan(10)
    expect(shared).toBeLessThan(one?.size ?? 0)
  })

  test('are the same for the same seed, on every run', () => {
    expect(createRoutes().find(aLoop(2, 20))).toEqual(createRoutes().find(aLoop(2, 20)))
    expect(createRoutes().find(aLoop(2, 20))).not.toEqual(createRoutes().find(aLoop(5, 20)))
  })

  test('lead out and back on the same way', () => {
    const { way } = createRoutes().find({ ...aLoop(77, 6), outAndBack: true })
    const [out, back] = [way.slice(0, way.length / 2), way.slice(way.length / 2)]
    const beside = back.filter((place) => out.some((other) => metresBetween(place, other) < 40))
    expect(beside.length).toBe(back.length)
  })
})
