import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { clusterPoints } from '@/web/map/cluster-points'

describe('clusters', () => {
  test('group the points of a cell at their mean position', () => {
    const points = [{ x: 1, y: 1 }, { x: 5, y: 9 }, null, { x: 55, y: 3 }, { x: -1, y: 1 }]
    expect(clusterPoints(points, 50)).toEqual([
      { x: 3, y: 5, members: [0, 1] },
      { x: 55, y: 3, members: [3] },
      { x: -1, y: 1, members: [4] },
    ])
  })

  test('contain every point once, at most one cluster for each cell', () => {
    const pixel = fc.integer({ min: 0, max: 999 })
    const points = fc.array(fc.record({ x: pixel, y: pixel }), { maxLength: 400 })
    fc.assert(
      fc.property(points, (list) => {
        const clusters = clusterPoints(list, 250)
        expect(clusters.length).toBeLessThanOrEqual(16)
        const members = clusters.flatMap((cluster) => cluster.members)
        expect(members.toSorted((a, b) => a - b)).toEqual(list.map((_, index) => index))
        for (const { x, y, members: own } of clusters) {
          const mean = own.reduce((sum, index) => sum + (list[index]?.x ?? 0), 0) / own.length
          expect(x).toBeCloseTo(mean, 6)
          expect(y).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})
